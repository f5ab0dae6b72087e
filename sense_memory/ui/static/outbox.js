// What relays have not taken, and why.

import * as api from "./api.js";
import { named } from "./named.js";
import { Refreshed } from "./refreshed.js";
import { away, make, many, moment } from "./words.js";

const STATES = { waiting: "waits", parked: "refused for now", dead: "refused for good" };

export class Outbox extends Refreshed {
  constructor(page) {
    super("Not taken yet", { ask: () => api.ask("outbox"), draw: (answer) => this.rows(answer) });
    this.page = page;
  }

  rows({ entries, more }) {
    if (entries.length === 0) return [make("p", "small", "Every relay has taken everything.")];
    const list = make("ul", "rows");
    for (const one of entries) {
      const since = make("span", "small", ` since ${moment(one.since)}`);
      const again = one.next_at === null ? "" : one.next_at > this.page.mind.present()
        ? `tried again ${away(one.next_at, this.page.mind.present())}` : "tried again as soon as it can be";
      list.append(make("li", one.state,
        make("p", "", named(one.what, this.page), make("span", `tag ${one.state}`, STATES[one.state]), since),
        make("p", "small", `${one.relay}: ${one.said === "" ? "it was not asked yet" : `“${one.said}”`}`),
        make("p", "small", [one.advice, again].filter(Boolean).join("; "))));
    }
    return [list, more > 0 ? make("p", "small", `and ${many(more, "other")}: sense-memory status --outbox`) : ""];
  }
}
