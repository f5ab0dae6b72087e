// What may be done with one thing: buttons, and in their place what is being asked, until that is
// left or done. It is done by what was seen: where somebody wrote meanwhile, both are shown.

import { CHANGED, meanwhile } from "./meanwhile.js";
import { alarm, button, make } from "./words.js";

// Draws a place anew. Where something is asked of a thing in it, that stays as it is: what somebody
// is writing is not taken away because they did something else beside it.
export function anew(place, parts) {
  const drawn = document.createDocumentFragment();
  drawn.append(...parts);
  const { activeElement: active } = document;
  for (const one of place.querySelectorAll(".asked"))
    drawn.querySelector(`[data-thing="${CSS.escape(one.dataset.thing)}"]`)?.replaceWith(one);
  place.replaceChildren(drawn);
  if (active?.closest(".asked") && place.contains(active)) active.focus({ preventScroll: true });
}

export class Doing {
  // `offered()` gives what there is to choose from, `look()` asks for the thing as it is by now, and
  // `left()` is told that nothing was done. What is `within` has the class "asked" while something is
  // asked or under way, which news must not take away; Escape in it leaves what is asked. The `name`
  // of the thing tells its buttons from those of others when they are made anew, and `thing` it from
  // others of that name.
  constructor({ name = "", thing = name, within = null, offered, look, left }) {
    Object.assign(this, { name, offered, look, left, open: null, isUnderWay: false });
    this.place = make("div", "acts");
    this.said = alarm();
    this.within = within ?? this.place;
    this.within.dataset.thing = thing;
    this.within.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.open === null) return;
      event.stopPropagation(); // whatever it stands in stays open
      this.leave();
    });
  }

  // ------------------------------------------------------------- what there is to choose from

  button(key, words, act) {
    const made = button("act", words, () => this.isUnderWay ? undefined : act());
    made.dataset.key = this.keyOf(key);
    return made;
  }

  keyOf(key) {
    return `${this.name} ${key}`;
  }

  // Shows it, and gives the place where it stands. Whoever was there by keys goes on at `key`.
  offer(key = null) {
    const wasHere = this.place.contains(document.activeElement);
    this.open = null;
    this.within.classList.remove("asked");
    this.place.replaceChildren(...this.offered(), this.said);
    if (wasHere) this.place.querySelector(`[data-key="${CSS.escape(this.keyOf(key))}"]`)?.focus();
    return this.place;
  }

  // -------------------------------------------------------------------------- what is asked

  ask(key, ...parts) {
    this.open = key;
    this.within.classList.add("asked");
    this.said.textContent = "";
    this.place.replaceChildren(...parts, this.said);
  }

  // What the text is to be, which `save` gets.
  write(key, label, text, rows, save) {
    const field = make("textarea", "", text);
    field.rows = rows;
    field.setAttribute("aria-label", label);
    this.ask(key, field, this.button(key, "Save", () => save(field.value)), this.leaving("Leave it"));
    field.focus();
  }

  // Whether it is to go.
  forget(warning, act) {
    const keep = this.leaving("Keep it");
    this.ask("forget", make("p", "warning", warning), this.button("forget", "Forget it", act), keep);
    keep.focus();
  }

  leaving(words) {
    return button("act", words, () => this.leave());
  }

  leave() {
    this.said.textContent = "";
    this.offer(this.open);
    this.left();
  }

  // ---------------------------------------------------------------------------- what is done

  // A step is what `act(seen)` does, as long as what was seen is there; then `done()` is told, and
  // whoever goes by keys goes on at its `key`. For a comparison it says what somebody wrote
  // (`mine`, if anything), what was seen of a thing (`of`), and how that is told (`shown`, `head`).
  async attempt(step, seen) {
    if (this.isUnderWay) return; // it was clicked twice
    this.isUnderWay = true;
    this.within.classList.add("asked"); // news would take away what comes of it
    this.said.textContent = "";
    try {
      await step.act(seen);
    } catch (error) {
      if (error.status === CHANGED) await this.compare(step);
      else this.said.textContent = error.message;
      this.within.classList.toggle("asked", this.open !== null);
      this.isUnderWay = false;
      return;
    }
    this.offer(step.key);
    // what is offered is of what stood there before, until that is drawn anew
    const stale = [...this.place.querySelectorAll("button")];
    for (const one of stale) one.ariaDisabled = "true";
    try {
      await step.done();
    } finally {
      for (const one of stale) one.ariaDisabled = null;
      this.isUnderWay = false;
    }
  }

  async compare(step) {
    const { of = (thing) => thing, shown = (seen) => seen } = step;
    try {
      const seen = of(await this.look());
      const again = () => this.attempt(step, seen);
      const parts = meanwhile(shown(seen), step.mine, { head: step.head, again, leave: () => this.leave() });
      this.ask(step.key, ...parts);
      parts.at(-1).focus();
    } catch (error) {
      this.said.textContent = error.message;
    }
  }
}
