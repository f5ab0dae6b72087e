// The page put together.

import * as api from "./api.js";
import { About } from "./about.js";
import { Detail } from "./detail.js";
import { MemoryMap } from "./map.js";
import { Mind, STATES, relevance } from "./mind.js";
import { Search } from "./search.js";
import { Timeline } from "./timeline.js";
import { button, make } from "./words.js";

const LISTED = 100;
const $ = (id) => document.getElementById(id);

const mind = new Mind();
const waiting = []; // what changed while the whole was on its way
let isFilled = false;
let isFilling = false;
let isStale = false; // the stream broke off and began anew while the whole was on its way

const map = new MemoryMap($("canvas"), mind, {
  pointed(memory, isByKeys) {
    under(memory);
    $("under").setAttribute("aria-live", isByKeys ? "polite" : "off");
  },
  chosen: (memory) => open(memory.name),
  entered: breadcrumbs,
});
const detail = new Detail($("detail"), mind, { chosen: open, closed: () => side(), done: reopen });
const timeline = new Timeline(
  { slider: $("now"), output: $("date"), today: $("today"), play: $("play") },
  mind,
  (at) => {
    map.show(at);
    count(at);
    detail.at(at);
  },
);
$("query").addEventListener("focus", () => (location.hash = "#memories"));
new Search($("query"), $("found"), {
  chosen: open,
  found(names) {
    map.mark({ found: names });
    side();
  },
});

const about = new About({ form: $("whom"), name: $("name"), past: $("past"), lines: $("lines") }, mind, (name) => {
  location.hash = "#memories";
  open(name);
});

// ---------------------------------------------------------------- which view is shown

const VIEWS = ["memories", "about"];

function view() {
  const shown = VIEWS.find((one) => `#${one}` === location.hash) ?? VIEWS[0];
  for (const one of VIEWS) {
    $(one).hidden = one !== shown;
    const link = document.querySelector(`#views a[href="#${one}"]`);
    if (one === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `sense-memory: ${shown}`;
  if (shown === "about") $("name").focus();
}
addEventListener("hashchange", view);
view();

async function open(name) {
  map.mark({ open: name });
  try {
    const found = await api.memory(name);
    if (map.open === name) detail.show(found, timeline.at);
  } catch (error) {
    detail.fail(error.message);
  }
  side();
  $("detail").focus({ preventScroll: true });
  $("side").scrollTop = 0;
  if (matchMedia("(max-width: 760px)").matches) $("detail").scrollIntoView();
}

function side() {
  if ($("detail").hidden && map.open !== null) map.mark({ open: null });
  $("hint").hidden = !($("detail").hidden && $("found").hidden);
}

function under(memory) {
  $("under").textContent = memory === null ? "\u00a0"
    : `${memory.key}, in ${memory.domain} › ${memory.facet}: ${words(memory)}`;
}

function words(memory) {
  const state = mind.state(memory, timeline.at);
  return state === "unborn" ? "not there yet" : `${state}, ${relevance(memory, timeline.at).toFixed(2)}${memory.fadesFrom === null ? ", pinned" : ""}`;
}

// How many are of which state at the time that is shown.
function count(at) {
  const counts = { active: 0, fading: 0, forgotten: 0, dissolved: 0, unborn: 0 };
  for (const memory of mind.all()) counts[mind.state(memory, at)] += 1;
  for (const state of [...STATES, "unborn"]) {
    const number = numbers[state];
    const text = counts[state].toLocaleString();
    if (number.textContent !== text) number.textContent = text;
  }
  if ($("listed").open) list();
}

const numbers = Object.fromEntries([...STATES, "unborn"].map((state) => {
  const number = make("b", "", "0");
  $("legend").append(make("li", state, make("i", ""), state === "unborn" ? "not yet there " : `${state} `, number));
  return [state, number];
}));

function breadcrumbs(focus) {
  const names = ["All rooms", ...focus];
  $("where").replaceChildren(...names.flatMap((name, i) => [
    ...(i > 0 ? ["›"] : []),
    i === names.length - 1 ? make("b", "", name) : button("", name, () => map.enter(focus.slice(0, i))),
  ]));
  if (focus.length < 2) {
    const within = new Set();
    for (const memory of mind.all())
      if (focus.length === 0) within.add(memory.domain);
      else if (memory.domain === focus[0]) within.add(memory.facet);
    $("where").append(within.size > 0 ? ":" : "");
    for (const name of [...within].sort()) $("where").append(button("room", name, () => map.enter([...focus, name])));
  }
  if ($("listed").open) list();
}

// The strongest memories of the rooms that are shown, for who cannot use a map.
function list() {
  const [domain, facet] = map.focus;
  const there = [...mind.all()].filter((one) => timeline.at >= one.created &&
    (domain === undefined || one.domain === domain) && (facet === undefined || one.facet === facet));
  there.sort((a, b) => relevance(b, timeline.at) - relevance(a, timeline.at) || (a.name < b.name ? -1 : 1));
  $("list").replaceChildren(...there.slice(0, LISTED).map((memory) =>
    make("li", "", button("name", memory.name, () => open(memory.name)), make("span", "small", ` ${words(memory)}`))));
  if (there.length > LISTED) $("list").append(make("li", "small", `and ${(there.length - LISTED).toLocaleString()} more; enter a room to see them`));
}
$("listed").addEventListener("toggle", () => $("listed").open && list());

// ---------------------------------------------------------------- what happens elsewhere

async function fill() {
  if (isFilling) {
    isStale = true;
    return;
  }
  isFilling = true;
  waiting.length = 0;
  try {
    mind.fill(await api.memories());
    isFilled = true;
    for (const news of waiting.splice(0)) apply(news);
    refresh();
    said("live");
    requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
  } catch (error) {
    said(error.message, true);
  } finally {
    isFilling = false;
  }
  if (isStale) {
    isStale = false;
    await fill();
  }
}

function apply(news) {
  if (news.gone !== null) mind.remove(news.gone);
  mind.put(news.memories);
}

let isDue = false;
const touched = new Set();

function hear(news) {
  if (!isFilled || isFilling) {
    waiting.push(news);
    return;
  }
  apply(news);
  touched.add(news.gone ?? news.memories.name[0]);
  if (isDue) return;
  isDue = true;
  setTimeout(() => about.again());
  // once for all that come at the same time, as an import does
  requestAnimationFrame(() => {
    isDue = false;
    if (touched.has(detail.name) && !detail.isEdited) reopen(detail.name);
    touched.clear();
    refresh();
    said("live");
  });
}

async function reopen(name) {
  if (!mind.byName.has(name)) {
    detail.fail("It was forgotten just now.");
    return;
  }
  try {
    const found = await api.memory(name);
    if (detail.name === name && !detail.isEdited) detail.show(found, timeline.at);
  } catch (error) {
    if (detail.name === name) detail.fail(error.message);
  }
}

function refresh() {
  $("empty").hidden = mind.size > 0;
  map.arrange();
  breadcrumbs(map.focus);
  timeline.span();
}

function said(words, isBroken = false) {
  $("state").textContent = isBroken ? words : `${mind.size.toLocaleString()} ${mind.size === 1 ? "memory" : "memories"}, ${words}`;
  $("state").classList.toggle("broken", isBroken);
}

api.changes({
  ready: fill,
  news: hear,
  other: () => about.again(),
  lost: () => said("the server does not answer; what is shown is what it said last", true),
});

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    location.hash = "#memories";
    view();
    $("query").focus();
    event.preventDefault();
  }
});
