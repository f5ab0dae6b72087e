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
    const leave = () => {
      choices();
      done(name);
    };
    const parts = meanwhile(now.value, asked.value, { again: () => attempt(what, asked, undo, now.value), leave });
    place.replaceChildren(...parts, said);
    parts.at(-1).focus();
  };

  const choices = () => {
    const { is_pinned: isPinned } = detail;
    const before = former(detail);
    const undo = undoing.get(name) ?? (before === null ? null
      : { words: "the correction", what: "correct", asked: { value: before } });
    place.replaceChildren(
      button("act", isPinned ? "Unpin" : "Pin", () =>
        attempt("pin", { is_pinned: !isPinned },
          { words: isPinned ? "unpinning" : "pinning", what: "pin", asked: { is_pinned: isPinned } })),
      button("act", "Link …", linking),
      button("act", "Correct …", correcting),
      button("act", "Forget …", forgetting),
      undo ? button("act", `Undo ${undo.words}`, () => attempt(undo.what, undo.asked)) : "",
      said);
    // a key-value memory neither fades nor is linked
    if (name.startsWith("flat/")) place.querySelectorAll("button:nth-of-type(-n + 2)").forEach((one) => one.remove());
  };

  const correcting = () => {
    const text = make("textarea", "", detail.value);
    text.rows = 5;
    text.setAttribute("aria-label", "What it says from now on");
    // of a key-value memory no history is kept: only this page knows what it said
    const undo = () => name.startsWith("flat/") ? { words: "the correction", what: "correct", asked: { value: detail.value } } : null;
    place.replaceChildren(text,
      button("act", "Save", () => attempt("correct", { value: text.value }, undo())),
      button("act", "Leave it", choices), said);
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
    const link = () => attempt("link", { other: other.value, is_linked: true },
      { words: "the link", what: "link", asked: { other: other.value, is_linked: false } });
    other.addEventListener("keydown", (event) => event.key === "Enter" && link());
    place.replaceChildren(other, offered, button("act", "Link", link), button("act", "Leave it", choices), said);
    offer();
    other.focus();
  };

  const forgetting = () => {
    const leave = button("act", "Keep it", choices);
    place.replaceChildren(
      make("p", "warning", "It goes here and on every relay, and what names it names it no more. Until this server ends, it can be brought back."),
      button("act", "Forget it", () => attempt("forget", {})), leave, said);
    leave.focus();
  };

  choices();
  return place;
}

// What it said before it says what it says, as far as that is kept; null if nothing is.
function former(detail) {
  const before = detail.history.filter((one) => one.name === detail.name && one.until !== null).at(-1);
  return before === undefined || before.value === null || before.value === detail.value ? null : before.value;
}
