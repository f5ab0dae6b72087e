// One relay: how much of what is known here it has, what is to be said of it, and what it sees.

import { finding, mark } from "./findings.js";
import { relayName } from "./relay_name.js";
import { away, button, foreign, make, many, moment, number, span } from "./words.js";

const PARTS = { accepted: "said OK to", waiting: "not taken yet", parked: "refused for now", dead: "refused for good" };
const MINUTE = 60;

export class RelayCard {
  constructor(url, page, exposure) {
    Object.assign(this, { url, page });
    this.mark = make("span", "");
    this.state = make("span", "state");
    this.bar = make("div", "bar");
    this.bar.setAttribute("aria-hidden", "true"); // the findings say the same
    this.body = make("ul", "notes");
    this.says = make("p", "small says");
    this.facts = make("p", "small");
    this.sees = button("act", "What it sees", () => exposure.toggle(url));
    this.sees.setAttribute("aria-label", `What ${url} sees`);
    exposure.follow(url, this.sees);
    this.element = make("article", "relay",
      make("div", "top", this.mark, make("h4", "", relayName(url)), this.state),
      this.bar, this.body, this.says, this.facts, make("div", "acts", this.sees));
    this.element.setAttribute("aria-label", url);
  }

  // A relay, of a mind of so many records.
  show(relay, records) {
    const text = JSON.stringify([relay.state, relay.findings, relay.says, records]);
    if (text !== this.shown) {
      this.shown = text;
      this.element.className = `relay is-${relay.level}`;
      this.mark.replaceChildren(mark(relay.level));
      this.state.textContent = relay.state;
      this.body.replaceChildren(...relay.findings.map(finding));
      this.says.textContent = saysOfItself(relay.says);
      this.fill(relay, records);
    }
    const present = this.page.mind.present();
    const read = relay.read_at === null ? "" : away(relay.read_at, present);
    const facts = [
      read === "" ? "" : `read ${read === "now" ? "just now" : read}`,
      relay.behind_since === null || present - relay.behind_since < MINUTE ? "" : `behind by ${span(present - relay.behind_since)}`,
      `${many(relay.events_in, "event")} in, ${number(relay.events_out)} out`,
      relay.refusals > 0 ? `${many(relay.refusals, "refusal")}` : "",
    ].filter(Boolean).join(" · ");
    if (facts !== this.facts.textContent) this.facts.textContent = facts;
    this.facts.title = relay.read_at === null ? "" : moment(relay.read_at);
  }

  fill(relay, records) {
    const lacking = Object.keys(PARTS).reduce((sum, name) => sum + relay[name], 0);
    const whole = Math.max(records, lacking, 1);
    const part = (name, count) => {
      const made = make("span", name);
      made.style.flexGrow = String(count / whole);
      return made;
    };
    const has = relay.read_at === null ? 0 : whole - lacking;
    this.bar.replaceChildren(part("there", has),
      ...Object.keys(PARTS).filter((name) => relay[name] > 0).map((name) => part(name, relay[name])));
    this.bar.title = [has > 0 ? `${number(has)} there` : "",
      ...Object.entries(PARTS).map(([name, word]) => (relay[name] > 0 ? `${number(relay[name])} ${word}` : ""))].filter(Boolean).join(", ");
  }
}

// In its own words, which may be any: text, on a line of its own.
function saysOfItself(says) {
  if (says === null) return "";
  const named = says.name === "" ? "" : `“${foreign(says.name)}”`;
  const run = says.software === "" ? "" : `runs ${foreign(says.software)}`;
  return `It says of itself: ${[named, run, ...says.wants].filter(Boolean).join("; ")}.`;
}
