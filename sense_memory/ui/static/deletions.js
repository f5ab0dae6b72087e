// What was forgotten, and how far each relay has followed.

import * as api from "./api.js";
import { named } from "./named.js";
import { Refreshed } from "./refreshed.js";
import { make, moment } from "./words.js";

const WHY = { forget: "", dissolve: "it faded away", fold: "it became part of something else" };
const STEPS = [["overwritten_at", "overwritten"], ["deleted_at", "deletion taken"], ["verified_at", "seen to be gone"]];

export class Deletions extends Refreshed {
  constructor(page) {
    super("Forgotten", { ask: () => api.ask("deletions"), draw: (answer) => this.rows(answer) });
    this.page = page;
  }

  rows({ deletions, has_more: hasMore }) {
    if (deletions.length === 0) return [make("p", "small", "Nothing was forgotten.")];
    return [make("ul", "rows", ...deletions.map((one) => this.row(one))),
      hasMore ? make("p", "small", "and what was forgotten before these") : ""];
  }

  row(one) {
    const when = [moment(one.at), WHY[one.why] ?? one.why].filter(Boolean).join("; ");
    const item = make("li", "", make("p", "", named(one.what, this.page), make("span", "small", ` ${when}`)));
    if (one.relays.length === 0) {
      item.append(make("p", "small", one.is_local_only ? "It was in this file alone, and is gone." : "There is no relay that could have it."));
      return item;
    }
    for (const relay of one.relays) {
      const steps = make("ol", "steps");
      for (const [field, word] of STEPS) {
        const at = relay[field];
        steps.append(make("li", at === null ? "open" : "done", make("span", "", at === null ? `not ${word} yet` : word),
          at === null ? "" : make("span", "small", ` ${moment(at)}`)));
      }
      steps.setAttribute("aria-label", `At ${relay.relay}`);
      item.append(make("div", "receipt", make("p", "small", relay.relay), steps,
        relay.said === "" ? "" : make("p", "small", `it said: “${relay.said}”`)));
    }
    return item;
  }
}
