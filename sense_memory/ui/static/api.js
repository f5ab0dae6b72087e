// What the server is asked. Errors are said in its own words.

class Refused extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

async function read(path, options) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...options });
    return [answer, await answer.text()];
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer");
  }
}

async function fetched(path, options) {
  const [answer, text] = await read(path, options);
  if (answer.ok) return JSON.parse(text);
  const isJson = (answer.headers.get("content-type") || "").startsWith("application/json");
  throw new Refused(answer.status, isJson ? JSON.parse(text).error : text.trim());
}

// What stands at api/WHAT; the names of `given` become the query.
export const ask = (what, given = {}, signal = undefined) =>
  fetched(`api/${what}${Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : ""}`, { signal });

// Of what is asked one after the other only the last answer counts.
export class Latest {
  // What `work(signal)` gives; undefined, whatever became of it, if something was asked since: then as
  // soon as that is answered, so that whoever waits goes on with what is shown.
  last(work) {
    this.leave();
    const { signal } = (this.asked = new AbortController());
    this.newest = this.unlessAborted(work, signal);
    return this.newest;
  }

  async unlessAborted(work, signal) {
    try {
      const found = await work(signal);
      if (!signal.aborted) return found;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await this.newest?.catch(() => {}); // whoever asked that is told
    return undefined;
  }

  // What stands at api/WHAT, likewise.
  ask(what, given = {}) {
    return this.last((signal) => ask(what, given, signal));
  }

  // Nobody waits for an answer any more.
  leave() {
    this.asked?.abort();
    this.newest = null;
  }
}

// What a page that may write asks to be done.
export const act = (what, given) => fetched(`api/${what}`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(given),
});

// The changes from now on, for as long as the page is seen: browsers open six streams to a host, in
// all their windows together. `ready` is called whenever nothing is missed from then on, `news`
// with each change of a memory, `other` with the type of any other record that changed, `lost` when
// the server is gone; the browser tries again by itself.
export function changes({ ready, news, other, lost }) {
  let source = null;
  const listen = () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (source === null) {
      source = new EventSource("api/changes");
      source.addEventListener("ready", ready);
      source.addEventListener("memory", (event) => news(JSON.parse(event.data)));
      source.addEventListener("other", (event) => other(JSON.parse(event.data).type));
      source.addEventListener("error", lost);
    }
  };
  document.addEventListener("visibilitychange", listen);
  listen();
}
