// What one relay sees of this mind, as it sees it.

import * as api from "./api.js";
import { alarm } from "./refreshed.js";
import { sky } from "./sky.js";
import { make, many, moment } from "./words.js";

const KINDS = { 5: "request to delete", 4: "journal entry", 30078: "record" };

export class Exposure {
  constructor(page) {
    Object.assign(this, { page, url: null, buttons: new Map() });
    this.element = make("section", "part exposure");
    this.element.hidden = true;
    this.element.tabIndex = -1;
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
    this.drawn = null;
    this.element.hidden = this.url === null;
    this.element.replaceChildren();
    if (this.url === null) return;
    await this.refresh();
    this.element.scrollIntoView({ block: "nearest" });
  }

  async refresh() {
    const url = this.url;
    if (url === null) return;
    try {
      const seen = await api.ask("exposure", { relay: url });
      if (url === this.url) this.show(seen);
    } catch (error) {
      if (url === this.url) this.element.replaceChildren(alarm(error.message));
    }
  }

  show(seen) {
    const text = JSON.stringify(seen);
    if (text === this.drawn) return;
    this.drawn = text;
    const open = new Set([...this.element.querySelectorAll("details[open]")].map((one) => one.dataset.id));
    const title = make("h3", "", `What ${seen.relay} sees`);
    const list = make("ol", "rows seen");
    for (const one of seen.events) {
      const address = one.address === "" ? "no address" : one.address;
      const details = make("details", "", make("summary", "",
        make("span", "", KINDS[one.kind] ?? `kind ${one.kind}`), make("code", "", address),
        make("span", "small", `${moment(one.created_at)}, ${many(one.size_bytes, "byte")}`)), make("pre", "", one.text));
      details.dataset.id = one.id;
      details.open = open.has(one.id);
      list.append(make("li", "", details));
    }
    const more = seen.times.length - seen.events.length;
    this.element.replaceChildren(title, ...seen.tells.map((one) => make("p", "", one)),
      ...seen.hides.map((one) => make("p", "hides", one)),
      seen.times.length > 0 ? sky(seen) : "", list,
      more > 0 ? make("p", "small", `and ${more.toLocaleString()} older: sense-memory relays exposure ${seen.relay}`) : "");
  }
}
