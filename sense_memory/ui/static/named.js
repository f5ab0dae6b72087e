// What a record is called, and where the page shows more of it.

import { button, foreign, make } from "./words.js";

const ID = /(^|\/)([0-9a-f]{8})[0-9a-f]{8,}$/; // a name that nobody reads whole
const TYPES = {
  persona: "memory",
  kv: "memory",
  edge: "relation",
  journal: "journal entry",
  reading: "session",
  stream: "conversation",
  turn: "turn of a conversation",
  layer: "text on how to talk",
  "layer-version": "earlier text on how to talk",
  node: "person or thing",
  device: "news of",
  key: "the key that hides names",
  settings: "the settings of this mind",
};

export function named(what, page) {
  if (what === null) return make("span", "", "something that this release cannot read");
  const words = foreign(what.name.replace(ID, "$1$2…"));
  const isShown = what.view === "memories" ? page.mind.byName.has(what.at) : what.view !== "";
  const name = isShown ? button("name", words, () => page.go(what.view, what.at)) : make("b", "", words);
  const type = `${TYPES[what.type] ?? what.type}${what.scope ? ` of ${foreign(what.scope)}` : ""}`;
  return make("span", "named", make("span", "small", `${type} `), name);
}
