// What is known of a peer in three texts, and what those said before. With --write each can be put
// in one's own words, and all three back to what they said.

import * as api from "./api.js";
import { Doing, anew } from "./doing.js";
import { date, foreign, make, moment, number } from "./words.js";

const TEXTS = { base_tone: "Who they are", patterns: "Their patterns", anchors: "Moments that counted" };
const WHY = {
  "pre-edit": "before somebody edited them",
  "pre-condensation": "before they were condensed anew",
  "pre-restore": "before others were restored",
};

export class Texts {
  // `changed()` is called after something was done, or left.
  constructor(page, changed) {
    Object.assign(this, { page, changed, element: make("div", "texts") });
  }

  // What somebody is writing is not taken away.
  get isBusy() {
    return this.element.querySelector(".asked") !== null;
  }

  clear() {
    this.element.replaceChildren();
  }

  fill(told) {
    this.told = told;
    const { layers, versions } = told;
    const { activeElement: active } = document;
    const key = this.element.contains(active) ? active.dataset.key : undefined;
    const within = layers.find((one) => this.element.querySelector(`.${one.name}:focus-within`))?.name;
    const wasOpen = this.element.querySelector("details")?.open ?? false;
    const parts = layers.map((layer) => this.text(layer));
    if (told.is_due) parts.push(make("p", "small", "They are condensed anew when the agent sleeps next."));
    if (versions.length > 0) {
      const list = make("ol", "", ...versions.map((one) => this.version(one)));
      const before = make("details", "", make("summary", "", `What they said before (${number(versions.length)})`), list);
      before.firstChild.dataset.key = "before";
      before.open = wasOpen;
      parts.push(before);
    }
    anew(this.element, parts);
    if (this.element.contains(document.activeElement)) return;
    const again = key && this.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    (again || (within && this.element.querySelector(`.${within} button`)))?.focus();
  }

  text(layer) {
    const said = layer.text === null ? "It waits to be made anew: something that it named was forgotten." : layer.text;
    const how = [layer.is_edited ? "written by a person" : layer.text ? "condensed from sessions" : "",
      layer.updated > 0 ? date(layer.updated) : ""];
    const item = make("article", `layer ${layer.name}`, make("h4", "", TEXTS[layer.name]),
      said === "" ? make("p", "small", "Nothing yet.") : layer.text === null ? make("p", "small", said) : lines(said),
      said === "" ? null : make("p", "small", how.filter(Boolean).join(", ")));
    if (this.page.mind.mayWrite) item.append(this.acts(layer));
    return item;
  }

  acts({ name, text, is_edited: isEdited }) {
    const seen = text ?? "";
    const step = (key, given = {}) => ({
      key: "edit", // the other one is gone by then
      mine: given.text,
      act: (expected) => this.act(key, { layer: name, expected, ...given }),
      done: this.changed,
      of: (now) => now[name],
    });
    const editing = () => doing.write("edit", `${TEXTS[name]}, in your words`, seen, 6, (words) =>
      doing.attempt(step("edit", { text: words }), seen));
    const doing = new Doing({
      name,
      offered: () => [doing.button("edit", "Edit …", editing),
        isEdited ? doing.button("take-back", "Take the edit back", () => doing.attempt(step("take-back"), seen)) : ""],
      look: () => this.look(),
      left: this.changed,
    });
    return doing.offer();
  }

  version(one) {
    const { layers } = this.told;
    const why = WHY[one.label] ?? (one.label === "" ? "kept" : `“${foreign(one.label)}”`);
    const item = make("li", "", make("p", "small", `${moment(one.at)}, ${why}`));
    layers.forEach((layer, i) => {
      if (one.texts[i] === "") return;
      item.append(make("h5", "", TEXTS[layer.name]), lines(one.texts[i]));
    });
    if (!this.page.mind.mayWrite) return item;
    const seen = shown(layers);
    const step = {
      key: "restore",
      act: (now) => this.act("restore", { version: one.id, ...now }),
      done: this.changed,
      shown: (now) => Object.keys(TEXTS).filter((name) => now[name] !== seen[name])
        .map((name) => `${TEXTS[name]}: ${now[name] || "(nothing)"}`).join("\n\n"),
    };
    const doing = new Doing({
      name: one.id,
      offered: () => [doing.button("restore", "Let them say this again", () => doing.attempt(step, seen))],
      look: () => this.look(),
      left: this.changed,
    });
    item.append(doing.offer());
    return item;
  }

  act(what, given) {
    return api.act(`rapport/${what}`, { peer: this.told.peer, ...given });
  }

  // What all three say by now.
  async look() {
    const { rapport } = await api.ask("rapport", { peer: this.told.peer });
    return shown(rapport?.layers ?? []);
  }
}

// By their names; nothing where nothing stands.
function shown(layers) {
  const said = Object.fromEntries(Object.keys(TEXTS).map((name) => [name, ""]));
  for (const one of layers) said[one.name] = one.text ?? "";
  return said;
}

// A text as it was written, or the list that most of them are.
function lines(text) {
  const each = text.trimEnd().split("\n");
  if (!each.every((line) => line.startsWith("- "))) return make("p", "said", text);
  return make("ul", "said", ...each.map((line) => make("li", "", line.slice(2))));
}
