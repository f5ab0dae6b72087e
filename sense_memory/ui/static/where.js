// Where this mind is, as a picture: this device, its relays, and the devices beyond them. Whatever
// it shows is said in words below it.

import { SHAPES } from "./findings.js";
import { relayName } from "./relay_name.js";
import { make, many, svg } from "./words.js";

const WIDTH = 880;
const ROW = 52;
const HIGH = 38;
const COLUMNS = { own: [0, 190], relay: [300, 320], other: [730, 150] }; // where each begins, how wide it is
const LETTER = 8; // wide at most, as names are written

export class Where {
  constructor() {
    this.element = make("figure", "where");
    this.element.hidden = true;
  }

  // Relays and devices as the server tells them; `devices` is null before that.
  show({ relays, records: all, is_one_scope: isOneScope }, devices) {
    // what this device says of itself counts once what stands at two places, as the list below does
    const records = devices?.devices.find((one) => one.is_this)?.count ?? all;
    const others = (devices?.devices ?? []).filter((one) => !one.is_this);
    const drawn = JSON.stringify([relays.map((one) => [one.url, one.level, words(one)]), others, records, isOneScope]);
    this.element.hidden = relays.length === 0;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const rows = Math.max(relays.length, others.length, 1);
    const top = (index, count) => ((rows - count) / 2 + index) * ROW + (ROW - HIGH) / 2;
    const own = top(0, 1);
    const lines = [];
    const boxes = [box("own", own, "this device", `${many(records, "record")}${isOneScope ? " in all" : ""}`, "own")];
    relays.forEach((relay, index) => {
      const at = top(index, relays.length);
      lines.push(line("own", own, "relay", at, relay.state === "connected" ? relay.level : "problem"));
      boxes.push(box("relay", at, `${SHAPES[relay.level]}  ${relayName(relay.url)}`, words(relay), `is-${relay.level}`));
      others.forEach((other, place) => {
        if (other.through.includes(relay.url))
          lines.push(line("relay", at, "other", top(place, others.length), other.agrees ? "ok" : "warning"));
      });
    });
    others.forEach((other, place) => boxes.push(box("other", top(place, others.length), other.name || other.id,
      other.is_silent ? "silent for long" : other.agrees ? "agrees" : "differs", other.agrees ? "is-ok" : "is-warning")));
    const label = `This device, ${many(relays.length, "relay")}, ${many(others.length, "other device")}`;
    this.element.replaceChildren(
      svg("svg", { viewBox: `0 0 ${WIDTH} ${rows * ROW}`, role: "img", "aria-label": label }, ...lines, ...boxes));
  }
}

function words(relay) {
  const lacking = relay.waiting + relay.parked + relay.dead;
  if (relay.state === "offline") return lacking > 0 ? `not reached, ${many(lacking, "write")} short` : "not reached";
  if (relay.state === "connecting") return "being reached";
  if (lacking > 0) return `${many(lacking, "write")} short`;
  return relay.read_at === null ? "not read yet" : relay.accepted > 0 ? "took everything" : "has everything";
}

function box(column, top, title, said, className) {
  const [x, width] = COLUMNS[column];
  const longest = Math.floor((width - 24) / LETTER);
  const text = (words, kind, y) =>
    svg("text", { class: kind, x: x + 12, y }, words.length > longest ? `${words.slice(0, longest - 1)}…` : words);
  return svg("g", { class: className }, svg("rect", { x: x + 1, y: top, width: width - 2, height: HIGH, rx: 8 }),
    text(title, "title", top + 16), text(said, "said", top + 31));
}

function line(from, high, to, low, level) {
  const x = COLUMNS[from][0] + COLUMNS[from][1];
  const end = COLUMNS[to][0];
  const middle = (x + end) / 2;
  const [y, below] = [high + HIGH / 2, low + HIGH / 2];
  return svg("path", { class: `line is-${level}`, d: `M${x},${y} C${middle},${y} ${middle},${below} ${end},${below}` });
}
