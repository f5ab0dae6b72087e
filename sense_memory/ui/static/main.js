// The page put together: which view is shown, and what each hears of what happens elsewhere.

import * as api from "./api.js";
import { Memories } from "./memories.js";
import { Mind } from "./mind.js";
import { alarm, foreign, make, many } from "./words.js";

const $ = (id) => document.getElementById(id);
const TOGETHER = 100; // milliseconds in which changes of other records are told once

// What every view is given. `go(view, name)` leads to a view, and there to somebody or something;
// `at(view, name)` lets the address say where one is already, for a reload.
const mind = new Mind();
const page = {
  mind,
  // not by way of location.hash: where an element is called so, browsers take the focus away
  go(view, name = "") {
    if (location.hash === hashOf(view, name)) return;
    history.pushState(null, "", hashOf(view, name));
    lead();
  },
  at: (view, name) => history.replaceState(null, "", hashOf(view, name)),
};

// Each view has `show(name)`, called whenever it is led to, with the name that the address has or
// ""; and `heard(types)`, called with a set of the types of records that changed, shown or not.
// All but the first are fetched when they are led to the first time.
const LATER = {
  people: async () => new (await import("./people.js")).People($("people"), page),
  topics: async () => new (await import("./topics.js")).Topics($("topics"), page),
  about: async () => new (await import("./about.js")).About($("about"), page),
  safety: async () => new (await import("./safety.js")).Safety($("safety"), page),
};
const memories = new Memories(page);
const views = { memories: Promise.resolve(memories) };
const NAMES = ["memories", ...Object.keys(LATER)];

// ---------------------------------------------------------------- which view is shown

function hashOf(view, name) {
  // half of a surrogate pair, which other clients may have written, stands in no address
  return name === "" ? `#${view}` : `#${view}/${encodeURIComponent(name.toWellFormed())}`;
}

function whereTo() {
  const [, view, name] = /^#([a-z]+)(?:\/(.*))?$/s.exec(location.hash) ?? [null, "memories", ""];
  if (!NAMES.includes(view)) return ["memories", ""];
  try {
    return [view, decodeURIComponent(name ?? "")];
  } catch {
    return [view, ""]; // somebody wrote the address by hand
  }
}

async function lead() {
  const [shown, name] = whereTo();
  for (const one of NAMES) {
    $(one).hidden = one !== shown;
    const link = document.querySelector(`#views a[href="#${one}"]`);
    if (one === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  entitle();
  views[shown] ??= fetched(shown);
  const view = await views[shown];
  if (whereTo()[0] === shown) view?.show(name);
}

// A view; null if it could not be fetched, which browsers try once.
async function fetched(view) {
  try {
    return await LATER[view]();
  } catch (error) {
    $(view).replaceChildren(alarm(`This view could not be fetched; load the page anew. ${error.message}`));
    return null;
  }
}
addEventListener("hashchange", lead);

// Which view it is, and of which scope where it is one alone, as soon as that is known.
function entitle() {
  const [shown] = whereTo();
  document.title = `sense-memory: ${shown}${mind.scope === "" ? "" : ` of ${foreign(mind.scope)}`}`;
  $("scope").hidden = mind.scope === "";
  $("scope").replaceChildren("only the scope ", make("b", "", foreign(mind.scope)));
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
    if (whereTo()[0] !== "memories") page.go("memories");
    $("memories").hidden = false; // what is hidden cannot be focused
    $("query").focus();
    event.preventDefault();
  }
});

// ---------------------------------------------------------------- what happens elsewhere

const touched = new Set();

function heard(type) {
  if (touched.size === 0) setTimeout(tell, TOGETHER);
  touched.add(type);
}

async function tell() {
  const types = new Set(touched);
  touched.clear();
  for (const view of Object.values(views)) (await view)?.heard(types);
}

const said = (words, isBroken = false) => {
  $("state").textContent = isBroken ? words : `${many(mind.size, "memory", "memories")}, ${words}`;
  $("state").classList.toggle("broken", isBroken);
};
memories.said = said;

lead();
api.changes({
  async ready() {
    await memories.fill();
    entitle();
    heard("all");
  },
  news(change) {
    memories.hear(change);
    heard("persona");
  },
  other: heard,
  lost: () => said("the server does not answer; what is shown is what it said last", true),
});
