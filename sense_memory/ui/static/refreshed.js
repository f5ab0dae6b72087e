// A part of a view that is asked anew whenever something may have changed, and drawn anew if it has.

import { anew } from "./doing.js";
import { alarm, make } from "./words.js";

const SHORTEST = 500; // milliseconds between two questions
const LONGEST = 10_000;
const SHARE = 8; // times as long as the answer took: up to a tenth of a second, news are seen within one

export class Refreshed {
  // ask() gives what there is; draw(answer) the elements that show it.
  constructor(title, { ask, draw }) {
    Object.assign(this, { ask, draw, drawn: null, isAsking: false, isStale: false, isUrgent: false, timer: null });
    this.head = make("h3", "", title);
    this.head.tabIndex = -1;
    this.body = make("div", "");
    this.element = make("section", "part", this.head, this.body);
    this.element.setAttribute("aria-label", title);
    this.element.addEventListener("keydown", (event) => {
      const asked = event.key === "Escape" && event.target.closest(".asked");
      if (asked) this.left(asked);
    });
  }

  // Whether somebody is about to say something here, which news must not take away.
  get isBusy() {
    return this.body.querySelector(".asked") !== null;
  }

  // One question at a time, and the longer an answer takes, the longer until the next one: what
  // changes meanwhile is asked for then. What somebody did here is asked for `atOnce`.
  async refresh(atOnce = false) {
    this.isStale = true;
    this.isUrgent ||= atOnce;
    if (this.isAsking || (this.timer !== null && !atOnce)) return;
    clearTimeout(this.timer);
    this.isAsking = true;
    const isOwn = this.isUrgent;
    this.isStale = this.isUrgent = false;
    const began = performance.now();
    try {
      this.answer = await this.ask();
      this.show(this.answer, this.draw, isOwn);
    } catch (error) {
      this.show(error.message, (words) => [alarm(words)]);
    }
    this.isAsking = false;
    if (this.isUrgent) return this.refresh(true);
    const pause = Math.min(LONGEST, Math.max(SHORTEST, SHARE * (performance.now() - began)));
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isStale) this.refresh();
    }, pause);
    return undefined;
  }

  // What was done here is shown, also beside what somebody is about to say.
  show(answer, draw, isOwn = false) {
    const text = JSON.stringify([answer, this.page?.mind.mayWrite]); // which is told with the memories
    if ((this.isBusy && !isOwn) || text === this.drawn) return;
    this.drawn = text;
    const focused = this.body.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    anew(this.body, draw(answer));
    if (focused === null || this.body.contains(document.activeElement)) return;
    const again = [...this.body.querySelectorAll("button, summary")].find((one) => nameOf(one) === focused);
    (again ?? this.head).focus(); // what was there is gone: whoever goes by keys stays in this part
  }

  // Nobody is about to say anything in this one any more.
  left(one) {
    one.classList.remove("asked");
    this.drawn = null;
    this.show(this.answer, this.draw, true);
  }
}

const nameOf = (element) => element.getAttribute("aria-label") ?? element.textContent;
