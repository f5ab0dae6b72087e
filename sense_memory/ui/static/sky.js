// All events that a relay has, as it sees them: dots, each with a time and a size, and nothing else.

import { date, many, number } from "./words.js";

const EDGE = 8; // pixels around

export function sky({ times, sizes }) {
  const canvas = document.createElement("canvas");
  canvas.className = "sky";
  canvas.setAttribute("role", "img");
  const [first, last] = [times.at(-1), times[0]];
  let [least, most] = [Infinity, 0];
  for (const size of sizes) {
    if (size < least) least = size;
    if (size > most) most = size;
  }
  canvas.setAttribute("aria-label",
    `${many(times.length, "event")} from ${date(first)} to ${date(last)}, of ${number(least)} to ${many(most, "byte")}`);
  // only what is in the page has a width
  const draw = () => {
    const [width, height, sharp] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio || 1];
    canvas.width = Math.round(width * sharp);
    canvas.height = Math.round(height * sharp);
    const pen = canvas.getContext("2d");
    pen.scale(sharp, sharp);
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const across = (at) => EDGE + ((at - first) / Math.max(1, last - first)) * (width - 2 * EDGE);
    const high = Math.log(most / least) || 1;
    const up = (size) => height - EDGE - 14 - (Math.log(size / least) / high) * (height - 3 * EDGE - 22);
    pen.strokeStyle = colour("line");
    pen.strokeRect(0.5, 0.5, width - 1, height - 15);
    pen.fillStyle = colour("accent");
    pen.globalAlpha = times.length > 500 ? 0.35 : 0.7;
    const radius = times.length > 500 ? 1.5 : 3;
    times.forEach((at, index) => {
      pen.beginPath();
      pen.arc(across(at), up(sizes[index]), radius, 0, 2 * Math.PI);
      pen.fill();
    });
    pen.globalAlpha = 1;
    pen.fillStyle = colour("soft");
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "bottom";
    pen.fillText(date(first), 0, height);
    pen.textAlign = "right";
    pen.fillText(date(last), width, height);
    pen.textBaseline = "top";
    pen.fillText(many(most, "byte"), width - 6, 5);
  };
  new ResizeObserver(draw).observe(canvas);
  return canvas;
}
