// What a page that may write offers to do with a memory.

import * as api from "./api.js";
import { Doing } from "./doing.js";
import { button, isByKey, make } from "./words.js";

const OFFERED = 20;

// What undoes the last pinning and linking of each memory: {words, what, asked}. What a memory said
// before stands in its history, so that a correction can be undone later too.
const undoing = new Map();

// Buttons for a memory; each says by itself what went wrong. `done(name, isGone)` is called after
// what went well.
export function acts(detail, mind, done) {
  const { name } = detail;
  const isFlat = isByKey(name); // it neither fades nor is linked

  // `undo(seen)` says what takes it back, if anything does but the history.
  const attempt = (what, asked, undo = () => null) => doing.attempt({
    key: what,
    mine: asked.value,
    act: async (seen) => {
      await api.act(what, { name, seen, ...asked });
      const back = undo(seen);
      if (back === null) undoing.delete(name);
      else undoing.set(name, back);
    },
    done: () => done(name, what === "forget"),
  }, detail.value);

  const offered = () => {
    const { is_pinned: isPinned } = detail;
    const before = former(detail);
    const undo = undoing.get(name) ?? (before === null ? null : correction(before));
    return [
      isFlat ? "" : doing.button("pin", isPinned ? "Unpin" : "Pin", () =>
        attempt("pin", { is_pinned: !isPinned },
          () => ({ words: isPinned ? "unpinning" : "pinning", what: "pin", asked: { is_pinned: isPinned } }))),
      isFlat ? "" : doing.button("link", "Link …", linking),
      doing.button("correct", "Correct …", correcting),
      doing.button("forget", "Forget …", forgetting),
      undo ? doing.button(undo.what, `Undo ${undo.words}`, () => attempt(undo.what, undo.asked)) : "",
    ];
  };

  // Of a key-value memory no history is kept: only this page knows what it said.
  const correcting = () => doing.write("correct", "What it says from now on", detail.value, 5, (value) =>
    attempt("correct", { value }, (seen) => (isFlat ? correction(seen) : null)));

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
        if (one !== name && !isByKey(one) && one.includes(other.value)) found.push(one);
        if (found.length === OFFERED) break;
      }
      offered.replaceChildren(...found.map((one) => new Option("", one)));
    };
    other.addEventListener("input", offer);
    const link = () => {
      const named = other.value;
      if (named.trim() === "") return other.focus();
      const wasLinked = detail.links.some((one) => one.name === named); // that would be cut by undoing this
      return attempt("link", { other: named, is_linked: true },
        () => (wasLinked ? null : { words: "the link", what: "link", asked: { other: named, is_linked: false } }));
    };
    other.addEventListener("keydown", (event) => event.key === "Enter" && link());
    doing.ask("link", other, offered, button("act", "Link", link), doing.leaving("Leave it"));
    offer();
    other.focus();
  };

  const forgetting = () => doing.forget(
    "It goes here and on every relay, and what names it names it no more. Until this server ends, it can be brought back.",
    () => attempt("forget", {}));

  // what changed while something was asked is shown once that is left
  const doing = new Doing({ offered, look: async () => (await api.ask("memory", { name })).value, left: () => done(name, false) });
  return doing.offer();
}

const correction = (value) => ({ words: "the correction", what: "correct", asked: { value } });

// What it said before it says what it says, as far as that is kept; null if nothing is.
function former(detail) {
  const before = detail.history.filter((one) => one.name === detail.name && one.until !== null).at(-1);
  return before === undefined || before.value === null || before.value === detail.value ? null : before.value;
}
