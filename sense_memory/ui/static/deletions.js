// What was forgotten, and how far each relay has followed.

import * as api from "./api.js";
import { named } from "./named.js";
import { Refreshed } from "./refreshed.js";
import { make, moment } from "./words.js";

const WHY = { forget: "", dissolve: "it had faded away", fold: "it became part of something else" };
const STEPS = [["overwritten_at", "overwritten"], ["deleted_at", "deletion taken"], ["verified_at", "seen to be gone"]];

export class Deletions extends Refreshed {
  constructor(page) {
    super("Forgotten", { ask: () => api.ask("deletions"), draw: (answer) => this.rows(answer) });
    this.page = page;
  }

  rows({ deletions, has_more: hasMore }) {
    if (deletions.length === 0) return [make("p", "small", "Nothing was forgotten.")];
    return [make("ul", "rows", ...deletions.map((one) => this.row(one))),
      hasMore ? make("p", "small", "and more, before these") : ""];
  }

  row(one) {
    const why = WHY[one.why] ?? one.why;
    const gone = one.relays.filter((relay) => relay.verified_at !== null).length;
    const all = one.relays.length;
    const word = one.is_local_only || all === 0 ? "it was in this file alone"
      : gone === all ? "gone from every relay" : `gone from ${gone} of ${all} relays`;
    const item = make("li", "", make("p", "", named(one.what, this.page),
      make("span", `tag is-${gone === all ? "ok" : "warning"}`, word),
      make("span", "small", [moment(one.at), why].filter(Boolean).join("; "))));
    if (!one.is_local_only) item.append(...one.relays.map((relay) => receipt(relay)));
    return item;
  }
}

function receipt(relay) {
  const steps = make("ol", "steps");
  steps.setAttribute("aria-label", `At ${relay.relay}`);
  for (const [field, word] of STEPS) {
    const at = relay[field];
    steps.append(make("li", at === null ? "open" : "done", make("span", "", at === null ? `not ${word} yet` : word),
      at === null ? "" : make("span", "small", moment(at))));
  }
  return make("div", "receipt", make("p", "small", relay.relay), steps,
    relay.said === "" ? "" : make("p", "small", `it said: “${relay.said}”`));
}
