// What a record is called, and where the page shows more of it.

import { button, make } from "./words.js";

const TYPES = { persona: "memory", kv: "memory", edge: "relation" };

export function named(what, page) {
  if (what === null) return make("span", "", "something that this release cannot read");
  const isShown = what.view === "memories" ? page.mind.byName.has(what.at) : what.view !== "";
  const name = isShown ? button("name", what.name, () => page.go(what.view, what.at)) : make("b", "", what.name);
  const type = `${TYPES[what.type] ?? what.type}${what.scope ? ` of ${what.scope}` : ""}`;
  return make("span", "named", make("span", "small", `${type} `), name);
}
