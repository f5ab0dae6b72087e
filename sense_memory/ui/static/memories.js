// The memories: the map, the time that is shown, the search, one memory.

import * as api from "./api.js";
import { Detail } from "./detail.js";
import { Forgotten } from "./forgotten.js";
import { MemoryMap } from "./map.js";
import { STATES, relevance } from "./mind.js";
import { Search } from "./search.js";
import { Timeline } from "./timeline.js";
import { button, foreign, isByKey, make, nameOf, number, roomOf } from "./words.js";

const LISTED = 100;
const AGAIN = 3000; // milliseconds until what could not be read is asked for again
const GONE = ["It was forgotten just now.", "It is gone"];
const $ = (id) => document.getElementById(id);

export class Memories {
  // page as in main.js; `said(words, isBroken)` is set by whoever shows the state.
  constructor(page) {
    this.page = page;
    this.mind = page.mind;
    this.said = () => {};
    this.waiting = []; // what changed while the whole was on its way
    this.isFilled = false;
    this.isFilling = false;
    this.isStale = false; // the stream broke off and began anew while the whole was on its way
    this.isDue = false;
    this.isAnyGone = false;
    this.touched = new Set();
    this.numbers = Object.fromEntries([...STATES, "unborn"].map((state) => {
      const count = make("b", "", "0");
      $("legend").append(make("li", state, make("i", ""), state === "unborn" ? "not yet there " : `${state} `, count));
      return [state, count];
    }));
    const chosen = (name) => page.go("memories", name);
    this.map = new MemoryMap($("canvas"), this.mind, {
      pointed: (memory, isByKeys) => {
        this.under(memory);
        $("under").setAttribute("aria-live", isByKeys ? "polite" : "off");
      },
      chosen: (memory) => chosen(memory.name),
      entered: (focus) => this.breadcrumbs(focus),
    });
    this.detail = new Detail($("detail"), this.mind, {
      chosen, known: (key) => page.go("people", key), closed: () => page.go("memories"), left: () => this.back(),
      done: (name, isGone) => {
        if (!isGone) return this.reopen(name);
        if (this.map.open === name) this.detail.fail(...GONE); // the news may have come before, and been left aside
        return this.gone.show();
      },
    });
    this.gone = new Forgotten($("gone"), () => this.back());
    this.timeline = new Timeline(
      { slider: $("now"), output: $("date"), today: $("today"), play: $("play") },
      this.mind,
      (at) => {
        this.map.show(at);
        this.count(at);
        this.detail.at(at);
      },
    );
    // whoever goes past it by keys stays in the view where they are
    for (const type of ["input", "submit"]) $("search").addEventListener(type, () => $("memories").hidden && page.go("memories"));
    new Search($("query"), $("found"), {
      chosen,
      found: (names, words) => {
        this.map.mark({ found: names });
        $("under").setAttribute("aria-live", "polite");
        $("under").textContent = names.size > 0 ? `${words}; arrow down leads to them` : words || "\u00a0";
        this.side();
      },
    });
    $("listed").addEventListener("toggle", () => $("listed").open && this.list());
  }

  async show(name) {
    if (name === "") {
      this.detail.hide();
      this.side();
    } else if (this.map.open !== name || this.detail.name !== name) await this.open(name);
  }

  heard() {} // it hears of each memory by itself

  // To where the memory was opened from, or to the map.
  back() {
    const from = this.from?.isConnected && this.from.checkVisibility() ? this.from : $("canvas");
    from.focus({ preventScroll: true });
  }

  async open(name) {
    if (document.activeElement !== document.body && !$("detail").contains(document.activeElement)) this.from = document.activeElement;
    this.map.mark({ open: name });
    try {
      const found = await api.ask("memory", { name });
      if (this.map.open !== name) return; // somebody has gone on meanwhile
      this.detail.show(found, this.timeline.at);
    } catch (error) {
      if (this.map.open !== name) return;
      this.detail.fail(error.message);
    }
    this.side();
    $("detail").focus({ preventScroll: true });
    $("side").scrollTop = 0;
    if (matchMedia("(max-width: 760px)").matches) $("detail").scrollIntoView();
  }

  side() {
    if ($("detail").hidden && this.map.open !== null) this.map.mark({ open: null });
    $("hint").hidden = !($("detail").hidden && $("found").hidden);
  }

  under(memory) {
    $("under").textContent = memory === null ? "\u00a0"
      : `${foreign(memory.key)}, in ${roomOf(memory.domain)} › ${foreign(memory.facet)}: ${this.words(memory)}`;
  }

  words(memory) {
    const { at } = this.timeline;
    const state = this.mind.state(memory, at);
    return state === "unborn" ? "not there yet" : `${state}, ${number(relevance(memory, at), 2)}${memory.fadesFrom !== null ? "" : isByKey(memory.name) ? ", does not fade" : ", pinned"}`;
  }

  // How many are of which state at the time that is shown.
  count(at) {
    const counts = { active: 0, fading: 0, forgotten: 0, dissolved: 0, unborn: 0 };
    for (const memory of this.mind.all()) counts[this.mind.state(memory, at)] += 1;
    for (const state of [...STATES, "unborn"]) {
      const text = number(counts[state]);
      const there = this.numbers[state];
      if (there.textContent !== text) there.textContent = text;
    }
    if ($("listed").open) this.list();
  }

  breadcrumbs(focus) {
    const called = (name, i) => (i === 0 ? roomOf(name) : foreign(name));
    const names = ["All rooms", ...focus.map(called)];
    $("where").replaceChildren(...names.flatMap((name, i) => [
      ...(i > 0 ? ["›"] : []),
      i === names.length - 1 ? make("b", "", name) : button("", name, () => this.map.enter(focus.slice(0, i))),
    ]));
    if (focus.length < 2) {
      const within = new Set();
      for (const memory of this.mind.all())
        if (focus.length === 0) within.add(memory.domain);
        else if (memory.domain === focus[0]) within.add(memory.facet);
      $("where").append(within.size > 0 ? ":" : "");
      for (const name of [...within].sort())
        $("where").append(button("room", called(name, focus.length), () => this.map.enter([...focus, name])));
    }
    if ($("listed").open) this.list();
  }

  // The strongest memories of the rooms that are shown, for who cannot use a map.
  list() {
    const [domain, facet] = this.map.focus;
    const { at } = this.timeline;
    const there = [...this.mind.all()].filter((one) => at >= one.created &&
      (domain === undefined || one.domain === domain) && (facet === undefined || one.facet === facet));
    there.sort((a, b) => relevance(b, at) - relevance(a, at) || (a.name < b.name ? -1 : 1));
    $("list").replaceChildren(...there.slice(0, LISTED).map((memory) =>
      make("li", "", button("name", nameOf(memory.name), () => this.page.go("memories", memory.name)), make("span", "small", ` ${this.words(memory)}`))));
    if (there.length > LISTED) $("list").append(make("li", "small", `and ${number(there.length - LISTED)} more; enter a room to see them`));
  }

  // -------------------------------------------------------------- what happens elsewhere

  async fill() {
    if (this.isFilling) {
      this.isStale = true;
      return;
    }
    this.isFilling = true;
    clearTimeout(this.again);
    this.waiting.length = 0;
    try {
      this.mind.fill(await api.ask("memories"));
      this.isFilled = true;
      for (const news of this.waiting.splice(0)) this.apply(news);
      this.refresh();
      // what was opened before all was known has neither its links nor what may be done with it
      if (this.detail.shown !== null && !this.detail.isEdited) this.detail.show(this.detail.shown, this.timeline.at);
      this.said("live");
      if (this.mind.mayWrite) this.gone.show();
      requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
    } catch (error) {
      this.said(error.message, true);
      this.again = setTimeout(() => this.fill(), AGAIN); // a relay may be reached by then
    } finally {
      this.isFilling = false;
    }
    if (this.isStale) {
      this.isStale = false;
      await this.fill();
    }
  }

  apply(news) {
    if (news.gone !== null) this.mind.remove(news.gone);
    this.mind.put(news.memories);
  }

  hear(news) {
    if (!this.isFilled || this.isFilling) {
      this.waiting.push(news);
      return;
    }
    this.apply(news);
    this.touched.add(news.gone ?? news.memories.name[0]);
    this.isAnyGone ||= news.gone !== null;
    if (this.isDue) return;
    this.isDue = true;
    // once for all that come at the same time, as an import does
    requestAnimationFrame(() => {
      this.isDue = false;
      if (this.touched.has(this.map.open) && !this.detail.isEdited) this.reopen(this.map.open);
      this.touched.clear();
      if (this.isAnyGone && this.mind.mayWrite) this.gone.show();
      this.isAnyGone = false;
      this.refresh();
      this.said("live");
    });
  }

  async reopen(name) {
    if (!this.mind.byName.has(name)) {
      this.detail.fail(...GONE);
      return;
    }
    try {
      const found = await api.ask("memory", { name });
      if (this.map.open !== name || this.detail.isEdited) return;
      // what is as it was stays, with the button that somebody is just pressing
      if (JSON.stringify(found) !== JSON.stringify(this.detail.shown)) this.detail.show(found, this.timeline.at);
    } catch (error) {
      if (this.map.open === name) this.detail.fail(error.message);
    }
  }

  refresh() {
    $("empty").hidden = this.mind.size > 0;
    this.map.arrange();
    this.breadcrumbs(this.map.focus);
    this.timeline.span();
  }
}
