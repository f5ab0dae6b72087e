// Dates, spans and elements. Whatever a memory says becomes text and nothing else.

import { DAY } from "./mind.js";

const day = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric" });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const FARTHEST = 8.64e12; // seconds from the epoch to the last day that there is
const known = (at) => Math.max(-FARTHEST, Math.min(FARTHEST, at)) * 1000;

export const date = (at) => day.format(known(at));
export const moment = (at) => minute.format(known(at));

export function span(seconds) {
  const days = Math.abs(seconds) / DAY;
  if (days >= 730) return `${Math.round(days / 365.25)} years`;
  if (days >= 61) return `${Math.round(days / 30.44)} months`;
  if (days >= 2) return `${Math.round(days)} days`;
  const hours = Math.round(days * 24);
  return hours >= 2 ? `${hours} hours` : many(Math.round(days * 1440), "minute");
}

export function away(at, present) {
  if (Math.abs(at - present) < 60) return "now";
  return at > present ? `in ${span(at - present)}` : `${span(present - at)} ago`;
}

export const many = (count, one) => `${count.toLocaleString()} ${count === 1 ? one : `${one}s`}`;

// An element with text or other elements in it.
export function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((one) => one !== null && one !== undefined));
  return made;
}

// What went wrong: said aloud as soon as there are words.
export function alarm(words = "") {
  const made = make("p", "warning", words);
  made.setAttribute("role", "alert");
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

// A part of a drawing.
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// The head of a column ("col") or of a row.
export function heading(text, scope) {
  const made = make("th", "", text);
  made.scope = scope;
  return made;
}

// The second click of a double one does nothing more: by then something else may stand there.
export function button(className, text, act) {
  const made = make("button", className, text);
  made.type = "button";
  const isAct = className.startsWith("act");
  made.addEventListener("click", (event) => isAct && event.detail > 1 ? undefined : act(event));
  return made;
}
