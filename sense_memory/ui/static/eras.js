// A time line on which whatever changed has room: somebody's sister since thirty years, and a month
// in which everything was new. A little of its length goes by the time that passed, the rest by how
// much happened. Marks show where.

import { Timeline } from "./timeline.js";
import { svg } from "./words.js";

const EVEN = 0.35; // of the length, which goes by the time
const MOST_MARKS = 400;

export class Eras extends Timeline {
  // Between the first and the last of some times, in order and each once.
  between(times) {
    this.knots = times;
    const whole = times.at(-1) - times[0];
    this.shares = [0];
    for (let i = 1; i < times.length; i++) {
      const long = (times[i] - times[i - 1]) / whole;
      this.shares.push(this.shares[i - 1] + EVEN * long + (1 - EVEN) / (times.length - 1));
    }
    this.span();
  }

  shareOf(at) {
    if (this.knots === undefined) return super.shareOf(at);
    return between(this.knots, this.shares, at);
  }

  timeAt(share) {
    if (this.knots === undefined) return super.timeAt(share);
    return between(this.shares, this.knots, share);
  }
}

// What stands at a place in the second row, by where that is in the first.
function between(from, to, at) {
  let [low, high] = [0, from.length - 1];
  if (at <= from[low]) return to[low];
  if (at >= from[high]) return to[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle] <= at) low = middle;
    else high = middle;
  }
  return to[low] + ((at - from[low]) / (from[high] - from[low])) * (to[high] - to[low]);
}

// Where something happened, as marks along the slider.
export function marks(shares) {
  const drawn = svg("svg", { class: "who-marks", "aria-hidden": "true" });
  const step = Math.ceil(shares.length / MOST_MARKS);
  for (let i = 0; i < shares.length; i += step) {
    const x = `${(shares[i] * 100).toFixed(2)}%`;
    drawn.append(svg("line", { x1: x, x2: x, y1: 0, y2: "100%" }));
  }
  return drawn;
}
