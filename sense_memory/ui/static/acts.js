// What a page that may write offers to do with a memory.

import * as api from "./api.js";
import { button, make } from "./words.js";

// Buttons for a memory; each says by itself what went wrong. `done` is called after what went well.
export function acts(detail, done) {
  const place = make("div", "acts");
  const said = make("p", "warning");
  said.setAttribute("role", "alert");
  const attempt = async (work, isGone = false) => {
    said.textContent = "";
    try {
      await work();
      if (isGone) return; // the change says so by itself
      choices();
      done(detail.name);
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const choices = () => {
    place.replaceChildren(
      button("act", detail.is_pinned ? "Unpin" : "Pin", () =>
        attempt(() => api.act("pin", { name: detail.name, is_pinned: !detail.is_pinned }))),
      button("act", "Correct …", correcting),
      button("act", "Forget …", forgetting),
      said);
    if (detail.name.startsWith("flat/")) place.firstChild.remove(); // it does not fade anyway
  };
  const correcting = () => {
    const text = make("textarea", "", detail.value);
    text.rows = 5;
    text.setAttribute("aria-label", "What it says from now on");
    place.replaceChildren(text,
      button("act", "Save", () => attempt(() => api.act("correct", { name: detail.name, value: text.value }))),
      button("act", "Leave it", choices), said);
    text.focus();
  };
  const forgetting = () => {
    const leave = button("act", "Keep it", choices);
    place.replaceChildren(make("p", "warning", "It goes here and on every relay, and what names it names it no more. This cannot be undone."),
      button("act", "Forget it", () => attempt(() => api.act("forget", { name: detail.name }), true)), leave, said);
    leave.focus();
  };
  choices();
  return place;
}
