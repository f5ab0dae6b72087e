// Topics over time: observations as ticks, above them the summaries of ten, of a hundred, and so on.

import { ENGLISH, date, make, many, number, svg } from "./words.js";
import { DAY } from "./mind.js";

const TICKS = 16; // pixels of the highest column of what is in a summary
const WAITING = 10; // of what is in none, which hangs below the line
const LANE = 9;
const GAP = 3;
const LABEL = 74; // pixels that a date of the axis needs
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12000, 30000];
const DAYS = [1, 2, 7, 14];

export const ofHowMany = (tier) => number(10 ** (tier + 1));
export const dates = (start, end) => {
  const [from, to] = [date(start), date(end)];
  return from === to ? from : `${from} – ${to}`;
};

// What is to be made anew is hatched, whatever its colour. Once in a document that draws any.
export function hatching() {
  const line = svg("path", { d: "M-1 5L5 -1M0 8L8 0M3 9L9 3", class: "hatch" });
  const pattern = svg("pattern", { id: "hatching", width: 8, height: 8, patternUnits: "userSpaceOnUse" }, line);
  return svg("svg", { width: 0, height: 0, class: "unseen", "aria-hidden": "true" }, svg("defs", {}, pattern));
}

// The time that is drawn: never nothing.
export class Scale {
  constructor({ first, last, columns }, present) {
    this.last = Math.max(last, present);
    this.first = Math.min(first, this.last - DAY);
    this.present = present;
    this.width = 0;
    this.column = (place) => first + (place / columns) * (last - first); // when a column begins
    this.columns = columns;
  }

  x(at) {
    return ((at - this.first) / (this.last - this.first)) * this.width;
  }

  at(x) {
    return this.first + (x / this.width) * (this.last - this.first);
  }

  // The beginnings of months or days between which there is room for a date.
  marks() {
    const room = (seconds) => (seconds / (this.last - this.first)) * this.width >= LABEL;
    const days = DAYS.find((count) => room(count * DAY));
    const found = [];
    const until = this.last * 1000;
    const from = new Date(this.first * 1000);
    if (days !== undefined) {
      const at = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
      for (; at <= until; at.setDate(at.getDate() + days)) found.push([at / 1000, DAY_SAID.format(at)]);
      return found;
    }
    const months = MONTHS.find((count) => room(count * 30 * DAY)) ?? MONTHS.at(-1);
    const at = new Date(from.getFullYear(), from.getMonth() + 1, 1);
    while (months < 12 ? at.getMonth() % months : at.getMonth() || at.getFullYear() % (months / 12)) at.setMonth(at.getMonth() + 1);
    for (; at <= until; at.setMonth(at.getMonth() + months)) {
      found.push([at / 1000, (months < 12 ? MONTH_SAID : YEAR_SAID).format(at)]);
    }
    return found;
  }
}
const DAY_SAID = new Intl.DateTimeFormat(ENGLISH, { day: "numeric", month: "short" });
const MONTH_SAID = new Intl.DateTimeFormat(ENGLISH, { month: "short", year: "numeric" });
const YEAR_SAID = new Intl.DateTimeFormat(ENGLISH, { year: "numeric" });

// The dates, and where now is.
export function axis(scale) {
  const drawn = svg("svg", { class: "axis", height: 20, width: scale.width, "aria-hidden": "true" });
  const now = scale.x(scale.present);
  for (const [at, said] of scale.marks()) {
    const x = scale.x(at);
    if (x + LABEL > Math.min(scale.width, now - 24) && x < now + 24) continue;
    drawn.append(svg("path", { class: "grid", d: `M${x} 6V20` }));
    const text = svg("text", { x: x + 4, y: 15 });
    text.textContent = said;
    drawn.append(text);
  }
  const text = svg("text", { x: Math.max(now - 4, 26), y: 15, class: "is-now" });
  text.textContent = "now";
  drawn.append(text);
  return drawn;
}

// One topic, as wide as its scale. `most` is how many observations the highest column has.
export class Strip {
  constructor(course, scale, most, isTall = false) {
    Object.assign(this, { course, scale, most, lane: isTall ? LANE * 1.8 : LANE, ticks: isTall ? TICKS * 1.6 : TICKS });
    const lanes = course.tiers.length;
    this.line = lanes * (this.lane + GAP) + this.ticks + 2;
    this.height = this.line + WAITING + 2;
    this.element = svg("svg", { class: "strip", height: this.height, "aria-hidden": "true" });
  }

  // Where the lane of a tier begins: the highest is above all others.
  top(tier) {
    return (this.course.tiers.length - 1 - tier) * (this.lane + GAP) + 1;
  }

  // What is as wide as it was stays: a click that is under way finds it again.
  draw() {
    const { course, scale, element } = this;
    if (this.wide === scale.width) return;
    this.wide = scale.width;
    element.setAttribute("width", scale.width);
    const parts = [svg("path", { class: "grid", d: scale.marks().map(([at]) => `M${scale.x(at)} 0V${this.height}`).join("") })];
    course.tiers.forEach((tier, level) => {
      for (const outdated of [0, 1]) {
        const d = tier.id.map((_, i) => (tier.is_outdated[i] === outdated ? this.bar(level, tier.start[i], tier.end[i]) : "")).join("");
        if (d === "") continue;
        parts.push(svg("path", outdated ? { d, class: "outdated", fill: "url(#hatching)" } : { d, class: `tier-${Math.min(level, 3)}` }));
      }
    });
    const wide = Math.max(1.5, scale.width / scale.columns - 1);
    const high = (count, room) => (count === 0 ? 0 : Math.max(3, Math.sqrt(count / this.most) * room));
    const column = (place, height, y) => (height === 0 ? "" : `M${scale.x(scale.column(place))} ${y}h${wide}v${height}h${-wide}z`);
    const { column: places, told, waiting } = course.ticks;
    const up = places.map((place, i) => column(place, -high(told[i], this.ticks), this.line));
    const down = places.map((place, i) => column(place, high(waiting[i], WAITING), this.line + 1));
    parts.push(svg("path", { class: "line", d: `M0 ${this.line + 0.5}H${scale.width}` }),
      svg("path", { class: "told", d: up.join("") }), svg("path", { class: "waiting", d: down.join("") }));
    const now = scale.x(scale.present);
    parts.push(svg("path", { class: "now", d: `M${Math.min(now, scale.width - 0.75)} 0V${this.height}` }));
    element.replaceChildren(...parts);
  }

  bar(tier, start, end) {
    const x = this.scale.x(start);
    return `M${x} ${this.top(tier)}h${Math.max(3, this.scale.x(end) - x - 1)}v${this.lane}h${-Math.max(3, this.scale.x(end) - x - 1)}z`;
  }

  // The summary there, as {tier, place}, if there is one.
  hit(x, y) {
    const tier = this.course.tiers.findIndex((_, level) => y >= this.top(level) && y < this.top(level) + this.lane + GAP);
    if (tier < 0) return null;
    const { start, end } = this.course.tiers[tier];
    for (let place = start.length - 1; place >= 0; place--) {
      const from = this.scale.x(start[place]);
      if (x >= from && x <= Math.max(from + 3, this.scale.x(end[place]))) return { tier, place };
    }
    return null;
  }

  // What is there, in words.
  said(x, y) {
    const found = this.hit(x, y);
    if (found !== null) {
      const tier = this.course.tiers[found.tier];
      return `${dates(tier.start[found.place], tier.end[found.place])}: summary of ${ofHowMany(found.tier)}` +
        (tier.is_outdated[found.place] ? ", to be made anew" : "");
    }
    const { column, told, waiting } = this.course.ticks;
    let near = null;
    column.forEach((place, i) => {
      const away = Math.abs(this.scale.x(this.scale.column(place)) - x);
      if (away < 6 && (near === null || away < near.away)) near = { away, i };
    });
    if (near === null || y < this.line - this.ticks - 2) return date(this.scale.at(x));
    const { i } = near;
    return `about ${date(this.scale.column(column[i]))}: ${many(told[i] + waiting[i], "observation")}` +
      (waiting[i] > 0 ? `, ${number(waiting[i])} in no summary yet` : "");
  }
}

// What the signs mean.
export function legend(tiers) {
  const sign = (className, path, extra = {}) => svg("svg", { width: 22, height: 14, "aria-hidden": "true" },
    svg("path", { class: className, d: path, ...extra }));
  const row = (sign, said) => make("li", "", sign, said);
  const bar = "M1 3h20v8h-20z";
  const list = make("ul", "tier-legend",
    row(sign("told", "M3 13v-9h3v9zM9 13v-5h3v5zM15 13v-11h3v11z"), "observations in a summary"),
    row(sign("waiting", "M3 1v9h3v-9zM9 1v5h3v-5zM15 1v11h3v-11z"), "in none yet"));
  list.setAttribute("aria-label", "What the signs mean");
  for (let tier = 0; tier < tiers; tier++) list.append(row(sign(`tier-${Math.min(tier, 3)}`, bar), `summary of ${ofHowMany(tier)}`));
  list.append(row(sign("outdated", bar, { fill: "url(#hatching)" }), "to be made anew"));
  return list;
}
