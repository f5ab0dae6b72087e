// The graph: drawn, moved through time, pointed at, and walked through by keys.

import cytoscape from "./vendor/cytoscape.esm.min.mjs";
import { foreign, make, spoken } from "./words.js";

export const SHAPES = {
  person: "ellipse", concept: "hexagon", entity: "round-rectangle", source: "tag",
  artifact: "diamond", storyline: "pentagon", macro: "star",
};
const COLOURS = ["ink", "soft", "line", "accent", "ground", "paper", "for", "against", ...Object.keys(SHAPES)];
const NAME = 12; // pixels that the letters of a name are high, however near all is
const WORD = 10.5; // and those of a relation
const WIDE = 0.54; // of its height, a letter
const LONGEST = 130; // pixels of a name
const FORCED = 160; // nodes that are laid out by what pulls them together; more are put in rings
const ROOM = 74; // pixels between two of them
const STRETCH = 1.8; // by which the drawing is made wider than high, or higher than wide, at most
const BORDER = 44; // pixels around all, for the names at the edge
const MOST_NEAR = 1.4;
const REST = 120; // milliseconds without a move of the slider, after which names find their room
const SQUARE = 60;
const VEIL = " veil"; // no key begins with a space
const DIM = 0.62; // how much of what it covers it takes away
const TURN = Math.PI * (3 - Math.sqrt(5)); // after which no two stand in one line

export class Graph {
  // pointed(node, relation), with nulls where there is none, chosen(key) and left() are told.
  constructor(box, { pointed, chosen, left }) {
    Object.assign(this, { box, told: { pointed, chosen, left } });
    // Cytoscape writes a style sheet of its own, which our policy refuses, unless it finds it there
    if (document.getElementById("__________cytoscape_stylesheet") === null) {
      const there = make("template");
      there.id = "__________cytoscape_stylesheet";
      box.parentElement.append(there);
    }
    this.places = new Map(); // where each stands, once and for all
    this.drawn = { around: "", nodes: [], relations: [], bonds: [] };
    this.joined = new Map();
    this.at = 0;
    this.open = null; // who is shown beside; `wanted` is who is to be, from the next frame on
    this.current = null;
    this.rest = null;
    // an element of its own: at each change of an attribute of it, Cytoscape draws all anew
    const container = make("div", "who-drawing");
    box.append(container);
    this.cy = cytoscape({
      container, layout: { name: "preset" }, style: this.style(), minZoom: 0.08, maxZoom: 3,
      boxSelectionEnabled: false, autounselectify: true, autoungrabify: true, hideEdgesOnViewport: false,
    });
    this.near = this.cy.collection(); // what is drawn above the veil
    this.cy.on("tap", "node", (event) => this.told.chosen(event.target.id()));
    this.cy.on("tap", "edge", (event) => this.told.chosen(event.target.source().id()));
    this.cy.on("mouseover", "node", (event) => this.point(event.target.id()));
    this.cy.on("mouseover", "edge", (event) => this.told.pointed(null, event.target.data("of")));
    this.cy.on("zoom", () => this.name());
    this.cy.on("dragpan scrollzoom pinchzoom", () => (this.isFitted = false));
    this.cy.on("mouseout", () => this.point(null));
    // where it stands is asked anew: whatever grew above it may have moved it
    box.addEventListener("pointerdown", () => this.cy.renderer().invalidateContainerClientCoordsCache(), { capture: true });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("blur", () => this.point(null));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.cy.style(this.style()));
    new ResizeObserver(() => this.resized()).observe(box);
  }

  style() {
    const css = getComputedStyle(document.documentElement);
    const is = Object.fromEntries(COLOURS.map((one) => [one, css.getPropertyValue(`--${one}`).trim()]));
    const font = "system-ui, sans-serif";
    return [
      { selector: "node", style: {
        "font-family": font, color: is.ink, "text-valign": "bottom", "text-wrap": "ellipsis", "text-outline-color": is.ground,
        width: "data(size)", height: "data(size)", "border-width": 2, "border-color": is.ground, "overlay-opacity": 0,
      } },
      ...Object.entries(SHAPES).map(([type, shape]) => ({
        selector: `node[type = "${type}"]`, style: { shape, "background-color": is[type] },
      })),
      { selector: "node.middle", style: { "font-weight": 700, "border-width": 4, "border-color": is.ink } },
      { selector: "edge", style: {
        "curve-style": "bezier", "control-point-step-size": 34, width: "data(width)", "line-color": is.soft,
        "target-arrow-color": is.soft, "source-arrow-color": is.soft, "target-arrow-shape": "triangle", "arrow-scale": 0.8,
        "line-opacity": 0.6, "font-family": font, color: is.ink, "text-rotation": "autorotate",
        "text-background-color": is.ground, "text-background-opacity": 0.9, "overlay-opacity": 0,
      } },
      { selector: "edge[?alone]", style: { "curve-style": "straight" } },
      { selector: "edge[?mutual]", style: { "source-arrow-shape": "triangle" } },
      { selector: "edge[side = 1]", style: { "line-color": is.for, "target-arrow-color": is.for, "source-arrow-color": is.for } },
      { selector: "edge[side = -1]", style: {
        "line-color": is.against, "target-arrow-color": is.against, "source-arrow-color": is.against, "line-style": "dashed",
      } },
      { selector: "edge.bond", style: { "line-style": "dotted", "target-arrow-shape": "vee", "line-opacity": 0.5 } },
      { selector: ".past", style: { opacity: 0.45, "background-opacity": 0.35, "border-style": "dashed", "border-color": is.soft } },
      // what is near somebody is drawn above the veil, all else below it
      { selector: ".near", style: { "z-compound-depth": "top" } },
      { selector: ".veil", style: {
        shape: "rectangle", width: "data(wide)", height: "data(high)", "background-color": is.ground, "background-opacity": DIM,
        "border-width": 0, "z-index": 1, events: "no", visibility: "hidden",
      } },
      { selector: ".veil.drawn", style: { visibility: "visible" } },
      { selector: "node.open", style: { "border-width": 4, "border-color": is.accent, "font-weight": 700 } },
      { selector: "node.pointed", style: { "border-width": 4, "border-color": is.ink } },
    ];
  }

  // What is to be seen, whoever stands already stays where it is. `show` is to follow.
  draw(drawn) {
    const isAnew = this.drawn.nodes.length === 0 || ["around", "depth", "withSources"].some((one) => drawn[one] !== this.drawn[one]);
    this.drawn = drawn;
    this.known = new Map(drawn.nodes.map((one) => [one.key, one]));
    if (isAnew) this.places.clear();
    this.place();
    const joined = (this.joined = new Map(drawn.nodes.map((one) => [one.key, 0])));
    for (const one of [...drawn.relations, ...drawn.bonds]) {
      joined.set(one.start, joined.get(one.start) + 1);
      joined.set(one.end, joined.get(one.end) + 1);
    }
    const pair = (one) => [one.start, one.end].sort().join(" ");
    const pairs = new Map();
    for (const one of [...drawn.relations, ...drawn.bonds]) pairs.set(pair(one), (pairs.get(pair(one)) ?? 0) + 1);
    const alone = (one) => pairs.get(pair(one)) === 1;
    this.cy.batch(() => {
      this.cy.elements().remove();
      this.cy.add([
        ...drawn.nodes.map((one) => ({
          group: "nodes", position: { ...this.places.get(one.key) }, classes: one.key === drawn.around ? "middle" : "",
          data: { id: one.key, label: foreign(one.name).replace(/\s+/g, " "), type: one.type, size: this.size(one.key) },
        })),
        this.veil(),
        ...drawn.relations.map((one) => ({
          group: "edges",
          data: {
            id: `r ${one.id}`, source: one.start, target: one.end, word: foreign(spoken(one.word)), side: one.side,
            alone: alone(one),
            mutual: one.is_mutual, width: 0.8 + 0.7 * one.nearness, of: one,
          },
        })),
        ...drawn.bonds.map((one) => ({
          group: "edges", classes: "bond",
          data: { id: `b ${one.kind} ${one.start} ${one.end}`, source: one.start, target: one.end, word: spoken(one.kind), side: 0, alone: alone(one), width: 1, of: one },
        })),
      ]);
    });
    this.near = this.cy.collection();
    this.lives = lives(drawn);
    this.states = new Map();
    this.set(this.open);
    this.name();
    if (isAnew) this.fit();
  }

  // ------------------------------------------------------------------ where each stands

  place() {
    const fresh = this.drawn.nodes.filter((one) => !this.places.has(one.key));
    if (fresh.length === 0) return;
    if (fresh.length < this.drawn.nodes.length) this.squeezeIn(fresh);
    else {
      this.rings();
      if (fresh.length <= FORCED) this.pull();
      this.stretch();
    }
  }

  // A round drawing would leave the sides of a wide screen empty, or the ends of a high one.
  stretch() {
    const { left, right, top, bottom } = this.bounds();
    const wanted = (this.box.clientWidth / this.box.clientHeight) * ((bottom - top + 1) / (right - left + 1));
    if (!(wanted > 0)) return; // it is not shown
    const by = Math.max(1 / STRETCH, Math.min(STRETCH, wanted));
    for (const place of this.places.values()) {
      if (by > 1) place.x *= by;
      else place.y /= by;
    }
  }

  bounds() {
    const shown = this.drawn.nodes.map((one) => this.places.get(one.key));
    const [xs, ys] = [shown.map(({ x }) => x), shown.map(({ y }) => y)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  // What dims all that is not near somebody, without a change of any of it: of the colour of the
  // ground, over all that is ever to be seen.
  veil() {
    const { left, right, top, bottom } = this.places.size > 0 ? this.bounds() : { left: 0, right: 0, top: 0, bottom: 0 };
    return {
      group: "nodes", classes: "veil", position: { x: (left + right) / 2, y: (top + bottom) / 2 },
      data: { id: VEIL, size: 1, wide: right - left + 4 * ROOM, high: bottom - top + 4 * ROOM },
    };
  }

  // The nearest inside: what belongs to one stands on its side of the middle.
  rings() {
    const { nodes, relations, bonds } = this.drawn;
    const side = new Map();
    const near = neighbours([...relations, ...bonds]);
    const middle = nodes.length > 0 && nodes[0].key === this.drawn.around ? 1 : 0;
    nodes.forEach((one, i) => {
      const before = [...(near.get(one.key) ?? [])].find((key) => side.has(key));
      side.set(one.key, before === undefined || middle === 1 && before === nodes[0].key ? i * TURN : side.get(before));
    });
    let radius = middle === 1 ? 0 : ROOM / 2;
    let left = 1;
    let ring = [];
    const close = () => {
      ring.sort((a, b) => (side.get(a.key) % (2 * Math.PI)) - (side.get(b.key) % (2 * Math.PI)));
      ring.forEach((one, i) => {
        const turn = (i / ring.length) * 2 * Math.PI + radius;
        this.places.set(one.key, { x: radius * Math.cos(turn), y: radius * Math.sin(turn) });
        side.set(one.key, turn);
      });
    };
    for (const one of nodes) {
      if (left === 0) {
        close();
        radius += ROOM;
        left = Math.max(6, Math.floor((2 * Math.PI * radius) / ROOM));
        ring = [];
      }
      ring.push(one);
      left--;
    }
    close();
  }

  // Those who have to do with each other come together, the same way each time.
  pull() {
    const pulled = cytoscape({
      headless: true, styleEnabled: true,
      elements: [
        ...this.drawn.nodes.map((one) => ({ data: { id: one.key }, position: { ...this.places.get(one.key) } })),
        ...[...this.drawn.relations, ...this.drawn.bonds].map((one, i) => ({ data: { id: `e${i}`, source: one.start, target: one.end } })),
      ],
      style: [{ selector: "node", style: { width: 46, height: 46 } }],
      layout: { name: "preset" },
    });
    pulled.layout({
      name: "cose", animate: false, randomize: false, fit: false, padding: 0, idealEdgeLength: () => 90,
      nodeRepulsion: () => 420_000, nodeOverlap: 20, gravity: 0.6, numIter: 400, componentSpacing: 80,
    }).run();
    pulled.nodes().forEach((one) => this.places.set(one.id(), { ...one.position() }));
    pulled.destroy();
  }

  // Somebody new stands near whom it has to do with.
  squeezeIn(fresh) {
    const near = neighbours([...this.drawn.relations, ...this.drawn.bonds]);
    const isFree = (x, y) => [...this.places.values()].every((one) => Math.hypot(one.x - x, one.y - y) > ROOM * 0.7);
    for (const one of fresh) {
      const by = [...(near.get(one.key) ?? [])].map((key) => this.places.get(key)).find(Boolean) ?? { x: 0, y: 0 };
      for (let i = 1; ; i++) {
        const [x, y] = [by.x + ROOM * 0.6 * Math.sqrt(i) * Math.cos(i * TURN), by.y + ROOM * 0.6 * Math.sqrt(i) * Math.sin(i * TURN)];
        if (!isFree(x, y)) continue;
        this.places.set(one.key, { x, y });
        break;
      }
    }
  }

  // All that is ever to be seen, so that nothing moves when time does.
  fit() {
    this.isFitted = true;
    this.cy.resize();
    if (this.places.size === 0) return;
    const { left, right, top, bottom } = this.bounds();
    const [width, height] = [this.box.clientWidth, this.box.clientHeight];
    const zoom = Math.min(MOST_NEAR, (width - 2 * BORDER) / (right - left + 1), (height - 2 * BORDER) / (bottom - top + 1));
    this.cy.viewport({ zoom, pan: { x: width / 2 - (zoom * (left + right)) / 2, y: height / 2 - (zoom * (top + bottom)) / 2 } });
  }

  resized() {
    const isShown = this.box.clientWidth > 0;
    this.rests(!isShown);
    if (!isShown) return;
    if (this.isFitted) this.fit();
    else this.cy.resize();
  }

  // Cytoscape asks for every frame for as long as it is there, at a third of a processor, whatever is
  // shown: while it is not, its loop ends as if all were over, and begins again.
  rests(isResting) {
    const renderer = this.cy.renderer();
    if (renderer.destroyed === isResting) return;
    renderer.destroyed = isResting;
    if (!isResting) this.cy.notify("zorder"); // begins the loop if it has ended, and draws all
    else requestAnimationFrame(() => renderer.destroyed && (renderer.renderLoopStarted = false)); // after its own
  }

  // ------------------------------------------------------------------ when

  // What holds at that time: `there`, `past` (faint), or `absent`. The counts of it.
  show(at) {
    this.at = at;
    const states = new Map();
    let relations = 0;
    for (const one of this.drawn.relations) {
      const holds = one.since <= at && (one.until === null || at < one.until);
      states.set(`r ${one.id}`, holds ? "" : "absent");
      if (holds) relations++;
    }
    for (const [key, life] of this.lives ?? []) states.set(key, stateAt(life, at, key === this.drawn.around));
    for (const one of this.drawn.bonds) {
      const isThere = states.get(one.start) !== "absent" && states.get(one.end) !== "absent";
      states.set(`b ${one.kind} ${one.start} ${one.end}`, isThere ? "" : "absent");
    }
    this.cy.batch(() => {
      const [come, gone] = [[], []];
      for (const [id, state] of states) {
        const was = this.states.get(id);
        if (was === state) continue;
        const one = this.cy.getElementById(id);
        if ((state === "absent") !== (was === "absent")) (state === "absent" ? gone : come).push(one);
        if ((state === "past") !== (was === "past")) one.toggleClass("past", state === "past");
      }
      // a style of their own is set at a tenth of what a class costs
      this.cy.collection(come).style("visibility", "visible"); // and "display" would lay out all beside it anew
      this.cy.collection(gone).style("visibility", "hidden");
    });
    this.states = states;
    clearTimeout(this.rest);
    this.box.setAttribute("aria-busy", "true");
    this.rest = setTimeout(() => {
      this.rest = null;
      this.name();
    }, REST);
    const count = (state) => this.drawn.nodes.filter((one) => states.get(one.key) === state).length;
    return { there: count(""), past: count("past"), relations };
  }

  stateOf(key) {
    return this.states.get(key) ?? "absent";
  }

  // Names where there is room for them: of those with most to do with others first, then relations.
  // At the next frame, once, however often it is asked for.
  name() {
    if (this.isNaming) return;
    this.isNaming = true;
    this.box.setAttribute("aria-busy", "true");
    requestAnimationFrame(() => this.isNaming && this.nameNow());
  }

  nameNow() {
    this.isNaming = false;
    performance.mark("graph-begins");
    this.cy.batch(() => this.namesWithRoom());
    performance.measure("graph-names", "graph-begins");
    this.box.setAttribute("aria-busy", String(this.rest !== null));
  }

  namesWithRoom() {
    const zoom = this.cy.zoom();
    const taken = new Grid();
    const rendered = (key) => {
      const { x, y } = this.places.get(key);
      return { x: x * zoom, y: y * zoom };
    };
    const there = this.drawn.nodes.filter((one) => this.stateOf(one.key) !== "absent");
    const first = new Set([this.current, this.open, this.drawn.around]);
    const close = this.open === null ? null : new Set(this.cy.getElementById(this.open).closedNeighborhood().nodes().map((one) => one.id()));
    const worth = (one) => (first.has(one.key) ? 1e6 : 0) + (close?.has(one.key) ? 1e3 : 0) + this.joined.get(one.key);
    const sizeOf = (key) => zoom * this.size(key);
    for (const one of there) {
      const { x, y } = rendered(one.key);
      taken.take(x, y, sizeOf(one.key), sizeOf(one.key));
    }
    const named = new Set();
    const nameSome = (some) => {
      for (const one of some) {
        const { x, y } = rendered(one.key);
        const width = Math.min(LONGEST, [...one.name].length * NAME * WIDE) + 6;
        const below = y + sizeOf(one.key) / 2 + NAME * 0.9;
        if (!taken.isFree(x, below, width, NAME) && !first.has(one.key)) continue;
        taken.take(x, below, width, NAME);
        named.add(one.key);
      }
    };
    there.sort((a, b) => worth(b) - worth(a));
    const isClose = (one) => close === null || close.has(one.key) || first.has(one.key);
    nameSome(there.filter(isClose));
    this.wordsWithRoom(taken, rendered, sizeOf);
    nameSome(there.filter((one) => !isClose(one)));
    this.cy.nodes("[label]").forEach((node) => {
      const isNamed = named.has(node.id());
      if (!changes(node, isNamed, zoom)) return;
      if (!isNamed) node.style("label", "");
      else {
        node.style({
          label: node.data("label"),
          "font-size": NAME / zoom, "text-max-width": LONGEST / zoom, "text-margin-y": 3 / zoom, "text-outline-width": 2.5 / zoom,
        });
      }
    });
  }

  // What relations are called; if somebody is open, theirs alone.
  wordsWithRoom(taken, rendered, sizeOf) {
    const zoom = this.cy.zoom();
    this.cy.edges().forEach((edge) => {
      const isOfOpen = this.open === null || edge.data("source") === this.open || edge.data("target") === this.open;
      const [from, to] = [rendered(edge.data("source")), rendered(edge.data("target"))];
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const long = Math.hypot(dx, dy);
      const width = edge.data("word").length * WORD * WIDE + 4;
      let isNamed = isOfOpen && this.stateOf(edge.id()) !== "absent" && long - (sizeOf(edge.data("source")) + sizeOf(edge.data("target"))) / 2 - 10 > width;
      if (isNamed) {
        // it stands aslant: square by square it takes less room than the box around it
        const squares = Array.from({ length: Math.ceil(width / WORD) }, (_, i) => {
          const share = 0.5 + (i * WORD - (width - WORD) / 2) / long;
          return [from.x + share * dx, from.y + share * dy];
        });
        isNamed = squares.every(([x, y]) => taken.isFree(x, y, WORD, WORD));
        if (isNamed) for (const [x, y] of squares) taken.take(x, y, WORD, WORD);
      }
      if (!changes(edge, isNamed, zoom)) return;
      if (!isNamed) edge.style("label", "");
      else edge.style({ label: edge.data("word"), "font-size": WORD / zoom, "text-background-padding": 2 / zoom });
    });
  }

  size(key) {
    return 20 + 5 * Math.sqrt(Math.min(50, this.joined.get(key)));
  }

  // ------------------------------------------------------------------ who

  // Who is shown beside: it, and whom it has to do with. Leads the eye to it. What stands beside is
  // painted before, for hundreds of nodes take their time.
  async mark(key) {
    this.wanted = key;
    this.box.setAttribute("aria-busy", "true");
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    if (this.wanted !== key) return;
    this.cy.batch(() => { // all of it is drawn once
      this.set(key);
      this.nameNow();
    });
    if (key !== null) this.reveal(key);
  }

  set(key) {
    this.open = key;
    const one = key === null ? this.cy.collection() : this.cy.getElementById(key);
    const near = one.closedNeighborhood();
    this.cy.batch(() => {
      this.near.difference(near).removeClass("near");
      this.near.difference(one).removeClass("open");
      near.addClass("near");
      one.addClass("open");
      this.cy.getElementById(VEIL).toggleClass("drawn", one.nonempty());
    });
    this.near = near;
  }

  // If it is out of sight.
  reveal(key) {
    const one = this.cy.getElementById(key);
    if (one.empty() || !one.visible()) return;
    const { x, y } = one.renderedPosition();
    const isSeen = x > 20 && y > 20 && x < this.box.clientWidth - 20 && y < this.box.clientHeight - 20;
    if (isSeen) return;
    this.isFitted = false;
    this.cy.center(one);
  }

  point(key) {
    if (this.current !== null) this.cy.getElementById(this.current).removeClass("pointed");
    this.current = key;
    if (key !== null) this.cy.getElementById(key).addClass("pointed");
    this.told.pointed(key === null ? null : this.known.get(key), null);
    this.name();
  }

  key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way !== undefined) this.walk(...way);
    else if (event.key === "Enter" && this.current !== null) this.told.chosen(this.current);
    else if (event.key === "Escape") this.told.left();
    else if (event.key === "+" || event.key === "-") {
      const level = this.cy.zoom() * (event.key === "+" ? 1.3 : 1 / 1.3);
      this.isFitted = false;
      this.cy.zoom({ level, renderedPosition: { x: this.box.clientWidth / 2, y: this.box.clientHeight / 2 } });
    } else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  // To the nearest in that direction; what is beside the way counts twice.
  walk(x, y) {
    const from = this.cy.getElementById(this.current ?? this.open ?? "");
    const there = this.cy.nodes("[label]:visible");
    if (there.empty()) return;
    if (from.empty()) {
      this.point(this.drawn.nodes.find((one) => this.stateOf(one.key) !== "absent").key);
      return;
    }
    const at = from.position();
    let best = [Infinity, null];
    there.forEach((one) => {
      const [dx, dy] = [one.position().x - at.x, one.position().y - at.y];
      const along = dx * x + dy * y;
      if (one.id() === from.id() || along <= 0) return;
      const far = along + 2 * Math.abs(dx * y + dy * x);
      if (far < best[0]) best = [far, one.id()];
    });
    if (best[1] === null) return;
    this.point(best[1]);
    this.reveal(best[1]);
  }
}

// Whether a name is to be shown, hidden, or made larger; what is as it was is left alone.
function changes(element, isNamed, zoom) {
  const wanted = isNamed ? zoom : 0;
  if ((element.scratch("named") ?? 0) === wanted) return false;
  element.scratch("named", wanted);
  return true;
}

// What of a drawing is taken, by squares of it; places are the middles of boxes.
class Grid {
  constructor() {
    this.squares = new Map();
  }

  *over(x, y, width, height) {
    for (let i = Math.floor((x - width / 2) / SQUARE); i <= Math.floor((x + width / 2) / SQUARE); i++)
      for (let j = Math.floor((y - height / 2) / SQUARE); j <= Math.floor((y + height / 2) / SQUARE); j++) yield `${i} ${j}`;
  }

  take(x, y, width, height) {
    for (const square of this.over(x, y, width, height)) {
      if (!this.squares.has(square)) this.squares.set(square, []);
      this.squares.get(square).push([x, y, width, height]);
    }
  }

  isFree(x, y, width, height) {
    for (const square of this.over(x, y, width, height))
      for (const [ox, oy, wide, high] of this.squares.get(square) ?? [])
        if (Math.abs(x - ox) * 2 < width + wide && Math.abs(y - oy) * 2 < height + high) return false;
    return true;
  }
}

function neighbours(pairs) {
  const near = new Map();
  for (const { start, end } of pairs) {
    if (!near.has(start)) near.set(start, new Set());
    if (!near.has(end)) near.set(end, new Set());
    near.get(start).add(end);
    near.get(end).add(start);
  }
  return near;
}

// When something relates each of them; of those that nothing ever did, since when there is it.
function lives({ nodes, relations, bonds }) {
  const found = new Map(nodes.map((one) => [one.key, { since: one.since, spans: [] }]));
  for (const one of relations)
    for (const key of [one.start, one.end]) found.get(key).spans.push([one.since, one.until ?? Infinity]);
  for (const one of bonds) {
    const since = found.get(one.start).since;
    for (const key of [one.start, one.end]) found.get(key).spans.push([since, Infinity]);
  }
  return found;
}

function stateAt({ since, spans }, at, isMiddle) {
  if (spans.some(([from, to]) => from <= at && at < to)) return "";
  if (spans.length === 0 ? since <= at : spans.some(([from]) => from <= at)) return spans.length === 0 ? "" : "past";
  return isMiddle ? "past" : "absent";
}
