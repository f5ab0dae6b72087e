// What is known of a topic, piece by piece: a summary opens to what it is made of, down to what was
// said. With --write each observation can be corrected, filed elsewhere, forgotten.

import * as api from "./api.js";
import { Doing } from "./doing.js";
import { dates, ofHowMany } from "./tiers.js";
import { button, foreign, make, many, moment, nameOf } from "./words.js";

// What undoes the last correction or filing of each observation: {words}, with the text or the topic that it had.
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
      origin.append("; from the memory ", button("name", nameOf(source.name), () => this.page.go("memories", source.name)));
    } else if (source.kind === "node") {
      const name = source.name.slice(source.name.indexOf(":") + 1);
      origin.append("; from what is known of ", button("name", foreign(name), () => this.page.go("people", name)));
    } else {
      origin.append(`; from ${foreign(source.name)}`);
    }
  }

  acts(item, piece) {
    const { id } = piece;
    const attempt = (step, seen, said, undo) => doing.attempt({
      ...step,
      act: async (now) => {
        await step.act(now);
        if (undo === null) undoing.delete(id);
        else undoing.set(id, undo(now));
      },
      done: () => this.changed(said),
    }, seen);
    const edit = (text, said = "Corrected.", undo = (before) => ({ words: "the correction", text: before })) => attempt({
      key: "correct",
      mine: text,
      act: (seen) => api.act("topic/edit", { observation: id, text, seen }),
      of: (now) => now.text,
    }, piece.text, said, undo);
    const file = (topic, said = topic === "" ? "Filed under no topic." : `Filed under ${foreign(topic)}.`,
      undo = (before) => ({ words: "the filing", topic: before })) => attempt({
      key: "file",
      act: (seen) => api.act("topic/assign", { observation: id, topic, seen }),
      of: (now) => now.topic ?? "",
      shown: (seen) => seen || "no topic",
      head: "It was filed elsewhere meanwhile, under",
    }, piece.topic ?? "", said, undo);
    const undone = ({ words, text, topic }) => doing.button(text === undefined ? "file" : "correct", `Undo ${words}`, () =>
      text === undefined ? file(topic, "The filing is undone.", null) : edit(text, "The correction is undone.", null));

    const correcting = () => doing.write("correct", "What was so", piece.text, 3, (text) => edit(text));
    const filing = () => {
      const topic = make("input", "");
      topic.setAttribute("aria-label", "The name of the topic");
      topic.placeholder = "a topic; a new name makes one";
      const offered = make("datalist", "");
      offered.id = `topics-of-${id}`;
      topic.setAttribute("list", offered.id);
      offered.append(...this.topics.filter((one) => one !== piece.topic).map((one) => new Option(one, one)));
      const filed = () => (topic.value.trim() === "" ? topic.focus() : file(topic.value.trim()));
      topic.addEventListener("keydown", (event) => event.key === "Enter" && filed());
      doing.ask("file", topic, offered, doing.button("file", "File it there", filed),
        this.topic === "" ? "" : button("act", "Under no topic", () => file("")), doing.leaving("Leave it"));
      topic.focus();
    };
    const forgetting = () => doing.forget(
      "It goes here and on every relay, and every summary above it is blank until it is made anew. Only as long as this server runs can it be brought back.",
      () => attempt({
        key: "forget",
        act: (seen) => api.act("topic/forget", { observation: id, seen }),
        of: (now) => now.text,
      }, piece.text, "Forgotten.", null));

    const doing = new Doing({
      name: id,
      within: item,
      offered: () => [doing.button("correct", "Correct …", correcting), doing.button("file", "File elsewhere …", filing),
        doing.button("forget", "Forget …", forgetting), undoing.has(id) ? undone(undoing.get(id)) : ""],
      look: () => api.ask("topic/observation", { id }),
      left: () => this.changed(""),
    });
    return doing.offer();
  }
}

function said({ conversation, turns }) {
  const lines = turns.map((one) => make("li", one.is_meant ? "is-meant" : "", make("b", "", foreign(one.speaker)),
    one.at === null ? "" : make("span", "small", ` ${moment(one.at)}`), make("p", "said", one.text)));
  return make("figure", "quoted", make("figcaption", "small", `From the conversation ${foreign(conversation)}`), make("ol", "", ...lines));
}
