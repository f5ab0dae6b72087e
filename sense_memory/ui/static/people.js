// People and things: who is known since when, and how we talk.

import * as api from "./api.js";
import { Eras, marks } from "./eras.js";
import { Graph, SHAPES } from "./graph.js";
import { DAY } from "./mind.js";
import { Rapport } from "./rapport.js";
import { Somebody } from "./somebody.js";
import { alarm, button, date, foreign, heading, make, many, number, spoken, svg } from "./words.js";

const PAUSE = 200;
const OURS = ["node", "edge", "note", "rapport", "reading", "layer", "all"];
const AHEAD = 30 * DAY;
const TYPES = {
  person: "people", concept: "concepts", entity: "places and things", source: "sources", artifact: "made things",
  storyline: "stories", macro: "long stories",
};
const ROWS = 1000;

export class People {
  constructor(element, page) {
    Object.assign(this, { element, page, drawing: new api.Latest(), around: "", depth: 2, sources: false, name: "", peer: null, drawn: null, changes: [], wrong: new Map(), told: new Map() });
    this.build();
    this.graph = new Graph(this.box, {
      pointed: (node, relation) => this.point(node, relation),
      chosen: (key) => this.page.go("people", key),
      left: () => this.page.go("people"),
    });
    this.somebody = new Somebody(this.detail, page, {
      closed: () => this.page.go("people"),
      centred: (key) => this.centre(key),
    });
    this.rapport = new Rapport(this.talk, page);
    const clock = { present: () => page.mind.present(), span: () => this.span() };
    this.timeline = new Eras(this.time, clock, (at) => this.pass(at));
  }

  // ------------------------------------------------------------------ what there is

  build() {
    const title = make("h2", "unseen", "People and things");
    title.id = "people-title";
    this.where = make("nav", "who-where");
    this.where.setAttribute("aria-label", "Whose surroundings");
    this.box = make("div", "who-graph");
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "application");
    this.box.setAttribute("aria-roledescription", "graph");
    this.box.setAttribute("aria-label", "People and things, and how they relate");
    this.box.setAttribute("aria-describedby", "people-keys");
    this.empty = make("p", "who-empty", "Nobody and nothing is known here yet. Whoever is, appears at once.");
    this.empty.hidden = true;
    const keys = make("p", "unseen", "Arrow keys go from one to the next, Enter opens one, plus and minus come nearer and go away, 0 shows all.");
    keys.id = "people-keys";
    this.under = make("p", "who-under", "\u00a0");
    this.under.setAttribute("aria-live", "polite");
    this.legend = make("ul", "who-legend");
    this.legend.setAttribute("aria-label", "What is drawn how");
    const slider = make("input", "");
    Object.assign(slider, { type: "range", min: 0, step: 1, value: 0, id: "people-now" });
    slider.setAttribute("aria-label", "The time that is shown");
    this.marks = make("div", "who-along");
    const output = make("output", "");
    const play = button("", "▶", () => {});
    play.setAttribute("aria-pressed", "false");
    play.setAttribute("aria-label", "Let time pass");
    const today = button("", "Now", () => {});
    this.time = { slider, output, today, play };
    this.earlier = button("", "‹ Change before", () => this.toChange(-1));
    this.later = button("", "Change after ›", () => this.toChange(1));
    this.changed = make("p", "who-changed");
    this.changed.setAttribute("aria-live", "polite");
    this.listed = make("details", "who-listed", make("summary", "", "The same as a list"));
    this.listed.addEventListener("toggle", () => this.list());
    this.warning = alarm();
    const drawing = make("section", "who", title, this.where, this.warning, make("div", "who-place", this.box, this.empty), keys,
      this.under, this.legend, make("div", "who-time", play, make("div", "who-slider", this.marks, slider), output, today),
      make("div", "who-changes", this.earlier, this.changed, this.later), this.listed);
    drawing.setAttribute("aria-labelledby", title.id);

    this.detail = make("article", "who-detail");
    this.detail.tabIndex = -1;
    this.detail.hidden = true;
    this.talk = make("section", "");
    this.talk.id = "talk";
    this.talk.hidden = true;
    const all = make("h2", "", "Who and what there is");
    all.id = "people-all";
    this.like = make("input", "");
    Object.assign(this.like, { type: "search", placeholder: "Some of a name", autocomplete: "off", spellcheck: false });
    this.like.setAttribute("aria-label", "Some of a name");
    this.like.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.names(), PAUSE);
    });
    this.all = make("ul", "who-all");
    const known = make("section", "", all, this.like, this.all);
    known.setAttribute("aria-labelledby", all.id);
    this.side = make("aside", "who-side", this.detail, this.talk, known);
    this.side.setAttribute("aria-label", "Details");
    this.element.append(drawing, this.side);
  }

  // ------------------------------------------------------------------ where one is led

  async show(name) {
    this.name = name;
    if (this.drawn === null) {
      await this.open(); // whoever comes for somebody finds them in the middle
      if (this.name === name) this.around = this.found?.key ?? "";
      await this.read();
    } else {
      const wasStale = this.isStale;
      if (wasStale) await this.read();
      await this.open();
      if (wasStale && this.peer !== null) await this.rapport.show(this.peer);
    }
  }

  async heard(types) {
    const isOurs = OURS.some((one) => types.has(one));
    if (this.element.hidden) {
      this.isStale ||= isOurs;
      return;
    }
    if (isOurs) await this.read();
    if (isOurs || types.has("persona")) await this.open(true); // memories name people, too
    if (this.peer !== null) await this.rapport.heard(types);
  }

  async read() {
    this.isStale = false;
    await Promise.all([this.names(), this.draw()]);
  }

  // What went wrong stands above, in the server's words, until the same goes well.
  async attempt(what, work) {
    try {
      await work();
      this.wrong.delete(what);
    } catch (error) {
      this.wrong.set(what, error.message);
    }
    this.warning.textContent = [...new Set(this.wrong.values())].join(" ");
  }

  names() {
    return this.attempt("names", async () => {
      const like = this.like.value.trim();
      const { known, more } = await api.ask("people", { like });
      if (this.like.value.trim() !== like || this.isAsBefore("names", [like, known, more])) return;
      const { activeElement: active } = document;
      const wasAt = this.all.contains(active) ? active.textContent : null;
      const rows = known.map((one) => make("li", "",
        icon(one.type), link(this.page, one), make("span", "small", [TYPE[one.type], one.relations > 0 && many(one.relations, "relation"),
          one.peer !== null && "we talk"].filter(Boolean).join(", "))));
      if (more > 0) rows.push(make("li", "small", `… and ${number(more)} more: write some of a name.`));
      if (rows.length === 0) rows.push(make("li", "small", like === "" ? "Nobody and nothing yet." : `Nobody and nothing has “${foreign(like)}” in its name.`));
      this.all.replaceChildren(...rows);
      if (wasAt !== null) ([...this.all.querySelectorAll("button")].find((one) => one.textContent === wasAt) ?? this.like).focus();
    });
  }

  // What news did not change stays as it is: a click that has begun on it is one, and whoever is
  // there by keys stays there.
  isAsBefore(what, told) {
    const text = JSON.stringify(told);
    const isSame = this.told.get(what) === text;
    this.told.set(what, text);
    return isSame;
  }

  centre(key) {
    this.around = key;
    return this.draw();
  }

  draw() {
    return this.attempt("graph", async () => {
      const { around, depth, sources } = this;
      const drawn = await this.drawing.ask("graph", { around, depth, sources: sources ? 1 : 0 });
      if (drawn === undefined) return;
      this.around = drawn.around; // whoever was there may be forgotten by now
      if (this.isAsBefore("graph", [drawn, depth, sources])) return;
      this.drawn = { ...drawn, depth, withSources: sources };
      this.called = new Map(drawn.nodes.map((one) => [one.key, one.name]));
      this.empty.hidden = drawn.nodes.length > 0;
      this.rows = null;
      this.changes = changesOf(this.drawn);
      this.lead(); // first: what stands around it says how much room it has, and it would move under a click
      this.graph.draw(this.drawn);
      this.scale();
    });
  }

  // Who is shown beside.
  async open(isNews = false) {
    const name = this.name;
    if (name === "") {
      const wasThere = this.detail.contains(document.activeElement);
      this.found = null;
      this.detail.hidden = true;
      this.graph.mark(null);
      this.with(null);
      if (wasThere) this.box.focus({ preventScroll: true });
      return;
    }
    try {
      const { somebody: found } = await api.ask("somebody", { name });
      if (name !== this.name) return;
      if (found === null) throw new Error(`Nobody and nothing is called ${name} here.`);
      this.found = found;
      this.somebody.tell(found, this.timeline.at);
      this.graph.mark(found.key);
      this.with(found.peer);
    } catch (error) {
      if (name !== this.name) return;
      this.found = null;
      this.graph.mark(null);
      this.somebody.refuse(name, error.message);
      this.with(null);
    }
    if (!isNews) {
      this.side.scrollTop = 0;
      this.detail.focus({ preventScroll: innerWidth > 760 });
    }
  }

  // Whom of those that the agent talks with; nobody else is asked about, and news leave it alone.
  with(peer) {
    if (peer === this.peer) return;
    this.peer = peer;
    if (peer === null) this.rapport.leave();
    else this.rapport.show(peer);
  }

  lead() {
    const { around, more, sources } = this.drawn;
    const parts = [];
    if (around === "") parts.push(make("b", "", "Everybody and everything"));
    else {
      const far = make("select", "");
      far.setAttribute("aria-label", "How far around");
      for (const [steps, text] of [[1, "1 step away"], [2, "2 steps away"], [3, "3 steps away"]]) {
        const option = make("option", "", text);
        option.value = steps;
        option.selected = steps === this.depth;
        far.append(option);
      }
      far.addEventListener("change", () => {
        this.depth = Number(far.value);
        this.draw();
      });
      parts.push(button("", "Everybody and everything", () => this.centre("")), "›",
        make("b", "", `Around ${foreign(this.called.get(around))}`), far);
    }
    if (more > 0) parts.push(make("span", "", `${number(more)} more are not drawn`));
    if (sources > 0) {
      const wanted = make("input", "");
      Object.assign(wanted, { type: "checkbox", checked: this.sources });
      wanted.addEventListener("change", () => {
        this.sources = wanted.checked;
        this.draw();
      });
      parts.push(make("label", "who-sources", wanted, ` also ${many(sources, "source and story", "sources and stories")}`));
    }
    const wasHere = this.where.contains(document.activeElement);
    this.where.replaceChildren(...parts);
    if (wasHere) (this.where.querySelector("select") ?? this.box).focus({ preventScroll: true });
    const there = new Set(this.drawn.nodes.map((one) => one.type));
    const shapes = Object.keys(SHAPES).filter((one) => there.has(one));
    const lines = [["for", "favourable"], ["against", "unfavourable"], ["near", "the thicker, the nearer"]];
    this.legend.replaceChildren(
      ...shapes.map((one) => make("li", "", icon(one), TYPES[one])),
      ...(this.drawn.relations.length > 0 ? lines.map(([kind, text]) => make("li", "", make("i", `line ${kind}`), text)) : []),
      make("li", "", make("i", "faint"), "nothing relates it any more"));
  }

  // ------------------------------------------------------------------ when

  span() {
    const present = this.page.mind.present();
    const times = this.changes.map((one) => one.at);
    return { first: Math.min(present, ...times.slice(0, 1)) - DAY, last: Math.max(present, ...times.slice(-1)) + AHEAD };
  }

  scale() {
    const { first, last } = this.span();
    this.timeline.between([first, ...this.changes.map((one) => one.at), last]);
    this.marks.replaceChildren(marks(this.changes.map((one) => this.timeline.shareOf(one.at))));
  }

  pass(at) {
    if (this.drawn === null) return;
    const { there, past, relations } = this.graph.show(at);
    this.counted = `${number(there)} of ${many(this.drawn.nodes.length, "person or thing", "people and things")}, ${many(relations, "relation")}${past > 0 ? `; ${number(past)} with none any more` : ""}`;
    this.under.textContent = this.counted;
    const last = this.changes.findLastIndex((one) => one.at <= at);
    const now = this.changes[last];
    this.changed.textContent = now === undefined ? "" : `${date(now.at)}: ${now.text}`;
    this.earlier.disabled = last < 0;
    this.later.disabled = last >= this.changes.length - 1;
    this.somebody.at(at);
    if (this.listed.open) this.list();
  }

  // To the moment at which something changed last before that which is shown, or next after it.
  toChange(way) {
    const { at } = this.timeline;
    const next = way > 0 ? this.changes.find((one) => one.at > at) : this.changes.findLast((one) => one.at < at);
    if (next === undefined) return;
    this.timeline.stop();
    this.timeline.isPresent = false;
    this.timeline.set(next.at);
  }

  point(node, relation) {
    if (relation !== null && relation !== undefined) this.under.textContent = this.inWords(relation);
    else if (node) this.under.textContent = `${foreign(node.name)}, ${TYPE[node.type]}; ${this.how(node)}`;
    else this.under.textContent = this.counted ?? "\u00a0";
  }

  how(node) {
    const { at } = this.timeline;
    const holding = this.drawn.relations.filter((one) => (one.start === node.key || one.end === node.key) && holds(one, at));
    return holding.length === 0 ? "nothing relates it then" : many(holding.length, "relation");
  }

  inWords(one) {
    const names = [one.start, one.end].map((key) => foreign(this.called.get(key)));
    if (one.word === undefined) return `${names[0]} ${spoken(one.kind)} ${names[1]}`;
    const until = one.until === null ? "" : ` until ${date(one.until)}`;
    return `${names[0]} ${foreign(spoken(one.word))} ${names[1]}, since ${date(one.since)}${until}: ${stance(one)}`;
  }

  // ------------------------------------------------------------------ the same as a list

  list() {
    if (!this.listed.open || this.drawn === null) return;
    if (this.rows === null) {
      const table = make("table", "");
      const head = make("tr", "", ...["Who", "how", "whom or what", "in words", "since", "until"].map((text) => heading(text, "col")));
      const known = new Map(this.drawn.nodes.map((one) => [one.key, one]));
      this.rows = this.drawn.relations.slice(0, ROWS).map((one) => {
        const cells = [link(this.page, known.get(one.start)), spoken(one.word), link(this.page, known.get(one.end)), stance(one),
          date(one.since), one.until === null ? "" : date(one.until)];
        return [one, make("tr", "", ...cells.map((cell) => make("td", "", cell)))];
      });
      table.setAttribute("aria-label", "Relations at the time that is shown");
      table.append(make("thead", "", head), make("tbody", "", ...this.rows.map(([, row]) => row)));
      const left = this.drawn.relations.length - this.rows.length;
      this.listed.replaceChildren(this.listed.firstElementChild, table,
        left > 0 ? make("p", "small", `${number(left)} relations more: open somebody to see theirs.`) : "");
    }
    for (const [one, row] of this.rows) {
      const isHidden = !holds(one, this.timeline.at);
      if (row.hidden !== isHidden) row.hidden = isHidden;
    }
  }
}

const TYPE = {
  person: "a person", concept: "a concept", entity: "a place or thing", source: "a source", artifact: "a made thing",
  storyline: "a story", macro: "a long story",
};

const holds = (one, at) => one.since <= at && (one.until === null || at < one.until);

const stance = (one) => `${spoken(one.attitude)}, ${spoken(one.proximity)}`;

const link = (page, one) => button("name", foreign(one.name), () => page.go("people", one.key));

// When something begins or ends, the oldest first; what happens at one moment is told together.
function changesOf({ nodes, relations }) {
  const names = new Map(nodes.map((one) => [one.key, foreign(one.name)]));
  const told = (one) => `${names.get(one.start)} ${foreign(spoken(one.word))} ${names.get(one.end)}`;
  const found = new Map();
  const note = (at, text) => found.set(at, [...(found.get(at) ?? []), text]);
  for (const one of relations) {
    note(one.since, told(one));
    if (one.until !== null) note(one.until, `no longer: ${told(one)}`);
  }
  return [...found].sort(([a], [b]) => a - b).map(([at, texts]) => ({
    at, text: texts.length <= 2 ? texts.join("; ") : `${texts.slice(0, 2).join("; ")}; and ${number(texts.length - 2)} more`,
  }));
}

// The shape of a type, as the graph draws it.
const PATHS = {
  person: "M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14z", concept: "M4 2h8l3.5 6l-3.5 6h-8l-3.5-6z",
  entity: "M3 2h10q2 0 2 2v8q0 2-2 2h-10q-2 0-2-2v-8q0-2 2-2z", source: "M1 3h9l5 5l-5 5h-9z",
  artifact: "M8 .5l7.5 7.5l-7.5 7.5l-7.5-7.5z", storyline: "M8 1l7.5 5.5l-3 8.5h-9l-3-8.5z",
  macro: "M8 0l2.4 5.2l5.6.7l-4.1 3.9l1.1 5.6l-5-2.8l-5 2.8l1.1-5.6l-4.1-3.9l5.6-.7z",
};
const icon = (type) =>
  svg("svg", { viewBox: "0 0 16 16", class: `who-icon ${type}`, "aria-hidden": "true" }, svg("path", { d: PATHS[type] }));
