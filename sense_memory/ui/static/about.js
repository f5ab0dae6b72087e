// What is believed of somebody or something, in sentences.

import * as api from "./api.js";
import { Forgotten } from "./forgotten.js";
import { CHANGED, meanwhile } from "./meanwhile.js";
import { alarm, button, date, make, number } from "./words.js";

const PAUSE = 200;
const SHOWN = 100; // lines of a room, until somebody asks for the others
const PROPOSED = 24; // names, until somebody is named
const ROOMS = {
  memory: "Memories", observation: "Observations", summary: "Summaries", topic: "Topics", node: "Who and what",
  edge: "How it relates", turn: "What was said", journal: "Journal", layer: "How we talk",
};

export class About {
  constructor(element, page) {
    const part = (id) => element.querySelector(`#${id}`);
    Object.assign(this, { element, page, mind: page.mind, name: part("name"), past: part("past"), lines: part("lines"), names: part("names") });
    this.whole = new Set();
    this.at = ""; // at which button somebody was by keys who did something
    this.gone = new Forgotten(part("about-gone"), () => this.name.focus());
    const form = part("whom");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    form.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), PAUSE);
    });
  }

  show(name) {
    if (this.mind.mayWrite) this.gone.show();
    if (name === "") {
      this.name.focus();
      this.ask(); // it may have been typed while this was on its way
    }
    else if (this.name.value !== name) {
      this.name.value = name;
      this.ask();
    }
  }

  // Something has changed.
  async heard() {
    if (!this.element.hidden && this.mind.mayWrite) this.gone.show();
    if (!this.element.hidden && this.lines.children.length > 0) await this.ask(true);
  }

  // What somebody is about to say is not taken away by news.
  async ask(isNews = false) {
    clearTimeout(this.timer);
    const isBusy = () => isNews && this.lines.querySelector(".asked") !== null;
    if (isBusy()) return;
    this.asked?.abort();
    const name = this.name.value.trim();
    this.names.hidden = name !== "" || this.names.children.length === 0;
    if (!isNews && !this.element.hidden) this.page.at("about", name);
    if (name === "") {
      this.lines.replaceChildren();
      await this.propose();
      return;
    }
    const asked = (this.asked = new AbortController());
    try {
      const told = await api.ask("about", { name, past: this.past.checked ? 1 : 0 }, asked.signal);
      if (asked === this.asked && !isBusy()) this.tell(told);
    } catch (error) {
      if (error.name !== "AbortError") this.lines.replaceChildren(make("p", "warning", error.message));
    }
  }

  // Whom one might ask about, until somebody is named.
  async propose() {
    try {
      const { known } = await api.ask("people", { like: "" });
      this.names.replaceChildren(...known.slice(0, PROPOSED).map((one) =>
        make("li", "", button("", one.name, () => this.page.go("about", one.name)))));
      this.names.hidden = this.name.value.trim() !== "" || known.length === 0;
    } catch (error) {
      this.lines.replaceChildren(make("p", "warning", error.message));
    }
  }

  tell(told) {
    const rooms = new Map();
    for (const line of told.lines) rooms.get(line.room)?.push(line) ?? rooms.set(line.room, [line]);
    const parts = [...rooms].flatMap(([room, lines]) => [make("h3", "", ROOMS[room] ?? room), this.room(told.name, lines)]);
    const { activeElement: active } = document;
    const wasHere = this.lines.contains(active) || this.at !== "";
    const key = active.dataset.key || this.at;
    this.at = "";
    this.lines.replaceChildren(...(parts.length > 0 ? parts : [make("p", "small", `Nothing is known of ${told.name}.`)]));
    if (wasHere) (this.lines.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? this.name).focus({ preventScroll: true });
  }

  // The newest of a room; the others once somebody asks for them, and news leaves them there.
  room(name, lines) {
    const whole = `${lines[0].room} ${name}`;
    const shown = this.whole.has(whole) ? lines.length : SHOWN;
    const list = make("ul", "", ...lines.slice(0, shown).map((line) => this.line(name, line)));
    if (lines.length > shown) {
      const more = button("act", `${number(lines.length - shown)} older ones`, () => {
        this.whole.add(whole);
        const others = lines.slice(shown).map((line) => this.line(name, line));
        more.parentElement.replaceWith(...others);
        others[0].tabIndex = -1; // whoever came by keys goes on from there
        others[0].focus();
      });
      list.append(make("li", "", more));
    }
    return list;
  }

  line(name, line) {
    const memory = line.reference.startsWith("persona/") ? line.reference.slice("persona/".length) : null;
    const what = [line.since === null ? "" : `since ${date(line.since)}`, line.source.startsWith("made of ") ? line.source : line.source && `from ${line.source}`, line.why_not];
    const item = make("li", line.holds ? "" : "over",
      make("div", "told", make("p", "said", line.text), make("p", "small", what.filter(Boolean).join("; "))));
    const acts = make("div", "acts");
    const warning = alarm();
    const attempt = async (what, asked, seen = line.text) => {
      try {
        await api.act(what, { name, reference: line.reference, holds: line.holds, seen, ...asked });
        this.at = key(what.slice("about/".length));
        acts.replaceChildren();
        await this.ask();
        await this.gone.show();
      } catch (error) {
        if (error.status === CHANGED) await compare(what, asked);
        else warning.textContent = error.message;
      }
    };
    // Somebody wrote meanwhile: both are shown, and nothing is done until it is said again.
    const compare = async (what, asked) => {
      let now;
      try {
        const told = await api.ask("about", { name, past: 1 });
        now = told.lines.find((one) => one.reference === line.reference && one.holds);
      } catch (error) {
        warning.textContent = error.message;
        return;
      }
      if (now === undefined) {
        warning.textContent = "It is not believed any more.";
        return;
      }
      const parts = meanwhile(now.text, asked.text, { again: () => attempt(what, asked, now.text), leave: left });
      asking(what.slice("about/".length), ...parts);
      parts.at(-1).focus();
    };
    let open = ""; // what is being asked, in place of the choices
    const asking = (what, ...parts) => {
      open = what;
      item.classList.toggle("asked", true);
      acts.replaceChildren(...parts, warning);
    };
    const key = (what) => `${line.reference} ${what}`;
    const keyed = (what, words, act) => {
      const made = button("act", words, act);
      made.dataset.key = key(what);
      return made;
    };
    const left = () => {
      item.classList.toggle("asked", false);
      warning.textContent = "";
      choices();
      acts.querySelector(`[data-key="${CSS.escape(key(open))}"]`)?.focus();
      this.ask(true);
    };
    item.addEventListener("keydown", (event) => event.key === "Escape" && item.classList.contains("asked") && left());
    // What follows from others is corrected where those are.
    const from = line.reference.startsWith("pyramid/topic/") ? ["topics", line.reference.slice("pyramid/topic/".length)]
      : /^rapport\/.*\/vector$/s.test(line.reference) ? ["people", name] : null;
    const choices = () => acts.replaceChildren(
      memory !== null && this.mind.byName.has(memory) ? keyed("map", "On the map", () => this.page.go("memories", memory)) : "",
      from !== null ? keyed("from", "What it follows from", () => this.page.go(...from)) : "",
      this.mind.mayWrite && line.holds && from === null ? keyed("correct", "Correct …", correcting) : "",
      this.mind.mayWrite ? keyed("forget", "Forget …", forgetting) : "",
      warning);
    const correcting = () => {
      const text = make("textarea", "", line.text);
      text.rows = 3;
      text.setAttribute("aria-label", "What is so");
      asking("correct", text, button("act", "Save", () => attempt("about/correct", { text: text.value })),
        button("act", "Leave it", left));
      text.focus();
    };
    const forgetting = () => {
      const keep = button("act", "Keep it", left);
      asking("forget", make("p", "warning", "It goes here and on every relay. Until this server ends, it can be brought back."),
        button("act", "Forget it", () => attempt("about/forget", {})), keep);
      keep.focus();
    };
    choices();
    item.append(acts);
    return item;
  }
}
