// The course of one number from 0 to 1, a place for each time it was looked at. It is a picture
// alone: whoever shows one says the same in words, and lets the keyboard move along it.

import uPlot from "./vendor/uPlot.esm.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const MIDDLE = 0.5;
const LINE = 1; // the place of the line among what is drawn
// What it would hear of the pointer itself: several of them move together, from place to place.
const UNHEARD = Object.fromEntries(
  ["mousedown", "mouseup", "click", "dblclick", "mousemove", "mouseleave", "mouseenter"].map((one) => [one, () => null]));

export class Chart {
  // pointed(place) is told where the pointer is, with null when it has left; chosen(place) where it
  // was pressed.
  constructor(element, { pointed, chosen }) {
    Object.assign(this, { element, place: null, data: null, plot: null });
    new ResizeObserver(() => this.fit()).observe(element);
    dark.addEventListener("change", () => this.plot?.redraw());
    element.addEventListener("pointermove", (event) => this.plot && pointed(this.under(event)));
    element.addEventListener("pointerleave", () => pointed(null));
    element.addEventListener("click", (event) => this.plot && chosen(this.under(event)));
  }

  // The line from place to place; and at each a dot, a ring, or null.
  fill(line, dots, rings) {
    this.data = [line.map((_, place) => place), line, dots, rings];
    this.plot?.batch(() => this.plot.setData(this.data)); // at once: `at` asks where the places are
    this.fit();
  }

  // Where the line across is.
  at(place) {
    this.place = place;
    if (this.plot === null || place === null) return;
    this.plot.setCursor({ left: this.plot.valToPos(place, "x"), top: 0 }, false);
  }

  // The place that is nearest to a pointer.
  under(event) {
    const { left } = this.plot.over.getBoundingClientRect();
    return this.plot.posToIdx(event.clientX - left);
  }

  // It is made once there is room for it, and is as large as that.
  fit() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || this.data === null) return;
    if (this.plot === null) this.plot = new uPlot(this.options({ width, height }), this.data, this.element);
    else if (this.plot.width !== width || this.plot.height !== height) this.plot.setSize({ width, height });
    this.at(this.place);
  }

  options(size) {
    const colour = (name) => getComputedStyle(this.element).getPropertyValue(`--${name}`).trim();
    const below = (plot) => {
      const { ctx: pen, bbox } = plot;
      const y = plot.valToPos(MIDDLE, "y", true);
      pen.fillStyle = colour("line");
      pen.fillRect(bbox.left, Math.round(y), bbox.width, devicePixelRatio);
    };
    return {
      ...size,
      padding: [6, 8, 6, 6],
      legend: { show: false },
      axes: [{ show: false }, { show: false }],
      scales: { x: { time: false, range: (_, least, most) => [least, Math.max(most, least + 1)] }, y: { range: [0, 1] } },
      cursor: { y: false, drag: { x: false, y: false }, bind: UNHEARD, points: { size: (_, series) => (series === LINE ? 9 : 0) } },
      series: [
        {},
        { stroke: () => colour("accent"), width: 2, points: { show: false } },
        { paths: () => null, points: { show: true, size: 4, width: 0, fill: () => colour("soft") } },
        { paths: () => null, points: { show: true, size: 10, width: 2, stroke: () => colour("mark"), fill: () => colour("paper") } },
      ],
      hooks: { drawClear: [below] },
    };
  }
}
