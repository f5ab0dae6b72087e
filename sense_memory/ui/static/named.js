// What a record is called, and where the page shows more of it.

import { button, make } from "./words.js";

const ID = /^[0-9a-f]{16,}$/; // a name that nobody reads whole
const TYPES = { persona: "memory", kv: "memory", edge: "relation" };

export function named(what, page) {
  if (what === null) return make("span", "", "something that this release cannot read");
  const words = ID.test(what.name) ? `${what.name.slice(0, 8)}…` : what.name;
  const isShown = what.view === "memories" ? page.mind.byName.has(what.at) : what.view !== "";
  const name = isShown ? button("name", words, () => page.go(what.view, what.at)) : make("b", "", words);
  const type = `${TYPES[what.type] ?? what.type}${what.scope ? ` of ${what.scope}` : ""}`;
  return make("span", "named", make("span", "small", `${type} `), name);
}
