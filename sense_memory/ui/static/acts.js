// What a page that may write offers to do with a memory.

import * as api from "./api.js";
import { button, make } from "./words.js";

const OFFERED = 20;

// What undoes the last act on each memory: {words, what, asked}. What was forgotten is gone.
const undoing = new Map();

// Buttons for a memory; each says by itself what went wrong. `done` is called after what went well.
export function acts(detail, mind, done) {
  const { name } = detail;
  const place = make("div", "acts");
  const said = make("p", "warning");
  said.setAttribute("role", "alert");

  const attempt = async (what, asked, undo = null) => {
    said.textContent = "";
    try {
      await api.act(what, { name, ...asked });
    } catch (error) {
      said.textContent = error.message;
      return;
    }
    if (undo === null) undoing.delete(name);
    else undoing.set(name, undo);
    if (what === "forget") return; // the change says so by itself
    choices();
    done(name);
  };

  const choices = () => {
    const undo = undoing.get(name);
    const { is_pinned: isPinned } = detail;
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
    place.replaceChildren(text,
      button("act", "Save", () => attempt("correct", { value: text.value },
        { words: "the correction", what: "correct", asked: { value: detail.value } })),
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
      make("p", "warning", "It goes here and on every relay, and what names it names it no more. This cannot be undone."),
      button("act", "Forget it", () => attempt("forget", {})), leave, said);
    leave.focus();
  };

  choices();
  return place;
}
