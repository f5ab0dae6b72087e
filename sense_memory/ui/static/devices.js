// The devices that share this mind, and the last word of each.

import * as api from "./api.js";
import { Refreshed } from "./refreshed.js";
import { alarm, away, button, foreign, make, many, moment } from "./words.js";

export class Devices extends Refreshed {
  constructor(page, done) {
    super("Devices", { ask: () => api.ask("devices"), draw: (answer) => this.rows(answer) });
    Object.assign(this, { page, done });
  }

  rows({ devices, this: own, why_not: whyNot }) {
    if (whyNot !== "") return [make("p", "small", whyNot)];
    const list = make("ul", "rows");
    for (const one of devices) list.append(this.row(one));
    if (!devices.some((one) => one.is_this))
      list.prepend(make("li", "", make("p", "", make("b", "", "This device"), make("span", "small", ` ${own}`)),
        make("p", "small", "It has not told the others of itself yet: that takes some minutes, and a relay.")));
    return [list];
  }

  row(one) {
    const present = this.page.mind.present();
    const ago = away(one.seen_at, present);
    const seen = one.is_this ? "this device" : `last heard of ${ago === "now" ? "just now" : ago}, ${moment(one.seen_at)}`;
    const word = one.is_this ? "here" : one.agrees ? "held the same as this one does" : "held something else than this one";
    const item = make("li", one.is_silent ? "silent" : "",
      make("p", "", make("b", "", foreign(one.name || one.id)), make("span", "small", ` ${one.id} `),
        make("span", `tag is-${one.agrees ? "ok" : "warning"}`, one.is_this ? "this one" : one.agrees ? "agrees" : "differs")),
      make("p", "small", `${seen}; ${many(one.count, "record")}, ${word}`),
      one.is_silent && !one.is_this ? make("p", "small warning", "It is silent for long. Its last writes may be on it alone: retire it only if it is gone for good.") : "");
    item.dataset.thing = one.id;
    if (this.page.mind.mayWrite && !one.is_this) item.append(this.acts(one, item));
    return item;
  }

  acts(one, item) {
    const place = make("div", "acts");
    const said = alarm("");
    const retire = async () => {
      try {
        await api.act("safety/retire", { device: one.id });
        this.left(item);
        await this.refresh(true);
        this.done(); // where the mind is, is drawn of them
      } catch (error) {
        said.textContent = error.message;
      }
    };
    const asking = () => {
      item.classList.add("asked");
      const keep = button("act", "Keep it", () => this.left(item));
      place.replaceChildren(make("p", "warning", "It is listed no more, and waited for no more. What it wrote stays; if it comes back, it is listed again."),
        button("act", "Retire it", retire), keep, said);
      keep.focus();
    };
    const begin = button("act", "Retire …", asking);
    begin.setAttribute("aria-label", `Retire ${foreign(one.name || one.id)} …`);
    place.append(begin);
    return place;
  }
}
