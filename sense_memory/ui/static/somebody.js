// One of those who are known: what it is, how it relates, and where that comes from.

import { alarm, button, date, foreign, make, nameOf, number, sentence, spoken } from "./words.js";

const TYPE = {
  person: "Person", concept: "Concept", entity: "Place or thing", source: "Source", artifact: "Made thing",
  storyline: "Story", macro: "Long story",
};
const STATE = { candidate: "not used yet", active: "in use", core: "used often", archived: "faded: nobody uses it" };

export class Somebody {
  // closed() and centred(key) are told.
  constructor(element, page, { closed, centred }) {
    Object.assign(this, { element, page, told: { closed, centred }, relations: [], key: null, shown: null });
    element.setAttribute("aria-labelledby", "somebody");
    element.addEventListener("keydown", (event) => event.key === "Escape" && closed());
  }

  title(text) {
    const title = make("h2", "", text);
    title.id = "somebody";
    const close = button("close", "×", this.told.closed);
    close.setAttribute("aria-label", "Close");
    return [close, title];
  }

  refuse(name, words) {
    this.relations = [];
    this.shown = null;
    this.element.replaceChildren(...this.title(foreign(name)), alarm(words),
      make("div", "acts", button("act", "What is believed of it", () => this.page.go("about", name))));
    this.element.hidden = false;
  }

  // News that change nothing of it leave it as it is, with what is focused and clicked in it.
  tell(one, at) {
    const text = JSON.stringify(one);
    this.element.hidden = false;
    if (text === this.shown) {
      this.at(at);
      return;
    }
    this.shown = text;
    const when = one.at === null ? one.learned : one.at;
    const facts = [TYPE[one.type], STATE[one.state], when !== null && `${one.at === null ? "known since" : "of"} ${date(when)}`];
    const acts = make("div", "acts",
      one.key === "" ? null : button("act", "Put in the middle", () => this.told.centred(one.key)),
      button("act", "What is believed of it", () => this.page.go("about", one.name)));
    this.relations = one.relations.map((relation) => [relation, this.relation(relation, one.name)]);
    const wasOpen = this.key === one.key && this.others?.parentElement.open;
    this.key = one.key;
    this.holding = make("ul", "");
    this.others = make("ul", "");
    this.summary = make("summary", "");
    this.nothing = make("p", "small", "Nothing relates it at the time that is shown.");
    const others = make("details", "", this.summary, this.others);
    others.open = wasOpen === true;
    this.element.replaceChildren(
      ...this.title(foreign(one.name)), make("p", "small", facts.filter(Boolean).join(", ")),
      one.description === "" ? "" : make("p", "said", one.description), acts,
      ...(one.relations.length > 0 ? [make("h3", "", "How it relates"), this.nothing, this.holding, others] : []),
      ...this.part("Notes", one.notes.map((note) => make("li", "", make("p", "said", note.text), make("p", "small", noted(note))))),
      ...this.part("Where it stands", this.ties(one.ties)),
      ...this.part("Memories", one.memories.map((name) => make("li", "", button("name", nameOf(name), () => this.page.go("memories", name))))),
      ...this.part("Elsewhere", [...one.references, one.origin].filter((text) => text && !text.startsWith("persona/")).map((text) => make("li", "", foreign(text)))),
      ...this.part("Others of that name", one.alike.map((other) => make("li", "", this.to(other.key, other.name), make("span", "small", ` ${TYPE[other.type]}`)))));
    this.at(at);
  }

  part(title, items) {
    return items.length === 0 ? [] : [make("h3", "", title), make("ul", "", ...items)];
  }

  to(key, name) {
    return button("name", foreign(name), () => this.page.go("people", key));
  }

  relation(one, name) {
    const words = [`since ${date(one.since)}`, one.until !== null && !one.is_corrected && `until ${date(one.until)}`,
      one.is_corrected && "that was a mistake", spoken(one.attitude), spoken(one.proximity), one.by && `told by ${foreign(one.by)}`];
    return make("li", "", make("p", "said", sentence(one.text, [name, one.name])), make("p", "small", `${words.filter(Boolean).join(", ")} → `, this.to(one.other, one.name)),
      ...one.notes.map((note) => make("p", "small note", `${foreign(note.text)} (${noted(note)})`)));
  }

  ties(all) {
    const byText = new Map();
    for (const tie of all) byText.set(tie.text, [...(byText.get(tie.text) ?? []), tie]);
    return [...byText].map(([text, ties]) => make("li", "", make("span", "small", `${text} `),
      ...ties.flatMap((tie, i) => [i > 0 ? ", " : "", this.to(tie.other, tie.name)])));
  }

  // What of it holds at the time that is shown, and what held before, or will.
  at(at) {
    if (this.relations.length === 0) return;
    const parts = [[], []];
    for (const [one, item] of this.relations) {
      const isOver = one.is_corrected || (one.until !== null && one.until <= at);
      const isAhead = !isOver && one.since > at;
      item.classList.toggle("over", isOver);
      item.classList.toggle("ahead", isAhead);
      parts[isOver || isAhead ? 1 : 0].push(item);
    }
    const [holding, others] = parts;
    put(this.holding, holding);
    put(this.others, others);
    this.nothing.hidden = holding.length > 0;
    this.others.parentElement.hidden = others.length === 0;
    this.summary.textContent = `What was, or is to come (${number(others.length)})`;
  }
}

// Only if they are others than before: whoever is at one of them stays there.
function put(list, items) {
  if (list.children.length !== items.length || items.some((one, i) => list.children[i] !== one)) list.replaceChildren(...items);
}

const noted = (note) => [date(note.at), foreign(note.by)].filter(Boolean).join(", ");
