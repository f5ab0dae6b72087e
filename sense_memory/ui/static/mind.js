// The memories, and what of them is left at any time: the closed form that the store uses itself.

export const DAY = 86400;
export const STATES = ["active", "fading", "forgotten", "dissolved"];

// A memory of less weight than this would have no room to be clicked in.
const LEAST = 0.08;
// One of more would leave none to the others.
const MOST = 3;

export class Mind {
  constructor() {
    this.byName = new Map();
    this.thresholds = { fading: 0.3, forgotten: 0.1, dissolved: 0.01 };
    this.mayWrite = false;
    this.scope = ""; // the one that is shown, where it is one alone
    this.ahead = 0; // seconds that the server's clock is ahead of the browser's
  }

  // Everything anew, as the server told it.
  fill(map) {
    this.thresholds = map.thresholds;
    this.mayWrite = map.may_write;
    this.scope = map.scope;
    this.ahead = map.now - Date.now() / 1000;
    this.byName = new Map();
    this.put(map.memories);
  }

  // Some memories as they are now.
  put(columns) {
    for (let i = 0; i < columns.name.length; i++) {
      const name = columns.name[i];
      const first = name.indexOf("/");
      const second = name.indexOf("/", first + 1);
      this.byName.set(name, {
        name,
        domain: name.slice(0, first),
        facet: name.slice(first + 1, second),
        key: name.slice(second + 1),
        peak: columns.peak[i],
        fadesFrom: columns.fades_from[i],
        halflife: columns.halflife[i],
        created: columns.created[i],
        used: columns.used[i],
        uses: columns.uses[i],
        due: columns.due[i],
        isSuperseded: columns.is_superseded[i] === 1,
        weight: Math.min(MOST, Math.max(LEAST, columns.peak[i])),
      });
    }
  }

  remove(name) {
    this.byName.delete(name);
  }

  get size() {
    return this.byName.size;
  }

  all() {
    return this.byName.values();
  }

  // The present, by the server's clock.
  present() {
    return Date.now() / 1000 + this.ahead;
  }

  // From the first memory to two years ahead.
  span() {
    const present = this.present();
    let first = present - DAY;
    // what is said to be older than 1970 has no clock that knew
    for (const one of this.all()) if (one.created < first && one.created > 0) first = one.created;
    return { first: Math.floor(first), last: Math.ceil(present + 2 * 365.25 * DAY) };
  }

  state(memory, at) {
    return at < memory.created ? "unborn" : this.stateOf(relevance(memory, at));
  }

  stateOf(score) {
    const { fading, forgotten, dissolved } = this.thresholds;
    if (score >= fading) return "active";
    if (score >= forgotten) return "fading";
    return score >= dissolved ? "forgotten" : "dissolved";
  }
}

export function relevance(memory, at) {
  if (memory.fadesFrom === null) return memory.peak;
  const days = Math.max(0, (at - memory.fadesFrom) / DAY);
  return memory.peak * Math.pow(0.5, days / memory.halflife);
}
