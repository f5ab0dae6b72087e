// What one relay sees of this mind, as it sees it.

import * as api from "./api.js";
import { Refreshed } from "./refreshed.js";
import { sky } from "./sky.js";
import { make, many, moment, number } from "./words.js";

const KINDS = { 5: "request to delete", 4: "journal entry", 30078: "record" };

export class Exposure extends Refreshed {
  constructor() {
    super("", { ask: () => this.seen(), draw: (seen) => this.rows(seen) });
    Object.assign(this, { url: null, buttons: new Map() });
    this.element.classList.add("exposure");
    this.element.hidden = true;
    this.element.id = "exposure";
  }

  // A button that opens and closes this for a relay.
  follow(url, button) {
    this.buttons.set(url, button);
    button.setAttribute("aria-controls", this.element.id);
    button.setAttribute("aria-expanded", "false");
  }

  async toggle(url) {
    this.url = this.url === url ? null : url;
    for (const [one, button] of this.buttons) button.setAttribute("aria-expanded", String(one === this.url));
    this.element.hidden = this.url === null;
    this.body.replaceChildren();
    this.drawn = null;
    if (this.url === null) return;
    this.head.textContent = `What ${url} sees`;
    this.element.setAttribute("aria-label", this.head.textContent);
    await this.refresh(true);
    this.element.scrollIntoView({ block: "nearest" });
  }

  async refresh(atOnce = false) {
    if (this.url !== null) await super.refresh(atOnce);
  }

  // `null` where somebody has turned to another relay meanwhile.
  async seen() {
    const url = this.url;
    const seen = await api.ask("exposure", { relay: url });
    return url === this.url ? seen : null;
  }

  rows(seen) {
    if (seen === null) return [];
    const open = new Set([...this.body.querySelectorAll("details[open]")].map((one) => one.dataset.id));
    const list = make("ol", "rows seen");
    for (const one of seen.events) {
      const details = make("details", "", make("summary", "",
        make("span", "", KINDS[one.kind] ?? `kind ${one.kind}`), make("code", "", one.address === "" ? "no address" : one.address),
        make("span", "small", `${moment(one.created_at)}, ${many(one.size_bytes, "byte")}`)), make("pre", "", one.text));
      details.dataset.id = one.id;
      details.open = open.has(one.id);
      list.append(make("li", "", details));
    }
    const more = seen.times.length - seen.events.length;
    return [...seen.tells.map((one) => make("p", "", one)), ...seen.hides.map((one) => make("p", "hides", one)),
      seen.times.length > 0 ? sky(seen) : "", list,
      more > 0 ? make("p", "small", `and ${number(more)} older: sense-memory relays exposure ${seen.relay}`) : ""];
  }
}
