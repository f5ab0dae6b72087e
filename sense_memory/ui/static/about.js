// What is believed of somebody or something, in sentences.

import * as api from "./api.js";
import { Doing, anew } from "./doing.js";
import { Forgotten } from "./forgotten.js";
import { button, date, foreign, make, number, sentence } from "./words.js";

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
    this.latest = new api.Latest();
    this.gone = new Forgotten(part("about-gone"), () => this.name.focus());
    const form = part("whom");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    form.addEventListener("input", (event) => {
      clearTimeout(this.timer);
      if (event.target !== this.name) this.ask(); // who ticks a box has ended
      else this.timer = setTimeout(() => this.ask(), PAUSE);
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
    this.latest.leave();
    const name = this.name.value.trim();
    this.names.hidden = name !== "" || this.names.children.length === 0;
    if (!isNews && !this.element.hidden) this.page.at("about", name);
    if (name === "") {
      this.showLines();
      await this.propose();
      return;
    }
    try {
      const told = await this.latest.ask("about", { name, past: this.past.checked ? 1 : 0 });
      // what is as it was stays, with the click that is under way in it
      if (told !== undefined && !isBusy() && this.drawnOf(told) !== this.told) this.tell(told);
    } catch (error) {
      this.showLines(make("p", "warning", error.message));
    }
  }

  // What is drawn: what is told, and what may be done with it, which comes with the memories.
  drawnOf(told) {
    const isOnMap = ({ reference }) => this.mind.byName.has(reference.slice("persona/".length));
    return JSON.stringify([told, this.mind.mayWrite, told.lines.map(isOnMap)]);
  }

  // In place of what was told.
  showLines(...parts) {
    this.told = "";
    this.lines.replaceChildren(...parts);
  }

  // Whom one might ask about, until somebody is named.
  async propose() {
    try {
      const { known } = await api.ask("people", { like: "" });
      this.names.replaceChildren(...known.slice(0, PROPOSED).map((one) =>
        make("li", "", button("", foreign(one.name), () => this.page.go("about", one.name)))));
      this.names.hidden = this.name.value.trim() !== "" || known.length === 0;
    } catch (error) {
      this.showLines(make("p", "warning", error.message));
    }
  }

  tell(told) {
    const rooms = new Map();
    this.told = this.drawnOf(told);
    this.now = first(told);
    for (const line of told.lines) rooms.get(line.room)?.push(line) ?? rooms.set(line.room, [line]);
    const parts = [...rooms].flatMap(([room, lines]) => [make("h3", "", ROOMS[room] ?? room), this.room(told.name, lines)]);
    const { activeElement: active } = document;
    const wasHere = this.lines.contains(active);
    const key = active.dataset?.key ?? "";
    anew(this.lines, parts.length > 0 ? parts : [make("p", "small", `Nothing is known of ${foreign(told.name)}.`)]);
    if (wasHere && !this.lines.contains(document.activeElement)) (this.lines.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? this.name).focus({ preventScroll: true });
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
    const what = [line.since === null ? "" : `since ${date(line.since)}`, line.source.startsWith("made of ") ? foreign(line.source) : line.source && `from ${foreign(line.source)}`, foreign(line.why_not)];
    const item = make("li", line.holds ? "" : "over",
      make("div", "told", make("p", "said", sentence(line.text, [name])), make("p", "small", what.filter(Boolean).join("; "))));
    // What follows from others is corrected where those are.
    const from = line.reference.startsWith("pyramid/topic/") ? ["topics", line.reference.slice("pyramid/topic/".length)]
      : /^rapport\/.*\/vector$/s.test(line.reference) ? ["people", name] : null;
    const now = this.now.get(line.reference); // of a line of the past: what stands there by now
    const attempt = (key, asked) => doing.attempt({
      key,
      mine: asked.text,
      act: ({ text, holds }) => api.act(`about/${key}`, { name, reference: line.reference, seen: text, holds, ...asked }),
      done: async () => {
        await this.ask();
        await this.gone.show();
      },
      shown: ({ text }) => text,
    }, now);
    const correcting = () => doing.write("correct", "What is so", line.text, 3, (text) => attempt("correct", { text }));
    const forgetting = () => doing.forget("It goes here and on every relay. Until this server ends, it can be brought back." +
      (now === line ? "" : ` What it says now goes with it: “${foreign(now.text)}”`), () => attempt("forget", {}));
    const doing = new Doing({
      name: line.reference,
      thing: line.holds ? line.reference : `${line.reference} ${line.text}`,
      within: item,
      offered: () => [
        memory !== null && this.mind.byName.has(memory) ? doing.button("map", "On the map", () => this.page.go("memories", memory)) : "",
        from !== null ? doing.button("from", "What it follows from", () => this.page.go(...from)) : "",
        this.mind.mayWrite && line.holds && from === null ? doing.button("correct", "Correct …", correcting) : "",
        this.mind.mayWrite ? doing.button("forget", "Forget …", forgetting) : "",
      ],
      look: async () => {
        const found = first(await api.ask("about", { name, past: 1 })).get(line.reference);
        if (found === undefined || (now.holds && !found.holds)) throw new Error("It is not believed any more.");
        return found;
      },
      left: () => {
        this.told = ""; // it may have stood there while all else was told anew
        this.ask(true);
      },
    });
    item.append(doing.offer());
    return item;
  }
}

// What each says now stands before what it said once.
function first({ lines }) {
  return new Map(lines.toReversed().map((one) => [one.reference, one]));
}
