// What is known of a topic, piece by piece: a summary opens to what it is made of, down to what was
// said. With --write each observation can be corrected, filed elsewhere, forgotten.

import * as api from "./api.js";
import { CHANGED, meanwhile } from "./meanwhile.js";
import { dates, ofHowMany } from "./tiers.js";
import { alarm, button, make, many, moment } from "./words.js";

// What undoes the last correction or filing of each observation: {words, undo(text)}, where the text is what it says by now.
const undoing = new Map();

export class Pieces {
  // `topic` is the slug or the name of the topic, "" for none; `topics` the slugs of all. `changed`
  // is called after something was done, with it in words; or with "" once somebody has left it.
  constructor(page, topic, changed) {
    Object.assign(this, { page, topic, changed, topics: [] });
    this.opened = new Set();
    this.turns = new Set();
  }

  // A list of pieces; what was open in the one before is open in it.
  async list(pieces) {
    const items = await Promise.all(pieces.map((one) => (one.tier === null ? this.observation(one) : this.summary(one))));
    return make("ul", "pieces", ...items);
  }

  async summary(piece) {
    const when = piece.start === null ? "no date" : dates(piece.start, piece.end);
    const line = make("summary", "", make("span", `of tier-of-${Math.min(piece.tier, 3)}`, `of ${ofHowMany(piece.tier)}`), ` ${when}`,
      piece.is_outdated ? make("span", "dirty", "to be made anew") : make("span", "said", piece.text));
    line.dataset.key = piece.id;
    const inside = make("div", "inside");
    const opened = make("details", piece.is_outdated ? "piece outdated" : "piece", line, inside);
    opened.id = `piece-${piece.id}`;
    const fill = async () => {
      try {
        const { pieces } = await api.ask("topic/parts", { name: this.topic, summary: piece.id });
        inside.replaceChildren(
          make("p", "small", `Made of ${many(pieces.length, "piece")} by ${piece.writer}`), await this.list(pieces));
      } catch (error) {
        inside.replaceChildren(make("p", "warning", error.message));
      }
    };
    if (this.opened.has(piece.id)) {
      opened.open = true;
      await fill();
    }
    opened.addEventListener("toggle", () => {
      if (opened.open === this.opened.has(piece.id)) return;
      if (!opened.open) this.opened.delete(piece.id);
      else {
        this.opened.add(piece.id);
        opened.filled = fill();
      }
    });
    return make("li", "", opened);
  }

  async observation(piece) {
    const when = [piece.start === null ? "no date" : moment(piece.start), piece.is_waiting && this.topic !== "" ? "in no summary yet" : ""];
    const item = make("li", piece.is_waiting ? "observation is-waiting" : "observation", make("p", "said", piece.text));
    const origin = make("p", "small", when.filter(Boolean).join("; "));
    const quoted = make("div", "");
    item.append(origin, quoted);
    await this.source(piece, origin, quoted);
    if (this.page.mind.mayWrite) item.append(this.acts(item, piece));
    return item;
  }

  // Where it comes from, and how to get there.
  async source({ id, source }, origin, quoted) {
    if (source === null) return;
    if (source.kind === "turn") {
      const ask = async () => {
        try {
          quoted.replaceChildren(said(await api.ask("topic/turn", { name: source.name })));
        } catch (error) {
          quoted.replaceChildren(make("p", "warning", error.message));
        }
      };
      const shown = button("name", "what was said", () => {
        const isOpen = !this.turns.has(id);
        shown.setAttribute("aria-expanded", isOpen);
        if (isOpen) {
          this.turns.add(id);
          ask();
        } else {
          this.turns.delete(id);
          quoted.replaceChildren();
        }
      });
      shown.setAttribute("aria-expanded", this.turns.has(id));
      shown.dataset.key = `${id} turn`;
      if (this.turns.has(id)) await ask();
      origin.append("; from ", shown);
    } else if (source.kind === "memory") {
      origin.append("; from the memory ", button("name", source.name, () => this.page.go("memories", source.name)));
    } else if (source.kind === "node") {
      const name = source.name.slice(source.name.indexOf(":") + 1);
      origin.append("; from what is known of ", button("name", name, () => this.page.go("people", name)));
    } else {
      origin.append(`; from ${source.name}`);
    }
  }

  acts(item, piece) {
    const place = make("div", "acts");
    const warning = alarm();
    const attempt = async (what, asked, done, undo = null) => {
      warning.textContent = "";
      try {
        await api.act(`topic/${what}`, { observation: piece.id, ...asked });
      } catch (error) {
        if (error.status === CHANGED) await compare(what, asked, done);
        else warning.textContent = error.message;
        return;
      }
      if (undo === null) undoing.delete(piece.id);
      else undoing.set(piece.id, undo);
      item.classList.remove("asked");
      await this.changed(done);
    };
    const edit = (text, seen = piece.text) => attempt("edit", { text, seen }, "Corrected.",
      { words: "the correction", undo: (now) => attempt("edit", { text: seen, seen: now }, "The correction is undone.") });
    const assign = (topic) => attempt("assign", { topic }, topic === "" ? "Filed under no topic." : `Filed under ${topic}.`,
      { words: "the filing", undo: () => attempt("assign", { topic: piece.topic ?? "" }, "The filing is undone.") });
    // Somebody wrote meanwhile: both are shown, and nothing is done until it is said again.
    const compare = async (what, asked, done) => {
      let now;
      try {
        now = await api.ask("topic/observation", { id: piece.id });
      } catch (error) {
        warning.textContent = error.message;
        return;
      }
      const again = () => (what === "edit" ? edit(asked.text, now.text) : attempt(what, { seen: now.text }, done));
      const parts = meanwhile(now.text, asked.text, { again, leave });
      asking(...parts);
      parts.at(-1).focus();
    };
    const asking = (...parts) => {
      item.classList.add("asked");
      place.replaceChildren(...parts, warning);
    };
    const keyed = (made, key) => {
      made.dataset.key = `${piece.id} ${key}`;
      return made;
    };
    const choices = () => {
      warning.textContent = "";
      const undo = undoing.get(piece.id);
      place.replaceChildren(keyed(button("act", "Correct …", correcting), "correct"),
        keyed(button("act", "File elsewhere …", filing), "file"), keyed(button("act", "Forget …", forgetting), "forget"),
        undo === undefined ? "" : keyed(button("act", `Undo ${undo.words}`, () => undo.undo(piece.text)), "undo"), warning);
    };
    const leave = () => {
      item.classList.remove("asked");
      choices();
      place.firstChild.focus();
      this.changed("");
    };
    item.addEventListener("keydown", (event) => event.key === "Escape" && item.classList.contains("asked") && leave());
    const correcting = () => {
      const text = make("textarea", "", piece.text);
      text.rows = 3;
      text.setAttribute("aria-label", "What was so");
      asking(text, keyed(button("act", "Save", () => edit(text.value)), "correct"), button("act", "Leave it", leave));
      text.focus();
    };
    const filing = () => {
      const topic = make("input", "");
      topic.setAttribute("aria-label", "The name of the topic");
      topic.placeholder = "a topic; a new name makes one";
      const offered = make("datalist", "");
      offered.id = `topics-of-${piece.id}`;
      topic.setAttribute("list", offered.id);
      offered.append(...this.topics.filter((one) => one !== piece.topic).map((one) => new Option(one, one)));
      const file = () => (topic.value.trim() === "" ? topic.focus() : assign(topic.value.trim()));
      topic.addEventListener("keydown", (event) => event.key === "Enter" && file());
      asking(topic, offered, keyed(button("act", "File it there", file), "file"),
        this.topic === "" ? "" : button("act", "Under no topic", () => assign("")), button("act", "Leave it", leave));
      topic.focus();
    };
    const forgetting = () => {
      const keep = button("act", "Keep it", leave);
      asking(make("p", "warning", "It goes here and on every relay, and every summary above it is blank until it is made anew. Only as long as this server runs can it be brought back."),
        button("act", "Forget it", () => attempt("forget", { seen: piece.text }, "Forgotten.")), keep);
      keep.focus();
    };
    choices();
    return place;
  }
}

function said({ conversation, turns }) {
  const lines = turns.map((one) => make("li", one.is_meant ? "is-meant" : "", make("b", "", one.speaker),
    one.at === null ? "" : make("span", "small", ` ${moment(one.at)}`), make("p", "said", one.text)));
  return make("figure", "quoted", make("figcaption", "small", `From the conversation ${conversation}`), make("ol", "", ...lines));
}
