// The map: drawn, pointed at, and walked through by keys.

import { layout } from "./layout.js";
import { relevance } from "./mind.js";
import { foreign, number, roomOf } from "./words.js";

const TINY = 3;
const LABEL_WIDTH = 48;
const LABEL_HEIGHT = 17;
const FONT = "12px system-ui, sans-serif";
const BOLD = "600 12px system-ui, sans-serif";
const COLOURS = ["ink", "soft", "line", "accent", "paper", "room", "cell", "active", "fading", "forgotten", "mark"];

export class MemoryMap {
  // pointed(memory or null, isByKeys), chosen(memory), entered(focus) are told.
  constructor(canvas, mind, { pointed, chosen, entered }) {
    this.canvas = canvas;
    this.mind = mind;
    this.told = { pointed, chosen, entered };
    this.focus = [];
    this.at = mind.present();
    this.rooms = [];
    this.cells = [];
    this.current = null; // the name of the memory that is pointed at
    this.open = null; // that of the one whose detail is shown
    this.found = new Set();
    this.isLaidOut = false;
    this.isDue = false;
    this.readColours();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.readColours();
      this.draw();
    });
    new ResizeObserver(() => this.arrange()).observe(canvas.parentElement);
    canvas.addEventListener("pointermove", (event) => this.point(this.cellAt(event)));
    canvas.addEventListener("pointerleave", () => this.point(null));
    canvas.addEventListener("click", (event) => this.click(event));
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("focus", () => this.draw());
    canvas.addEventListener("blur", () => this.draw());
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    this.colours = Object.fromEntries(COLOURS.map((one) => [one, style.getPropertyValue(`--${one}`).trim()]));
  }

  // The memories, the size or the room have changed.
  arrange() {
    this.isLaidOut = false;
    this.draw();
  }

  enter(focus) {
    this.focus = focus;
    this.arrange();
    this.told.entered(focus);
  }

  show(at) {
    this.at = at;
    this.draw();
  }

  mark({ open = this.open, found = this.found }) {
    this.open = open;
    this.found = found;
    this.draw();
  }

  // At the next frame, once, however often it is asked for.
  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      performance.mark("map-begins");
      this.paint();
      performance.measure("map", "map-begins");
    });
  }

  layOut() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const sharp = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * sharp), Math.round(height * sharp)];
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
    }
    this.sharp = sharp;
    const made = layout(this.mind.all(), width, height, this.focus);
    // a room whose last memory was forgotten is left
    if (made.cells.length === 0 && this.focus.length > 0 && this.mind.size > 0) {
      this.enter(this.focus.slice(0, -1));
      return this.layOut();
    }
    this.rooms = made.rooms;
    this.cells = made.cells;
    this.isLaidOut = true;
  }

  paint() {
    if (!this.isLaidOut) this.layOut();
    const pen = this.canvas.getContext("2d", { alpha: true });
    const { colours, mind, at } = this;
    pen.setTransform(this.sharp, 0, 0, this.sharp, 0, 0);
    pen.clearRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    pen.textBaseline = "middle";
    for (const room of this.rooms) {
      const isDomain = room.kind === "domain";
      pen.fillStyle = isDomain ? colours.paper : colours.room;
      pen.beginPath();
      pen.roundRect(room.x, room.y, room.w, room.h, isDomain ? 8 : 5);
      pen.fill();
      if (isDomain) {
        pen.strokeStyle = colours.line;
        pen.lineWidth = 1;
        pen.stroke();
      }
      if (room.head > 0) {
        pen.font = isDomain ? BOLD : FONT;
        pen.fillStyle = isDomain ? colours.ink : colours.soft;
        const name = isDomain ? roomOf(room.domain) : foreign(room.facet);
        pen.fillText(fitting(pen, `${name} · ${number(room.count)}`, room.w - 10), room.x + 5, room.y + room.head / 2 + 1);
      }
    }
    const labels = [];
    let marked = null;
    let opened = null;
    pen.lineWidth = 2;
    for (const cell of this.cells) {
      const { memory, x, y, w, h } = cell;
      const gap = w > 14 && h > 14 ? 1 : 0.5;
      if (memory.name === this.current) marked = cell;
      if (memory.name === this.open) opened = cell;
      if (at < memory.created) continue;
      const score = relevance(memory, at);
      // what answers a search stands out
      const isFound = this.found.has(memory.name);
      pen.globalAlpha = this.found.size > 0 && !isFound ? 0.35 : 1;
      const round = gap === 1 ? 3 : 0;
      pen.fillStyle = colours.cell;
      box(pen, x + gap, y + gap, w - 2 * gap, h - 2 * gap, round, round);
      const state = mind.stateOf(score);
      // like water in a glass: what is filled of a field is what is left of the memory
      const level = Math.max(1, (h - 2 * gap) * Math.min(1, score / memory.weight));
      if (state !== "dissolved") {
        pen.fillStyle = colours[state];
        const isFull = level >= h - 2 * gap - round;
        box(pen, x + gap, y + h - gap - level, w - 2 * gap, level, isFull ? round : 0, Math.min(round, level));
      }
      pen.globalAlpha = 1;
      if ((memory.fadesFrom === null || (memory.due !== null && at < memory.due)) && w > 12 && h > 12) {
        pen.fillStyle = colours.ink;
        pen.beginPath();
        pen.arc(x + w - 6, y + 6, 2.2, 0, 7);
        pen.fill();
      }
      if (isFound) {
        pen.strokeStyle = colours.mark;
        pen.strokeRect(x + 1, y + 1, Math.max(TINY, w - 2), Math.max(TINY, h - 2));
      }
      if (w >= LABEL_WIDTH && h >= LABEL_HEIGHT) labels.push([cell, state]);
    }
    pen.font = FONT;
    for (const [cell, state] of labels) {
      pen.fillStyle = state === "dissolved" ? colours.soft : colours.ink;
      pen.fillText(fitting(pen, foreign(cell.memory.key), cell.w - 8), cell.x + 4, cell.y + Math.min(cell.h / 2, 11));
    }
    if (opened) this.frame(pen, opened, colours.accent, 3);
    if (marked) this.frame(pen, marked, colours.ink, document.activeElement === this.canvas ? 3 : 1.5);
  }

  frame(pen, { x, y, w, h }, colour, width) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(x + 1, y + 1, Math.max(TINY, w - 2), Math.max(TINY, h - 2));
  }

  where(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  cellAt(event) {
    const [x, y] = this.where(event);
    return this.cells.find((one) => x >= one.x && x < one.x + one.w && y >= one.y && y < one.y + one.h) ?? null;
  }

  point(cell, isByKeys = false) {
    const name = cell === null ? null : cell.memory.name;
    if (name === this.current) return;
    this.current = name;
    this.canvas.style.cursor = name === null ? "default" : "pointer";
    this.told.pointed(cell === null ? null : cell.memory, isByKeys);
    this.draw();
  }

  click(event) {
    const cell = this.cellAt(event);
    if (cell !== null) {
      this.told.chosen(cell.memory);
      return;
    }
    const [x, y] = this.where(event);
    const rooms = this.rooms.filter((one) => x >= one.x && x < one.x + one.w && y >= one.y && y < one.y + one.h);
    const room = rooms.at(-1);
    if (!room) return;
    this.enter(room.kind === "facet" ? [room.domain, room.facet] : [room.domain]);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.cells.length === 0) return;
    const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = this.cells.find((one) => one.memory.name === this.current) ?? null;
    if (towards) this.point(here === null ? this.cells[0] : nearest(this.cells, here, towards) ?? here, true);
    else if (event.key === "Enter" && here !== null) this.told.chosen(here.memory);
    else if (event.key === "+" && here !== null)
      this.enter(this.focus.length === 0 ? [here.memory.domain] : [here.memory.domain, here.memory.facet]);
    else if (event.key === "-" && this.focus.length > 0) this.enter(this.focus.slice(0, -1));
    else return;
    event.preventDefault();
  }
}

// A field, its corners round where it is large enough to have any.
function box(pen, x, y, w, h, top, bottom) {
  if (bottom === 0) {
    pen.fillRect(x, y, w, h);
    return;
  }
  pen.beginPath();
  pen.roundRect(x, y, w, h, [top, top, bottom, bottom]);
  pen.fill();
}

// The next cell in a direction: near, and more ahead than aside.
function nearest(cells, from, [dx, dy]) {
  const [x, y] = [from.x + from.w / 2, from.y + from.h / 2];
  let best = null;
  let least = Infinity;
  for (const one of cells) {
    if (one === from) continue;
    const [across, down] = [one.x + one.w / 2 - x, one.y + one.h / 2 - y];
    const ahead = across * dx + down * dy;
    const aside = Math.abs(across * dy) + Math.abs(down * dx);
    if (ahead <= 0.5) continue;
    const distance = ahead + 2.5 * aside;
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

function fitting(pen, text, width) {
  const most = Math.floor(width / 5.2);
  let shown = text.length > most ? text.slice(0, Math.max(1, most)) : text;
  if (shown === text && pen.measureText(shown).width <= width) return shown;
  while (shown.length > 1 && pen.measureText(`${shown}…`).width > width) shown = shown.slice(0, -1);
  return `${shown}…`;
}
