// A part of a view that is asked anew whenever something may have changed, and drawn anew if it has.

import { make } from "./words.js";

export class Refreshed {
  // ask() gives what there is; draw(answer) the elements that show it.
  constructor(title, { ask, draw }) {
    Object.assign(this, { ask, draw, drawn: null, isAsking: false, isStale: false });
    this.head = make("h3", "", title);
    this.body = make("div", "");
    this.element = make("section", "part", this.head, this.body);
    this.element.setAttribute("aria-label", title);
  }

  // Whether somebody is about to say something here, which news must not take away.
  get isBusy() {
    return this.body.querySelector(".asked") !== null;
  }

  // One question at a time: what changes meanwhile is asked for afterwards.
  async refresh() {
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        this.answer = await this.ask();
        this.show(this.answer, this.draw);
      }
    } catch (error) {
      this.show(error.message, (words) => [alarm(words)]);
    } finally {
      this.isAsking = false;
    }
  }

  show(answer, draw) {
    const text = JSON.stringify(answer);
    if (this.isBusy || text === this.drawn) return;
    this.drawn = text;
    const focused = this.body.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    this.body.replaceChildren(...draw(answer));
    if (focused === null) return;
    const again = [...this.body.querySelectorAll("button, summary")].find((one) => nameOf(one) === focused);
    again?.focus();
  }

  // Nobody is about to say anything any more.
  left() {
    this.body.querySelectorAll(".asked").forEach((one) => one.classList.remove("asked"));
    this.drawn = null;
    this.show(this.answer, this.draw);
  }
}

const nameOf = (element) => element.getAttribute("aria-label") ?? element.textContent;

export function alarm(words) {
  const made = make("p", "warning", words);
  made.setAttribute("role", "alert");
  return made;
}
