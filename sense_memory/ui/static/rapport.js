// How the agent talks with one peer: where seven dimensions stand, session by session, and what is
// known of the peer in three texts.

import * as api from "./api.js";
import { Chart } from "./chart.js";
import { Texts } from "./texts.js";
import { alarm, away, button, date, foreign, heading, make, many, moment, number, percent } from "./words.js";

const CONCERNED = ["all", "rapport", "reading", "layer", "layer-version"];
const MIDDLE = 0.5;
const AWAY = 0.1; // from the middle, to be worth a word
const READERS = { rules: "by rules", caller: "by whoever held it" };
const RESILIENCE = {
  relationship: "friction was met and strengthened this",
  dependency: "friction is borne out of need, which is no strength",
  untested: "no friction yet",
};

const score = (value) => number(value, 2);

export class Rapport {
  constructor(section, page) {
    Object.assign(this, { section, page, name: "", told: null, place: null, shown: {}, latest: new api.Latest() });
    section.hidden = true;
    this.wrong = alarm();
    this.body = make("div", "");
    this.body.hidden = true;
    section.replaceChildren(this.wrong, this.body);
  }

  // Of somebody; it hides itself where nobody of that name is a peer.
  async show(name) {
    if (name !== this.name) {
      this.name = name;
      this.told = null;
      this.section.hidden = this.body.hidden = true;
      this.texts?.clear();
      this.shown = {};
    }
    await this.ask();
  }

  // Somebody else is looked at: an answer that is on its way shows nobody any more.
  leave() {
    this.latest.leave();
    this.section.hidden = true;
  }

  // News leave what somebody is writing as it is.
  async heard(types) {
    if (this.name === "" || this.section.closest("main").hidden) return;
    if (CONCERNED.some((one) => types.has(one))) await this.ask();
  }

  // What was done here is shown, also beside what somebody is writing.
  async ask(isOwn = false) {
    try {
      const told = await this.latest.ask("rapport", { peer: this.name });
      if (told === undefined) return;
      this.section.hidden = told.rapport === null;
      if (told.rapport !== null) this.tell(told.rapport, isOwn);
    } catch (error) {
      this.section.hidden = false;
      this.wrong.textContent = error.message;
    }
  }

  tell(told, isOwn) {
    const isLast = this.told === null || this.place === this.told.course.length;
    if (this.rows === undefined) this.build(told);
    this.told = told;
    this.body.hidden = false;
    this.wrong.textContent = "";
    this.title.textContent = `How we talk with ${foreign(told.peer)}`;
    this.summary.textContent = [
      told.last === null ? "No session was held yet" :
        `${many(told.sessions, "session")}, the last ${away(told.last, this.page.mind.present())}`,
      told.earlier > 0 && `the first ${number(told.earlier)} are kept as one sum`,
    ].filter(Boolean).join("; ");
    this.slider.max = told.course.length;
    this.along.hidden = this.legend.hidden = told.course.length === 0;
    this.dimensions.hidden = told.sessions === 0 && told.course.length === 0;
    told.dimensions.forEach((one, i) => {
      const line = [told.start[i], ...told.course.map((session) => session.values[i])];
      const dots = [null, ...told.course.map((session) => session.scores.find((score) => score.dimension === one.name)?.value ?? null)];
      const rings = dots.map((dot, place) => (place > 0 && told.course[place - 1].corrected.includes(one.name) ? dot : null));
      this.rows[i].fill(one, { line, dots, rings }, told);
    });
    this.at(isLast ? told.course.length : Math.min(this.place, told.course.length));
    this.once("course", told.course, () => {
      this.fillWishes();
      this.fillTable();
    });
    this.prompt.textContent = told.told;
    if (this.texts.isBusy && !isOwn) return;
    this.once("texts", [told.layers, told.versions, told.is_due, this.page.mind.mayWrite], () => this.texts.fill(told));
  }

  // What is as it was stays as it is, with what is focused in it.
  once(part, told, fill) {
    const now = JSON.stringify(told);
    if (this.shown[part] === now) return;
    this.shown[part] = now;
    fill();
  }

  // What stays while the numbers change, and those they are of.
  build(told) {
    this.title = make("h3", "");
    this.title.id = "talk-title";
    this.section.setAttribute("aria-labelledby", this.title.id);
    this.summary = make("p", "small");
    this.slider = make("input", "");
    Object.assign(this.slider, { type: "range", min: 0, step: 1, id: "session" });
    this.slider.addEventListener("input", () => this.at(Number(this.slider.value)));
    const label = make("label", "", "After session");
    label.htmlFor = this.slider.id;
    this.when = make("output", "");
    this.along = make("div", "along", label, this.slider, this.when);
    this.rows = told.dimensions.map((one) => new Row(one, {
      pointed: (place) => this.showPlace(place ?? this.place),
      chosen: (place) => this.at(place),
    }));
    this.session = make("div", "session");
    this.table = make("div", "wide");
    this.table.tabIndex = 0;
    this.table.setAttribute("role", "region");
    this.table.setAttribute("aria-label", "Where the seven stood after each session");
    this.texts = new Texts(this.page, () => this.ask(true));
    this.prompt = make("pre", "");
    this.wishes = make("div", "");
    this.dimensions = make("ul", "dimensions", ...this.rows.map((row) => row.element));
    this.legend = make("p", "small", "A bar begins in the middle, where everybody starts; its tick is where it stood before these " +
      "sessions. The line is where it stood after each, the dots how each was read, a ring that something else was asked for.");
    this.body.replaceChildren(this.title, this.summary,
      this.dimensions, this.along, this.legend,
      this.session, this.wishes, this.texts.element,
      make("details", "", make("summary", "", "What the agent is told before a session"), this.prompt),
      make("details", "", make("summary", "", "The numbers as a table"), this.table));
  }

  // After which session it is shown, 0 is before the first.
  at(place) {
    this.place = place;
    this.slider.value = place;
    this.showPlace(place);
  }

  showPlace(place) {
    const { course, start, earlier } = this.told;
    const session = place === 0 ? null : course[place - 1];
    const values = session?.values ?? start;
    this.rows.forEach((row, i) => row.at(place, values[i], place === course.length));
    const which = session === null ? `${number(earlier)} of ${number(earlier + course.length)}` : `${number(earlier + place)} of ${number(earlier + course.length)}, ${date(session.at)}`;
    this.when.textContent = which;
    this.slider.setAttribute("aria-valuetext", which);
    this.session.replaceChildren(...(session === null ? this.beginning() : this.read(session, place)));
  }

  beginning() {
    const { course, earlier } = this.told;
    if (course.length === 0) return [];
    return [make("p", "small", earlier > 0
      ? `What ${many(earlier, "earlier session")} add up to.` : "Where everybody starts: in the middle.")];
  }

  // What was seen in a session, and what it moved.
  read(session, place) {
    const before = place === 1 ? this.told.start : this.told.course[place - 2].values;
    const steps = this.told.dimensions
      .map((one, i) => [one.name, session.values[i] - before[i]])
      .filter(([, step]) => Math.abs(step) >= 0.005)
      .sort((one, other) => Math.abs(other[1]) - Math.abs(one[1]))
      .map(([name, step]) => `${name} ${step > 0 ? "+" : "−"}${score(Math.abs(step))}`);
    const how = [moment(session.at), session.turns > 0 && many(session.turns, "message"),
      `read ${READERS[session.reader] ?? `by ${foreign(session.reader)}`}`,
      session.confidence < 1 && `believed to ${percent(session.confidence)}`];
    const seen = session.scores.filter((one) => one.signal !== "" || one.evidence !== "");
    return [
      make("h4", "", `Session ${number(this.told.earlier + place)}`),
      make("p", "small", how.filter(Boolean).join(", ")),
      session.asked_for === "" ? null : make("p", "asked-for", session.asked_for),
      make("p", "", steps.length > 0 ? `It moved ${steps.join(", ")}.` : "It moved nothing."),
      seen.length === 0 ? null : make("dl", "", ...seen.flatMap((one) => [
        make("dt", "", `${one.dimension} ${score(one.value)}`),
        make("dd", "", one.signal, one.evidence === "" ? null : make("q", "", one.evidence))])),
    ].filter((one) => one !== null);
  }

  // What the peer asked to be otherwise, the latest first; each leads to its session.
  fillWishes() {
    const found = this.told.course.map((one, i) => [one, i + 1]).filter(([one]) => one.asked_for !== "").reverse();
    this.wishes.replaceChildren(...(found.length === 0 ? [] : [make("h4", "", "What they asked for"),
      make("ul", "wishes", ...found.map(([one, place]) =>
        make("li", "", button("name", date(one.at), () => this.at(place)), ` ${foreign(one.asked_for)}`)))]));
  }

  fillTable() {
    const { dimensions, course, start } = this.told;
    const row = (name, values) =>
      make("tr", "", heading(name, "row"), ...values.map((value) => make("td", "", score(value))));
    this.table.replaceChildren(make("table", "",
      make("thead", "", make("tr", "", heading("after", "col"), ...dimensions.map((one) => heading(one.name, "col")))),
      make("tbody", "", row("the start", start), ...course.map((one) => row(date(one.at), one.values)))));
  }
}

// One dimension: where it stands between its ends, and its course.
class Row {
  constructor(one, { pointed, chosen }) {
    this.stands = make("span", "stands");
    this.value = make("span", "value");
    this.fillOf = make("span", "fill");
    this.start = make("span", "start");
    this.bar = make("div", "bar", this.fillOf, make("span", "middle"), this.start);
    this.bar.setAttribute("role", "img");
    this.picture = make("div", "course");
    this.picture.setAttribute("role", "img");
    this.note = make("p", "note");
    const poles = make("p", "poles", make("span", "", one.low), make("span", "", one.high));
    poles.setAttribute("aria-hidden", "true");
    this.element = make("li", "",
      make("p", "head", make("b", "", one.name), " ", this.stands, " ", this.value),
      make("div", "", this.bar, poles), this.picture, this.note);
    this.chart = new Chart(this.picture, { pointed, chosen });
  }

  fill(one, { line, dots, rings }, told) {
    Object.assign(this, { one, first: line[0] });
    this.chart.fill(line, dots, rings);
    this.picture.setAttribute("aria-label", `Its course: from ${score(line[0])} to ${score(line.at(-1))}, ` +
      `between ${score(Math.min(...line))} and ${score(Math.max(...line))}`);
    const { drift } = one;
    this.said = [
      drift && `${drift.direction === "higher" ? "▲" : "▼"} drifted: more ` +
        `${drift.direction === "higher" ? one.high : one.low} than the ${score(drift.baseline)} of past sessions`,
      one.is_stuck && "the last sessions were all read alike",
      one.name === "resilience" && RESILIENCE[told.resilience],
    ].filter(Boolean).join("; ");
    this.hasDrifted = drift !== null;
  }

  at(place, value, isNow) {
    const { one, first } = this;
    const away = value - MIDDLE;
    this.stands.textContent = Math.abs(away) < AWAY ? "in between" : `rather ${away > 0 ? one.high : one.low}`;
    this.value.textContent = score(value);
    this.fillOf.style.left = `${Math.min(value, MIDDLE) * 100}%`;
    this.fillOf.style.width = `${Math.abs(away) * 100}%`;
    this.start.style.left = `${first * 100}%`;
    this.bar.setAttribute("aria-label", `${score(value)} on the way from ${one.low}, 0, to ${one.high}, 1; ` +
      `it was ${score(first)} before these sessions`);
    this.note.textContent = isNow ? this.said : "";
    this.note.classList.toggle("warning", isNow && this.hasDrifted);
    this.chart.at(place);
  }
}
