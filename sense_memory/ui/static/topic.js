// One topic: what it tells, and what that stands on.

import * as api from "./api.js";
import { anew } from "./doing.js";
import { Forgotten } from "./forgotten.js";
import { Pieces } from "./pieces.js";
import { STEP, counted, dirt, toAll } from "./standing.js";
import { Scale, Strip, axis, legend } from "./tiers.js";
import { alarm, button, make, many, moment, number } from "./words.js";

const PAUSE = 200;
const GONE = 404;

export class TopicPage {
  // `drawn` is called whenever the course is to be drawn anew.
  constructor(page, name, isLoose, drawn) {
    Object.assign(this, { page, isLoose, drawn, name: isLoose ? "" : name, isStale: false });
    Object.assign(this, { filling: new api.Latest(), finding: new api.Latest() });
    this.pieces = new Pieces(page, this.name, (done) => this.done(done));
    this.title = make("h2", "");
    this.title.tabIndex = -1;
    this.head = make("div", "");
    this.chart = make("div", "course");
    this.under = make("p", "under", " ");
    this.told = make("section", "told-page");
    this.standing = make("section", "");
    this.words = make("input", "");
    this.words.type = "search";
    this.words.placeholder = "words";
    this.words.setAttribute("aria-label", "Only observations with these words");
    this.words.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.find(), PAUSE);
    });
    this.found = make("div", "");
    this.count = make("p", "small");
    this.count.setAttribute("role", "status");
    this.all = make("details", "all", make("summary", "", "All observations"), this.words, this.count, this.found);
    this.all.addEventListener("toggle", () => this.all.open && this.find());
    this.shown = 0;
    const gone = make("section", "gone");
    gone.setAttribute("aria-label", "Forgotten here");
    this.gone = new Forgotten(gone, () => this.title.focus({ preventScroll: true }));
    this.said = make("p", "unseen");
    this.said.setAttribute("role", "status");
    this.warned = alarm();
    this.told.hidden = isLoose;
    const stands = make("div", "stands", this.standing, this.all, gone);
    this.element = make("article", "topic",
      make("p", "", toAll()), this.title, this.warned, this.head, this.chart, this.under, this.said, make("div", isLoose ? "" : "two", this.told, stands));
    this.element.setAttribute("aria-label", "A topic");
  }

  // What somebody is about to write is not taken away by news.
  get isBusy() {
    return this.element.querySelector(".asked") !== null;
  }

  // Something was done here; or nothing, and what was heard meanwhile is to be shown.
  async done(words) {
    this.said.textContent = words;
    if (words !== "" || this.isStale) await this.refresh(words !== "");
    if (document.activeElement === document.body) this.title.focus({ preventScroll: true }); // it is gone
  }

  // What was done here is shown, also beside what somebody is writing.
  async refresh(isOwn = false) {
    this.isStale = true;
    if (this.isBusy && !isOwn) {
      this.said.textContent = "There is news: it is shown once you have saved or left what you are writing.";
      return;
    }
    try {
      await this.fill(isOwn);
    } catch (error) {
      this.isStale = false;
      if (error.status === GONE) this.element.replaceChildren(make("p", "", toAll()), this.title, alarm(error.message));
      else this.warned.textContent = error.message; // what was said last stays
    }
  }

  async fill(isOwn = false) {
    const all = await this.filling.last((signal) => this.everything(signal));
    if (all === undefined || (this.isBusy && !isOwn)) return;
    const { told, lists, listed } = all;
    this.isStale = false;
    this.warned.textContent = "";
    const { activeElement: active } = document;
    const wasHere = this.element.contains(active);
    const key = wasHere ? active.dataset?.key : undefined;
    const part = this.all.contains(active) ? this.all : this.element; // an observation may be in both
    if (told === null) this.tellLoose();
    else this.tell(told, ...lists);
    if (listed !== undefined) this.put(listed, isOwn);
    if (key !== undefined) part.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
    if (wasHere && document.activeElement === document.body) this.title.focus({ preventScroll: true });
    this.drawn();
  }

  async everything(signal) {
    if (this.page.mind.mayWrite) this.gone.show(); // nothing else waits for it
    const told = this.isLoose ? null : await api.ask("topic", { name: this.name }, signal);
    this.pieces.topics = told === null ? (await api.ask("topics", {}, signal)).topics.map((one) => one.slug) : told.topics;
    const lists = told === null ? [] : await Promise.all([told.top, told.waiting.pieces].map((one) => this.pieces.list(one)));
    signal.throwIfAborted(); // or the list would be taken from whoever is asked since
    return { told, lists, listed: this.isLoose || this.all.open ? await this.listed() : undefined };
  }

  tell(told, top, waiting) {
    const { row } = told;
    this.slug = row.slug;
    this.title.textContent = row.name;
    const dirty = dirt(row);
    const believed = button("name", "What is believed of it", () => this.page.go("about", row.name));
    believed.dataset.key = "believed";
    this.head.replaceChildren(row.description === null ? "" : make("p", "lead", row.description),
      make("p", "small", `${counted(row)}. `, believed),
      dirty.length === 0 ? "" : make("p", "what-is-due", make("span", "dirty", `${dirty.join("; ")}.`), " ",
        make("code", "", "sense-memory pyramid refresh"), " brings it up to date, and so does sleep."));
    this.chartOf(told);
    this.told.classList.toggle("is-stale", !row.is_told);
    this.told.replaceChildren(make("h3", "", "What it tells"), ...page(told));
    const { pieces, more } = told.waiting;
    anew(this.standing, [
      told.top.length > 0 || pieces.length === 0 ? make("h3", "", "What that stands on") : "",
      told.top.length + pieces.length === 0 ? make("p", "small", "Nothing was observed of it yet.") : "",
      told.top.length > 0 ? top : "",
      pieces.length > 0 ? make("h3", "", `In no summary yet: ${number(pieces.length + more)}`) : "",
      pieces.length > 0 ? make("p", "small", `Every ${STEP} of them make a summary.`) : "",
      pieces.length > 0 ? waiting : "",
      more > 0 ? make("p", "small", `${many(more, "older one")} below, among all observations.`) : ""]);
    this.all.hidden = row.observations === 0;
  }

  tellLoose() {
    this.title.textContent = "In no topic yet";
    this.head.replaceChildren(make("p", "small", "What was observed, and waits for a topic. ",
      make("code", "", "sense-memory pyramid refresh"), " finds one."));
    this.all.open = true;
  }

  // Its course over time, which stays where it is as long as it is the same.
  chartOf({ row: { course, observations }, span }) {
    const charted = JSON.stringify([course, observations]);
    if (charted === this.charted) return;
    this.charted = charted;
    this.scale = new Scale(span, this.page.mind.present());
    const most = Math.max(1, ...course.ticks.told.map((one, i) => one + course.ticks.waiting[i]));
    this.strip = observations === 0 ? null : new Strip(course, this.scale, most, true);
    this.listen();
  }

  // The bars tell what they are, and lead to what they say.
  listen() {
    if (this.strip === null) {
      this.chart.replaceChildren();
      return;
    }
    const { element } = this.strip;
    this.dates = make("div", "");
    this.chart.replaceChildren(legend(this.strip.course.tiers.length), this.dates, element);
    element.addEventListener("pointermove", (event) => (this.under.textContent = this.strip.said(event.offsetX, event.offsetY)));
    element.addEventListener("pointerleave", () => (this.under.textContent = " "));
    element.addEventListener("click", (event) => {
      const found = this.strip.hit(event.offsetX, event.offsetY);
      if (found !== null) this.lead(this.strip.course.tiers[found.tier].id[found.place]);
    });
  }

  // To a summary, wherever in others it is.
  async lead(id) {
    try {
      const { path } = await api.ask("topic/path", { name: this.name, summary: id });
      for (const one of path) this.pieces.opened.add(one);
      await this.fill();
    } catch (error) {
      this.under.textContent = error.message;
      return;
    }
    const found = document.getElementById(`piece-${id}`);
    found?.scrollIntoView({ block: "center" });
    found?.querySelector("summary").focus();
  }

  draw() {
    if (this.strip === null || this.strip === undefined || this.chart.clientWidth === 0) return;
    this.scale.width = this.chart.clientWidth;
    this.dates.replaceChildren(axis(this.scale));
    this.strip.draw();
  }

  // ------------------------------------------------------------ all observations

  async find() {
    this.shown = 0;
    try {
      const listed = await this.listed();
      if (listed !== undefined) this.put(listed);
    } catch (error) {
      this.found.replaceChildren(alarm(error.message));
    }
  }

  // As many as were shown already, and at least the first ones.
  listed() {
    return this.finding.last(async (signal) => {
      const pieces = [];
      let more = 0;
      do {
        const given = { name: this.name, words: this.words.value, skip: pieces.length };
        const told = await api.ask("topic/observations", given, signal);
        pieces.push(...told.pieces);
        more = told.pieces.length > 0 ? told.more : 0;
      } while (more > 0 && pieces.length < this.shown);
      return { pieces, more, list: await this.pieces.list(pieces), signal };
    });
  }

  put({ pieces, more, list, signal }, isOwn = false) {
    if (signal.aborted) return; // other words are looked for by now
    if (this.found.querySelector(".asked") !== null && !isOwn) {
      this.count.textContent = "Save what you are writing below, or leave it: then they are searched.";
      return;
    }
    this.shown = pieces.length;
    this.count.textContent = many(pieces.length + more, "observation");
    const next = button("act", `Show more: ${number(more)} are older`, () => {
      this.shown += 1;
      this.refresh();
    });
    next.dataset.key = "next";
    anew(this.found, [list, more > 0 ? next : ""]);
  }
}

// What a topic tells: headings, lists and sentences of Markdown, and nothing else of it.
function page({ content, told_at: at, writer, row }) {
  if (content === null) {
    return [make("p", "small", row.observations === 0
      ? "There is nothing to tell." : "It is blank: it was not told yet, or something that it was told from was forgotten.")];
  }
  const parts = [make("p", "small", `told ${at === null ? "" : `${moment(at)} `}by ${writer}`),
    row.is_told ? "" : make("p", "dirty", "It would be told otherwise now.")].filter(Boolean);
  for (const line of content.split("\n")) {
    const heading = /^#{1,6} +(.*)$/.exec(line);
    const entry = /^\s*[-*] +(.*)$/.exec(line);
    if (heading) parts.push(make("h4", "", heading[1]));
    else if (entry) {
      if (parts.at(-1).tagName !== "UL") parts.push(make("ul", ""));
      parts.at(-1).append(make("li", "", entry[1]));
    } else if (line.trim() !== "") parts.push(make("p", "said", line));
  }
  return parts;
}
