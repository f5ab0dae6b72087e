// Dates, numbers, names among our own words, and elements. Whatever a memory says becomes text and
// nothing else.

import { DAY } from "./mind.js";

// The page is in English: so are its dates and numbers, in the reader's own if that is English; else
// in that which puts the day before the month, and has a day of 24 hours.
export const ENGLISH = navigator.languages.find((one) => /^en\b/i.test(one)) ?? "en-GB";
const day = new Intl.DateTimeFormat(ENGLISH, { year: "numeric", month: "short", day: "numeric" });
const minute = new Intl.DateTimeFormat(ENGLISH, { dateStyle: "medium", timeStyle: "short" });
const hundredths = new Intl.NumberFormat(ENGLISH, { style: "percent" });
const LONGEST = 1e15; // a number that is written out
const formats = new Map(); // of numbers, by how many digits stand behind the point

const FARTHEST = 8.64e12; // seconds from the epoch to the last day that there is
const known = (at) => Math.max(-FARTHEST, Math.min(FARTHEST, at)) * 1000;

export const date = (at) => day.format(known(at));
export const moment = (at) => minute.format(known(at));

// A number as people read it. `digits` stand behind the point, always; where it is not said, as many
// as are worth it, three at most.
export function number(value, digits) {
  const isLong = Math.abs(value) >= LONGEST;
  const key = isLong ? "long" : digits;
  if (!formats.has(key)) {
    formats.set(key, new Intl.NumberFormat(ENGLISH, isLong ? { notation: "scientific" }
      : digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  }
  return formats.get(key).format(value);
}

// A share, 0 to 1.
export const percent = (share) => hundredths.format(share);

export function span(seconds) {
  const days = Math.abs(seconds) / DAY;
  if (days >= 730) return many(Math.round(days / 365.25), "year");
  if (days >= 61) return many(Math.round(days / 30.44), "month");
  if (days >= 2) return many(Math.round(days), "day");
  const hours = Math.round(days * 24);
  return hours >= 2 ? many(hours, "hour") : many(Math.round(days * 1440), "minute");
}

export function away(at, present) {
  if (Math.abs(at - present) < 60) return "now";
  return at > present ? `in ${span(at - present)}` : `${span(present - at)} ago`;
}

export const many = (count, one, more = `${one}s`) => `${number(count)} ${count === 1 ? one : more}`;

// Letters that are read from right to left, and characters that turn whatever follows them.
const LEFTWARD = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

// What somebody else wrote, to stand among words of ours, which keep their order whatever it is. An
// element around it would not do: a character in it can end that (U+2069) and turn what follows.
// What stands in a block or a button of its own needs none of this.
export function foreign(text) {
  const said = text.replace(TURNS, "");
  return LEFTWARD.test(said) ? `\u2068${said}\u2069` : said;
}

// A sentence that the store made, with the names that are in it.
export function sentence(text, names) {
  let said = text.replace(TURNS, "");
  for (const name of new Set(names)) said = said.replaceAll(name.replace(TURNS, ""), () => foreign(name));
  return said;
}

// A memory that has a key and a value alone stands in no room of its own: the record calls that
// `flat`. What people read for a room, and for a memory.
const FLAT = "flat/facts/";
const BY_KEY = "kept by key";
export const isByKey = (name) => name.startsWith(FLAT);
export const roomOf = (domain) => (domain === "flat" ? BY_KEY : foreign(domain));
export const nameOf = (name) => (isByKey(name) ? `${BY_KEY}/${foreign(name.slice(FLAT.length))}` : foreign(name));

// What a relation or a state is called in the record, as people say it: `lives_in`, `involved-with`.
export const spoken = (word) => word.replace(/[-_]+/g, " ");

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
