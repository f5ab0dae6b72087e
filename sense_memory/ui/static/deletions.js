// What was forgotten, and how far each relay has followed.

import * as api from "./api.js";
import { named } from "./named.js";
import { Refreshed } from "./refreshed.js";
import { relayName } from "./relay_name.js";
import { foreign, make, many, moment, number } from "./words.js";

const WHY = { forget: "", dissolve: "it had faded away", fold: "it became part of something else" };
const STEPS = [
  ["overwritten_at", "overwritten", "not overwritten yet"],
  ["deleted_at", "deletion taken", "deletion not taken yet"],
  ["verified_at", "seen to be gone", "not seen to be gone yet"],
];

export class Deletions extends Refreshed {
  constructor(page) {
    super("Forgotten", { ask: () => api.ask("deletions"), draw: (answer) => this.rows(answer) });
    this.page = page;
  }

  rows({ deletions, has_more: hasMore }) {
    if (deletions.length === 0) return [make("p", "small", "Nothing was forgotten.")];
    const open = new Set([...this.body.querySelectorAll("details[open]")].map((one) => one.dataset.id));
    return [make("ul", "rows", ...deletions.map((one) => this.row(one, open))),
      hasMore ? make("p", "small", "and more, before these") : ""];
  }

  // The steps are folded away; what is not gone yet is said without them, and why.
  row(one, open) {
    const why = WHY[one.why] ?? one.why;
    const lacking = one.relays.filter((relay) => relay.verified_at === null);
    const all = one.relays.length;
    const word = one.is_local_only || all === 0 ? "it was in this file alone"
      : lacking.length === 0 ? "gone from every relay" : `gone from ${number(all - lacking.length)} of ${many(all, "relay")}`;
    const line = [named(one.what, this.page), make("span", `tag is-${lacking.length === 0 ? "ok" : "warning"}`, word),
      make("span", "small", [moment(one.at), why].filter(Boolean).join("; "))];
    if (all === 0) return make("li", "", make("p", "", ...line));
    const folded = make("details", "", make("summary", "", ...line), ...one.relays.map(receipt));
    folded.dataset.id = one.event_id;
    folded.open = open.has(one.event_id);
    return make("li", "", folded, ...lacking.map(inShort));
  }
}

// How far a relay has come that may still have something of it.
function inShort(relay) {
  const far = relay.deleted_at !== null ? "it took the deletion, and was not seen to have done it yet"
    : relay.overwritten_at !== null ? "what it said is overwritten there; the deletion is not taken yet"
      : "it may still have it as it was";
  return make("p", "small lacks", make("b", "", relayName(relay.relay)), `: ${[far, foreign(relay.said)].filter(Boolean).join("; ")}`);
}

function receipt(relay) {
  const steps = make("ol", "steps");
  steps.setAttribute("aria-label", `At ${relay.relay}`);
  for (const [field, word, notYet] of STEPS) {
    const at = relay[field];
    steps.append(make("li", at === null ? "open" : "done", make("span", "", at === null ? notYet : word),
      at === null ? "" : make("span", "small", moment(at))));
  }
  return make("div", "receipt", make("p", "small", relayName(relay.relay)), steps,
    relay.said === "" ? "" : make("p", "small", relay.said));
}
