// What a page that may write offers to do with a memory.

import * as api from "./api.js";
import { CHANGED, meanwhile } from "./meanwhile.js";
import { alarm, button, make } from "./words.js";

const OFFERED = 20;

// What undoes the last pinning and linking of each memory: {words, what, asked}. What a memory said
// before stands in its history, so that a correction can be undone later too.
const undoing = new Map();

// Buttons for a memory; each says by itself what went wrong. `done(name, isGone)` is called after
// what went well.
export function acts(detail, mind, done) {
  const { name } = detail;
  const place = make("div", "acts");
  const said = alarm();
  let open = null; // the key of what is being asked, in place of the choices

  // `seen` is what the memory said when somebody decided.
  const attempt = async (what, asked, undo = null, seen = detail.value) => {
    said.textContent = "";
    try {
      await api.act(what, { name, seen, ...asked });
    } catch (error) {
      if (error.status === CHANGED) await compare(what, asked, undo);
      else said.textContent = error.message;
      return;
    }
    if (undo === null) undoing.delete(name);
    else undoing.set(name, undo);
    place.classList.remove("asked");
    if (what !== "forget") choices(what);
    done(name, what === "forget");
  };

  // Somebody wrote meanwhile: both are shown, and nothing is done until it is said again.
  const compare = async (what, asked, undo) => {
    let now;
    try {
      now = await api.ask("memory", { name });
    } catch (error) {
      said.textContent = error.message;
      return;
    }
    const again = () => attempt(what, asked, undo, now.value);
    const parts = meanwhile(now.value, asked.value, { again, leave: () => leaving(what) });
    asking(what, ...parts);
    parts.at(-1).focus();
  };

  // Whoever came here by keys goes on from that of the `key`.
  const choices = (key = null) => {
    open = null;
    place.classList.remove("asked");
    const wasHere = place.contains(document.activeElement);
    const { is_pinned: isPinned } = detail;
    const before = former(detail);
    const undo = undoing.get(name) ?? (before === null ? null
      : { words: "the correction", what: "correct", asked: { value: before } });
    place.replaceChildren(
      keyed("pin", isPinned ? "Unpin" : "Pin", () =>
        attempt("pin", { is_pinned: !isPinned },
          { words: isPinned ? "unpinning" : "pinning", what: "pin", asked: { is_pinned: isPinned } })),
      keyed("link", "Link …", linking),
      keyed("correct", "Correct …", correcting),
      keyed("forget", "Forget …", forgetting),
      undo ? keyed(undo.what, `Undo ${undo.words}`, () => attempt(undo.what, undo.asked)) : "",
      said);
    // a key-value memory neither fades nor is linked
    if (name.startsWith("flat/")) place.querySelectorAll("button:nth-of-type(-n + 2)").forEach((one) => one.remove());
    if (wasHere) place.querySelector(`[data-key="${key}"]`)?.focus();
  };
  // Nothing is done; what changed meanwhile is shown.
  const leaving = (key) => {
    said.textContent = "";
    choices(key);
    done(name, false);
  };
  // In place of the choices, until it is left: Escape does that, and leaves the memory where it is.
  const asking = (key, ...parts) => {
    open = key;
    place.classList.add("asked"); // news must not take it away
    said.textContent = "";
    place.replaceChildren(...parts, said);
  };
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || open === null) return;
    event.stopPropagation();
    leaving(open);
  });

  const correcting = () => {
    const text = make("textarea", "", detail.value);
    text.rows = 5;
    text.setAttribute("aria-label", "What it says from now on");
    // of a key-value memory no history is kept: only this page knows what it said
    const undo = () => name.startsWith("flat/") ? { words: "the correction", what: "correct", asked: { value: detail.value } } : null;
    asking("correct", text,
      button("act", "Save", () => attempt("correct", { value: text.value }, undo())),
      button("act", "Leave it", () => leaving("correct")));
    text.focus();
  };

  const linking = () => {
    const other = make("input", "");
    other.setAttribute("aria-label", "The name of the other memory");
    other.placeholder = "domain/facet/key";
    const offered = make("datalist", "");
    offered.id = "offered";
    other.setAttribute("list", offered.id);
    const offer = () => {
      const found = [];
      for (const one of mind.byName.keys()) {
        if (one !== name && !one.startsWith("flat/") && one.includes(other.value)) found.push(one);
        if (found.length === OFFERED) break;
      }
      offered.replaceChildren(...found.map((one) => {
        const option = make("option", "");
        option.value = one;
        return option;
      }));
    };
    other.addEventListener("input", offer);
    const link = () => other.value.trim() === "" ? other.focus() : attempt("link", { other: other.value, is_linked: true },
      { words: "the link", what: "link", asked: { other: other.value, is_linked: false } });
    other.addEventListener("keydown", (event) => event.key === "Enter" && link());
    asking("link", other, offered, button("act", "Link", link), button("act", "Leave it", () => leaving("link")));
    offer();
    other.focus();
  };

  const forgetting = () => {
    const leave = button("act", "Keep it", () => leaving("forget"));
    asking("forget",
      make("p", "warning", "It goes here and on every relay, and what names it names it no more. Until this server ends, it can be brought back."),
      button("act", "Forget it", () => attempt("forget", {})), leave);
    leave.focus();
  };

  choices();
  return place;
}

function keyed(key, words, act) {
  const made = button("act", words, act);
  made.dataset.key = key;
  return made;
}

// What it said before it says what it says, as far as that is kept; null if nothing is.
function former(detail) {
  const before = detail.history.filter((one) => one.name === detail.name && one.until !== null).at(-1);
  return before === undefined || before.value === null || before.value === detail.value ? null : before.value;
}
