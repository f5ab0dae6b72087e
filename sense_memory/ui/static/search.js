// Search as you type: what an agent would find, and what gave how much of each score.

import * as api from "./api.js";
import { button, make, many, nameOf, number } from "./words.js";

const PAUSE = 120; // milliseconds without a key before it is asked
const SHOWN = ["key", "themes", "value", "vector", "supersedes"];
const WHY = {
  limit: "enough others answer better",
  duplicate: "says the same as",
  state: "it is",
  indirect: "it is fading, and neither its key nor a theme has a word of this",
  filter: "of another room",
};
// What gave something, where the record's word for it says little.
const PARTS = {
  vector: "meaning", neighbours: "the lines beside it", conversation: "its conversation", speaker: "who says it",
  question: "it asks something itself", supersedes: "newer than another",
};

export class Search {
  // chosen(name), found(names, words) are told.
  constructor(input, element, { chosen, found }) {
    Object.assign(this, { input, element, chosen, found, latest: new api.Latest() });
    input.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), PAUSE);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        input.value = "";
        this.ask();
      } else if (event.key === "ArrowDown") {
        this.element.querySelector(".name")?.focus();
        event.preventDefault();
      }
    });
  }

  async ask() {
    clearTimeout(this.timer);
    this.latest.leave(); // what was on its way answers nobody any more
    const query = this.input.value.trim();
    // nothing can be looked for in what has neither letter nor digit
    if (!/[\p{L}\p{N}]/u.test(query)) return this.close();
    try {
      const finding = await this.latest.ask("search", { q: query });
      if (finding !== undefined) this.show(finding);
    } catch (error) {
      this.fail(error.message);
    }
  }

  close() {
    this.element.hidden = true;
    this.element.replaceChildren();
    this.found(new Set(), "");
  }

  title(text) {
    const title = make("h2", "", text);
    title.id = "found-title";
    return title;
  }

  fail(words) {
    this.element.hidden = false;
    this.element.replaceChildren(this.title("The search failed"), make("p", "warning", words));
  }

  show(finding) {
    const title = finding.answering === 0 ? "Nothing answers" : `${many(finding.hits.length, "memory", "memories")} of ${number(finding.answering)} that answer`;
    const most = Math.max(1e-9, ...finding.hits.map((hit) => hit.score));
    const list = make("ol", "", ...finding.hits.map((hit) => this.hit(hit, most)));
    const near = finding.near.map((one) =>
      make("li", "", button("name", nameOf(one.name), () => this.chosen(one.name)),
        make("p", "small", `not given: ${WHY[one.why]}${one.detail ? ` ${nameOf(one.detail)}` : ""} (${number(one.score, 2)})`)));
    this.element.replaceChildren(this.title(title),
      ...(finding.warning ? [make("p", "warning", finding.warning)] : []), list,
      ...(near.length > 0 ? [make("h3", "", "Nearly"), make("ul", "", ...near)] : []));
    this.element.hidden = false;
    this.found(new Set(finding.hits.map((hit) => hit.name)), title);
  }

  hit(hit, most) {
    const parts = partsOf(hit.parts);
    const bar = make("div", "parts");
    for (const [name, worth] of parts.filter(([, worth]) => worth > 0)) {
      const piece = make("span", `part-${SHOWN.includes(name) ? name : "other"}`);
      piece.style.width = `${(100 * worth * hit.parts.relevance) / most}%`;
      piece.title = `${PARTS[name] ?? name} ${number(worth, 2)}`;
      bar.append(piece);
    }
    const words = parts.map(([name, worth]) => `${PARTS[name] ?? name} ${number(worth, 2)}`).join(", ");
    return make("li", "",
      button("name", nameOf(hit.name), () => this.chosen(hit.name)),
      make("p", "said", hit.value),
      bar,
      make("p", "small", `${number(hit.score, 2)}: ${words}; × ${number(hit.parts.relevance, 2)} relevance`));
  }
}

// What counted, the most first; relevance is what all of it was multiplied by.
function partsOf(parts) {
  const counted = Object.entries(parts).filter(([name, worth]) => name !== "relevance" && Math.abs(worth) >= 0.005);
  return counted.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
