// What devices wrote apart: both values stand, until somebody decides.

import * as api from "./api.js";
import { named } from "./named.js";
import { Refreshed } from "./refreshed.js";
import { alarm, button, date, foreign, make, moment, spoken } from "./words.js";

export class Conflicts extends Refreshed {
  constructor(page, done) {
    super("Written apart", { ask: () => api.ask("conflicts"), draw: (answer) => this.rows(answer) });
    Object.assign(this, { page, done });
  }

  rows({ conflicts }) {
    if (conflicts.length === 0) return [make("p", "small", "No two devices wrote different things.")];
    return [
      make("p", "small", "Devices wrote these without having seen each other. All show the first meanwhile; nothing is lost until somebody decides."),
      make("ul", "rows", ...conflicts.map((one) => this.row(one))),
    ];
  }

  row(one) {
    const said = alarm("");
    const item = make("li", "conflict", make("p", "", named(one.what, this.page), make("span", "small", one.field === "value" ? "" : ` ${spoken(one.field)}`)));
    item.dataset.thing = one.id;
    const decide = async (what, asked) => {
      said.textContent = "";
      try {
        await api.act(what, { id: one.id, ...asked });
        this.left(item);
        this.refresh(true);
        this.done();
      } catch (error) {
        said.textContent = error.message;
      }
    };
    const values = make("ol", "values");
    one.values.forEach((value, index) => {
      const line = make("li", "", make("p", "said", value.time === null ? value.text : date(value.time)),
        make("p", "small", `${index === 0 ? "shown meanwhile; " : ""}by ${foreign(value.device)}, ${moment(value.at)}`));
      if (this.page.mind.mayWrite) {
        const keep = button("act", "Let this stand", () => decide("safety/keep", { number: String(index + 1) }));
        keep.setAttribute("aria-label", `Let value ${index + 1} of ${foreign(one.what.name)} stand`);
        line.append(keep);
      }
      values.append(line);
    });
    item.append(values);
    if (this.page.mind.mayWrite) item.append(one.is_text ? this.other(one, item, decide, said) : "", said);
    return item;
  }

  other(one, item, decide) {
    const place = make("div", "acts");
    const writing = () => {
      item.classList.add("asked");
      const text = make("textarea", "", one.values[0].text);
      text.rows = 3;
      text.setAttribute("aria-label", "What is so instead of them all");
      place.replaceChildren(text, button("act", "Save", () => decide("safety/settle", { text: text.value })),
        button("act", "Leave it", () => this.left(item)));
      text.focus();
    };
    const begin = button("act", "Another text …", writing);
    begin.setAttribute("aria-label", `Another text for ${foreign(one.what.name)} …`);
    place.append(begin);
    return place;
  }
}
