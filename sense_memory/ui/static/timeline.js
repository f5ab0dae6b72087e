// The time that is shown: the present, which goes on, or wherever the slider was put.

import { DAY } from "./mind.js";
import { away, date } from "./words.js";

const STEPS = 2000;
const SECONDS = 12; // in which the whole span passes when time is let pass
const STILL = 12; // pictures of it, for who does not want things to move

export class Timeline {
  // moved(at) is told.
  constructor({ slider, output, today, play }, mind, moved) {
    Object.assign(this, { slider, output, today, play, mind, moved });
    this.isPresent = true;
    this.at = mind.present();
    this.first = this.at - DAY;
    this.last = this.at + DAY;
    slider.max = STEPS;
    slider.addEventListener("input", () => {
      this.stop();
      this.isPresent = false;
      this.set(this.timeAt(slider.value / STEPS));
    });
    today.addEventListener("click", () => this.toPresent());
    play.addEventListener("click", () => (this.begun === undefined ? this.begin() : this.stop()));
    setInterval(() => this.isPresent && this.set(mind.present()), 30_000);
  }

  // The memories have changed.
  span() {
    ({ first: this.first, last: this.last } = this.mind.span());
    this.set(this.isPresent ? this.mind.present() : this.at);
  }

  toPresent() {
    this.stop();
    this.isPresent = true;
    this.set(this.mind.present());
  }

  begin() {
    const from = this.at >= this.last - DAY ? 0 : this.shareOf(this.at);
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-pressed", "true");
    this.isPresent = false;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const step = (now) => {
      this.begun ??= now;
      const passed = (now - this.begun) / 1000 / SECONDS;
      const at = this.timeAt(Math.min(1, from + (isStill ? Math.floor(passed * STILL) / STILL : passed)));
      if (at !== this.at) this.set(Math.min(at, this.last));
      if (at >= this.last) this.stop();
      else this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.begun = undefined;
    this.play.textContent = "▶";
    this.play.setAttribute("aria-pressed", "false");
  }

  // Where on the slider a time is, 0 to 1, and what time is there.
  shareOf(at) {
    return (at - this.first) / (this.last - this.first);
  }

  timeAt(share) {
    return this.first + share * (this.last - this.first);
  }

  set(at) {
    this.at = at;
    const present = this.mind.present();
    const place = Math.round(this.shareOf(at) * STEPS);
    if (Number(this.slider.value) !== place) this.slider.value = place;
    const said = this.isPresent ? `${date(at)}, now` : `${date(at)}, ${away(at, present)}`;
    this.output.value = said;
    this.slider.setAttribute("aria-valuetext", said);
    this.today.disabled = this.isPresent;
    this.moved(at);
  }
}
