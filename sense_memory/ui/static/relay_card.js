// One relay: what it has, what is wrong with it, and what it sees.

import { away, button, make, moment } from "./words.js";

const MARKS = { ok: "✓", warning: "!", problem: "✕" };

export class RelayCard {
  constructor(url, page, exposure) {
    Object.assign(this, { url, page, exposure });
    this.state = make("span", "state");
    this.body = make("ul", "notes");
    this.facts = make("p", "small");
    this.sees = button("act", "What it sees", () => exposure.toggle(url));
    this.sees.setAttribute("aria-label", `What ${url} sees`);
    exposure.follow(url, this.sees);
    this.element = make("article", "relay", make("header", "", make("h4", "", url), this.state),
      this.body, this.facts, make("div", "acts", this.sees));
    this.element.setAttribute("aria-label", url);
  }

  show(relay) {
    const text = JSON.stringify([relay.state, relay.findings]);
    if (text !== this.shown) {
      this.shown = text;
      this.element.className = `relay ${relay.level}`;
      this.state.textContent = relay.state;
      this.state.className = `state ${relay.state}`;
      this.body.replaceChildren(...relay.findings.map((one) => {
        const mark = make("span", `mark ${one.level}`, MARKS[one.level]);
        mark.setAttribute("aria-hidden", "true");
        return make("li", one.level, mark, make("div", "", make("p", "", one.message),
          one.advice ? make("p", "advice", one.advice) : ""));
      }));
    }
    const present = this.page.mind.present();
    const facts = [
      relay.read_at === null ? "" : `read ${away(relay.read_at, present)}`,
      `${relay.events_in.toLocaleString()} in, ${relay.events_out.toLocaleString()} out`,
      relay.refusals > 0 ? `${relay.refusals.toLocaleString()} refused` : "",
    ].filter(Boolean).join(" · ");
    if (facts !== this.facts.textContent) this.facts.textContent = facts;
    this.facts.title = relay.read_at === null ? "" : moment(relay.read_at);
  }
}
