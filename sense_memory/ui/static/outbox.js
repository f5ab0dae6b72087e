// What relays have not taken: together what has the same reason, since there may be much of it.

import * as api from "./api.js";
import { named } from "./named.js";
import { Refreshed } from "./refreshed.js";
import { relayName } from "./relay_name.js";
import { away, make, many, moment } from "./words.js";

const STATES = { waiting: "waits", parked: "refused for now", dead: "refused for good" };
const LEVELS = { waiting: "warning", parked: "warning", dead: "problem" };

export class Outbox extends Refreshed {
  constructor(page) {
    super("Not taken yet", { ask: () => api.ask("outbox"), draw: (answer) => this.rows(answer) });
    this.page = page;
  }

  rows({ entries, has_more: hasMore, held, elsewhere }) {
    const others = elsewhere === 0 ? "" : make("p", "small", `${many(elsewhere, "write")} of other scopes ${elsewhere === 1 ? "is" : "are"} not taken yet.`);
    if (entries.length === 0 && others !== "") return [others];
    if (entries.length === 0) return [make("p", "small", held === 0 ? "Every relay has taken everything."
      : `${many(held, "write")} ${held === 1 ? "waits" : "wait"} until a relay says whether this mind hides its names.`)];
    const groups = new Map();
    for (const one of entries) {
      const why = JSON.stringify([one.relay, one.state, one.said, one.advice]);
      if (groups.has(why)) groups.get(why).push(one);
      else groups.set(why, [one]);
    }
    return [make("ul", "rows", ...[...groups.values()].map((group) => this.group(group))),
      hasMore ? make("p", "small", "and more: sense-memory status --outbox") : others];
  }

  group(entries) {
    const [{ relay, state, said, advice }] = entries;
    const list = make("ul", "writes");
    for (const one of entries)
      list.append(make("li", "", one.is_forgotten ? make("span", "small", "forgetting ") : "", named(one.what, this.page),
        make("span", "small", `since ${moment(one.since)}${this.again(one)}`)));
    return make("li", "",
      make("p", "", make("b", "named", relayName(relay)), make("span", `tag is-${LEVELS[state]}`, STATES[state]),
        make("span", "small", said === "" ? "it was not asked yet" : said)),
      make("p", "advice", advice), list);
  }

  again({ next_at: next }) {
    const present = this.page.mind.present();
    if (next === null || next <= present) return "";
    return `, tried again ${next - present < 60 ? "within a minute" : away(next, present)}`;
  }
}
