// Where the rooms are: domains, in them facets, in them memories. It does not depend on the time
// that is shown, so nothing jumps when that moves; memories shrink in a place that stays theirs.

const HEAD = 20;
const SUBHEAD = 17;
const GAP = 3;

// focus: [], [domain] or [domain, facet]. Rooms: {kind, domain, facet, x, y, w, h, head, count};
// cells: {memory, x, y, w, h}.
export function layout(memories, width, height, focus) {
  const domains = new Map();
  for (const memory of memories) {
    if (focus.length > 0 && memory.domain !== focus[0]) continue;
    if (focus.length > 1 && memory.facet !== focus[1]) continue;
    let domain = domains.get(memory.domain);
    if (!domain) domains.set(memory.domain, (domain = { weight: 0, count: 0, facets: new Map() }));
    let facet = domain.facets.get(memory.facet);
    if (!facet) domain.facets.set(memory.facet, (facet = { weight: 0, memories: [] }));
    facet.memories.push(memory);
    facet.weight += memory.weight;
    domain.weight += memory.weight;
    domain.count += 1;
  }
  const rooms = [];
  const cells = [];
  const whole = { x: 0, y: 0, w: width, h: height };
  for (const [domain, box] of placed(byWeight(domains), whole)) {
    const outer = { kind: "domain", domain: domain.name, count: domain.of.count, ...shrunk(box) };
    const inner = under(outer, HEAD);
    rooms.push(outer);
    for (const [facet, place] of placed(byWeight(domain.of.facets), inner)) {
      const room = {
        kind: "facet",
        domain: domain.name,
        facet: facet.name,
        count: facet.of.memories.length,
        ...shrunk(place),
      };
      const floor = under(room, SUBHEAD);
      rooms.push(room);
      const items = facet.of.memories.map((memory) => ({ weight: memory.weight, memory }));
      items.sort((a, b) => b.weight - a.weight || a.memory.created - b.memory.created ||
        (a.memory.name < b.memory.name ? -1 : 1));
      for (const [item, cell] of placed(items, floor)) cells.push({ memory: item.memory, ...cell });
    }
  }
  return { rooms, cells };
}

function byWeight(groups) {
  const found = [...groups].map(([name, of]) => ({ name, of, weight: of.weight }));
  return found.sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
}

function shrunk({ x, y, w, h }) {
  const by = Math.min(GAP, w / 8, h / 8);
  return { x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by };
}

// What is left of a room below its name, if there is room for a name.
function under(room, head) {
  room.head = room.h > 2.5 * head && room.w > 44 ? head : 0;
  return { x: room.x + 1, y: room.y + room.head, w: room.w - 2, h: room.h - room.head - 1 };
}

// Squarified treemap (Bruls, Huizing, van Wijk 2000): rows along the shorter side, each closed once
// another item would make its worst ratio worse. Items are given with the heaviest first.
function placed(items, box) {
  const found = [];
  const total = items.reduce((sum, item) => sum + item.weight, 0);
  if (total <= 0 || box.w <= 0 || box.h <= 0) return found;
  const scale = (box.w * box.h) / total;
  let { x, y, w, h } = box;
  let begin = 0;
  while (begin < items.length) {
    const side = Math.min(w, h);
    const most = items[begin].weight * scale;
    let end = begin;
    let area = 0;
    let worst = Infinity;
    while (end < items.length) {
      const least = items[end].weight * scale;
      const sum = area + least;
      const ratio = Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
      if (ratio > worst) break;
      worst = ratio;
      area = sum;
      end += 1;
    }
    const depth = end === items.length ? Math.max(w, h) : area / side;
    let along = 0;
    for (let i = begin; i < end; i++) {
      const length = ((items[i].weight * scale) / area) * side;
      found.push([
        items[i],
        w >= h ? { x, y: y + along, w: depth, h: length } : { x: x + along, y, w: length, h: depth },
      ]);
      along += length;
    }
    if (w >= h) [x, w] = [x + depth, w - depth];
    else [y, h] = [y + depth, h - depth];
    begin = end;
  }
  return found;
}
