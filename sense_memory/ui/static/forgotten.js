// What was forgotten by way of this page, to be brought back while its server runs.

import * as api from "./api.js";
import { alarm, button, foreign, make } from "./words.js";

export class Forgotten {
  // `left` is called when nothing is left where somebody is by keys.
  constructor(element, left) {
    Object.assign(this, { element, left });
    this.shown = "";
    this.latest = new api.Latest();
    element.hidden = true;
  }

  // All of it anew; nothing is shown where there is nothing.
  async show() {
    const said = alarm();
    try {
      const told = await this.latest.ask("forgotten");
      if (told === undefined) return;
      const { gone } = told;
      const shown = JSON.stringify(gone);
      if (shown === this.shown) return; // whoever stands on a button stays there
      this.shown = shown;
      const wasHere = this.element.contains(document.activeElement);
      this.element.hidden = gone.length === 0;
      const title = make("h2", "", "Forgotten here");
      this.element.replaceChildren(title,
        make("p", "small", "It is gone from the file, and goes from every relay. Until this server ends it can be brought back."),
        make("ul", "", ...gone.map((one) => this.line(one, said))), said);
      if (wasHere) gone.length === 0 ? this.left() : this.element.querySelector("button").focus();
    } catch (error) {
      this.shown = "";
      this.element.hidden = false;
      said.textContent = error.message;
      this.element.replaceChildren(said);
    }
  }

  line(one, said) {
    const back = button("act", "Bring it back", async () => {
      said.textContent = "";
      try {
        await api.act("bring-back", { reference: one.reference });
        await this.show();
      } catch (error) {
        said.textContent = error.message;
      }
    });
    back.setAttribute("aria-label", `Bring back: ${foreign(one.text)}`);
    return make("li", "", make("p", "said", one.text), make("p", "small", one.reference), back);
  }
}
