// What a look found: a sentence each, how bad it is by shape and colour, and what to do.

import { make } from "./words.js";

export const SHAPES = { ok: "✓", warning: "!", problem: "✕" };
const LEVELS = { ok: "Well", warning: "To be looked at", problem: "Wrong" };

export function mark(level) {
  const made = make("span", `mark is-${level}`, SHAPES[level]);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", LEVELS[level]);
  return made;
}

export const said = (one) =>
  make("div", "", make("p", "", one.message), one.advice ? make("p", "advice", one.advice) : "");

export const finding = (one) => make("li", "", mark(one.level), said(one));
