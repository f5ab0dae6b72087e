// The graph: drawn, moved through time, pointed at, and walked through by keys.

import cytoscape from "./vendor/cytoscape.esm.min.mjs";
import { make } from "./words.js";

export const SHAPES = {
  person: "ellipse", concept: "hexagon", entity: "round-rectangle", source: "cut-rectangle",
  artifact: "diamond", storyline: "barrel", macro: "octagon",
};
const COLOURS = ["ink", "soft", "line", "accent", "ground", "paper", "for", "against", ...Object.keys(SHAPES)];
const LETTER = 6.2; // pixels of one at the size of a relation's name
const FORCED = 160; // nodes that are laid out by what pulls them together; more are put in rings
const ROOM = 74; // pixels between two of them
const MOST_NAMED = 60; // relations that are named all at once
const BORDER = 48; // pixels around all, for the names at the edge
const MOST_NEAR = 1.4;
const TURN = Math.PI * (3 - Math.sqrt(5)); // after which no two stand in one line

export class Graph {
  // pointed(node, relation) and chosen(key) are told; nulls where there is none.
  constructor(box, { pointed, chosen }) {
    Object.assign(this, { box, told: { pointed, chosen } });
    // Cytoscape writes a style sheet of its own, which our policy refuses, unless it finds it there
    if (document.getElementById("__________cytoscape_stylesheet") === null) {
      const there = make("template");
      there.id = "__________cytoscape_stylesheet";
      box.parentElement.append(there);
    }
    this.places = new Map(); // where each stands, once and for all
    this.drawn = { around: "", nodes: [], relations: [], bonds: [] };
    this.at = 0;
    this.open = null;
    this.current = null;
    this.cy = cytoscape({
      container: box, layout: { name: "preset" }, style: this.style(), minZoom: 0.08, maxZoom: 3,
      boxSelectionEnabled: false, autounselectify: true, autoungrabify: true, hideEdgesOnViewport: false,
    });
    this.cy.on("tap", "node", (event) => this.told.chosen(event.target.id()));
    this.cy.on("tap", "edge", (event) => this.told.chosen(event.target.source().id()));
    this.cy.on("mouseover", "node", (event) => this.point(event.target.id()));
    this.cy.on("mouseover", "edge", (event) => this.told.pointed(null, event.target.data("of")));
    this.cy.on("mouseout", () => this.point(null));
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
        label: "data(label)", "font-family": font, "font-size": 12, color: is.ink, "text-valign": "bottom",
        "text-margin-y": 4, "text-wrap": "ellipsis", "text-max-width": 130, "text-outline-width": 2.5,
        "text-outline-color": is.ground, width: "data(size)", height: "data(size)", "border-width": 2,
        "border-color": is.ground, "min-zoomed-font-size": 7, "overlay-opacity": 0,
      } },
      ...Object.entries(SHAPES).map(([type, shape]) => ({
        selector: `node[type = "${type}"]`, style: { shape, "background-color": is[type] },
      })),
      { selector: "node.middle", style: { "font-weight": 700, "font-size": 14, "border-width": 4, "border-color": is.ink } },
      { selector: "edge", style: {
        "curve-style": "bezier", "control-point-step-size": 34, width: "data(width)", "line-color": is.soft,
        "target-arrow-color": is.soft, "source-arrow-color": is.soft, "target-arrow-shape": "triangle", "arrow-scale": 0.8,
        "line-opacity": 0.6, "font-family": font, "font-size": 10.5, color: is.ink, "text-rotation": "autorotate",
        "text-background-color": is.ground, "text-background-opacity": 0.9, "text-background-padding": 2,
        "min-zoomed-font-size": 8, "overlay-opacity": 0,
      } },
      { selector: "edge[?mutual]", style: { "source-arrow-shape": "triangle" } },
      { selector: "edge[side = 1]", style: { "line-color": is.for, "target-arrow-color": is.for, "source-arrow-color": is.for } },
      { selector: "edge[side = -1]", style: {
        "line-color": is.against, "target-arrow-color": is.against, "source-arrow-color": is.against, "line-style": "dashed",
      } },
      { selector: "edge.bond", style: { "line-style": "dotted", "target-arrow-shape": "vee", "line-opacity": 0.5 } },
      { selector: "edge.named", style: { label: "data(word)" } },
      { selector: ".past", style: { opacity: 0.28, "border-style": "dashed" } },
      { selector: ".aside", style: { opacity: 0.16 } },
      { selector: "edge.aside", style: { label: "" } },
      { selector: "node.open", style: { "border-width": 4, "border-color": is.accent, "font-weight": 700 } },
      { selector: "node.pointed", style: { "border-width": 4, "border-color": is.ink } },
      { selector: ".absent", style: { display: "none" } },
    ];
  }

  // What is to be seen, whoever stands already stays where it is.
  draw(drawn) {
    const isOther = drawn.around !== this.drawn.around || this.drawn.nodes.length === 0;
    const isAnew = isOther || drawn.depth !== this.drawn.depth;
    this.drawn = drawn;
    if (isAnew) this.places.clear();
    this.place();
    const joined = new Map(drawn.nodes.map((one) => [one.key, 0]));
    for (const one of [...drawn.relations, ...drawn.bonds]) {
      joined.set(one.start, joined.get(one.start) + 1);
      joined.set(one.end, joined.get(one.end) + 1);
    }
    this.cy.batch(() => {
      this.cy.elements().remove();
      this.cy.add([
        ...drawn.nodes.map((one) => ({
          group: "nodes", position: { ...this.places.get(one.key) }, classes: one.key === drawn.around ? "middle" : "",
          data: { id: one.key, label: one.name, type: one.type, size: 20 + 5 * Math.sqrt(Math.min(50, joined.get(one.key))) },
        })),
        ...drawn.relations.map((one) => ({
          group: "edges",
          data: {
            id: `r ${one.id}`, source: one.start, target: one.end, word: said(one.word), side: one.side,
            mutual: one.is_mutual, width: 0.8 + 0.7 * one.nearness, of: one,
          },
        })),
        ...drawn.bonds.map((one) => ({
          group: "edges", classes: "bond",
          data: { id: `b ${one.kind} ${one.start} ${one.end}`, source: one.start, target: one.end, word: said(one.kind), side: 0, width: 1, of: one },
        })),
      ]);
    });
    this.lives = lives(drawn);
    this.states = new Map();
    this.show(this.at);
    this.mark(this.open);
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
    }
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
    this.cy.resize();
    if (this.places.size === 0) return;
    const shown = this.drawn.nodes.map((one) => this.places.get(one.key));
    const [xs, ys] = [shown.map(({ x }) => x), shown.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [width, height] = [this.box.clientWidth, this.box.clientHeight];
    const zoom = Math.min(MOST_NEAR, (width - 2 * BORDER) / (right - left + 1), (height - 2 * BORDER) / (bottom - top + 1));
    this.cy.viewport({ zoom, pan: { x: width / 2 - (zoom * (left + right)) / 2, y: height / 2 - (zoom * (top + bottom)) / 2 } });
  }

  resized() {
    const had = this.room ?? 0;
    this.room = this.box.clientWidth * this.box.clientHeight;
    if (this.room === 0) return;
    if (had === 0) this.fit();
    else this.cy.resize();
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
    const areNamed = relations <= MOST_NAMED;
    this.cy.batch(() => {
      for (const [id, state] of states) {
        if (this.states.get(id) === state) continue;
        const one = this.cy.getElementById(id);
        one.toggleClass("absent", state === "absent").toggleClass("past", state === "past");
      }
      if (areNamed !== this.areNamed || this.states.size === 0) {
        this.areNamed = areNamed;
        this.cy.edges().forEach((edge) => edge.toggleClass("named", areNamed && this.hasRoom(edge)));
      }
    });
    this.states = states;
    const count = (state) => this.drawn.nodes.filter((one) => states.get(one.key) === state).length;
    return { there: count(""), past: count("past"), relations };
  }

  stateOf(key) {
    return this.states.get(key) ?? "absent";
  }

  hasRoom(edge) {
    const [from, to] = [edge.source().position(), edge.target().position()];
    return Math.hypot(from.x - to.x, from.y - to.y) - edge.source().data("size") > edge.data("word").length * LETTER;
  }

  // ------------------------------------------------------------------ who

  // Who is shown beside: it, and whom it has to do with.
  mark(key) {
    this.open = key;
    this.cy.batch(() => {
      this.cy.elements().removeClass("open aside");
      const one = key === null ? this.cy.collection() : this.cy.getElementById(key);
      if (one.empty()) return;
      one.addClass("open");
      this.cy.elements().difference(one.closedNeighborhood()).addClass("aside");
      if (!this.areNamed) {
        this.cy.edges().removeClass("named");
        if (one.degree() <= MOST_NAMED) one.connectedEdges().addClass("named");
      }
    });
  }

  has(key) {
    return this.cy.getElementById(key).nonempty();
  }

  // Leads the eye to it, if it is out of sight.
  reveal(key) {
    const one = this.cy.getElementById(key);
    if (one.empty() || !one.visible()) return;
    const { x, y } = one.renderedPosition();
    const isSeen = x > 20 && y > 20 && x < this.box.clientWidth - 20 && y < this.box.clientHeight - 20;
    if (!isSeen) this.cy.center(one);
  }

  point(key) {
    if (this.current !== null) this.cy.getElementById(this.current).removeClass("pointed");
    this.current = key;
    if (key !== null) this.cy.getElementById(key).addClass("pointed");
    this.told.pointed(key === null ? null : this.drawn.nodes.find((one) => one.key === key), null);
  }

  key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way !== undefined) this.walk(...way);
    else if (event.key === "Enter" && this.current !== null) this.told.chosen(this.current);
    else if (event.key === "+" || event.key === "-") {
      const level = this.cy.zoom() * (event.key === "+" ? 1.3 : 1 / 1.3);
      this.cy.zoom({ level, renderedPosition: { x: this.box.clientWidth / 2, y: this.box.clientHeight / 2 } });
    } else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  // To the nearest in that direction; what is beside the way counts twice.
  walk(x, y) {
    const from = this.cy.getElementById(this.current ?? this.open ?? "");
    const there = this.cy.nodes(":visible");
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

// What a relation is called, as people say it.
export const said = (word) => word.replace(/[-_]+/g, " ");

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
