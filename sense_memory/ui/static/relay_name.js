// What a relay is called: its address, without what all of them begin with.

export const relayName = (url) => url.replace(/^wss?:\/\//, "");
