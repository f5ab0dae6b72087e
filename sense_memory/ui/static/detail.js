// One memory: what it says, why it would be recalled, what it hangs together with, what it said
// before, and what will become of it.

import { acts } from "./acts.js";
import { DAY, relevance } from "./mind.js";
import { away, button, date, foreign, isByKey, make, many, moment, nameOf, number, percent, roomOf, span, spoken } from "./words.js";

const TO_COME = { fading: "fades", forgotten: "is forgotten", dissolved: "dissolves", deleted: "may be deleted" };
const NODE = /^graph\/node\/([^:]+:(.+))$/s;
const ENDED = { replaced: "when something else was written", decided: "when somebody chose between several" };

export class Detail {
  // chosen(name), known(key), closed(), left(), done(name, isGone) are told: a memory, or somebody, was
  // chosen; left() is whoever was in it by keys.
  constructor(element, mind, { chosen, known, closed, left, done }) {
    Object.assign(this, { element, mind, chosen, known, closed, left, done });
    this.shown = null;
    element.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  get name() {
    return this.shown === null ? null : this.shown.name;
  }

  // Whether somebody is asked something in it, which must not be taken away.
  get isEdited() {
    return this.element.querySelector(".asked") !== null;
  }

  close() {
    this.hide();
    this.closed();
  }

  hide() {
    const wasHere = this.element.contains(document.activeElement);
    this.shown = null;
    this.element.hidden = true;
    this.element.replaceChildren();
    if (wasHere) this.left();
  }

  // Something else in its place: whoever stands in it by keys stays in it, at the same button if it is there.
  put(...parts) {
    const { activeElement: active } = document;
    const wasHere = this.element.contains(active);
    this.element.hidden = false;
    this.element.replaceChildren(...parts);
    if (!wasHere) return;
    const again = active.dataset.key && this.element.querySelector(`[data-key="${active.dataset.key}"]`);
    (again || this.element).focus({ preventScroll: true });
  }

  // A memory, or what is wrong with showing one.
  fail(words, title = "This memory cannot be shown") {
    this.shown = null;
    this.put(this.top(title), make("p", "warning", words));
  }

  show(detail, at) {
    this.shown = detail;
    const [domain, facet, key] = detail.name.split("/");
    const parts = [
      this.top(foreign(key)),
      make("p", "room", `${roomOf(domain)} › ${foreign(facet)}`),
      make("p", "value", detail.value),
      this.mind.mayWrite ? acts(detail, this.mind, this.done) : "",
      this.facts(detail),
      make("h3", "", "Why it would be recalled"),
      make("div", "why"),
      this.curve(),
      this.fate(detail),
    ];
    if (detail.links.length > 0) parts.push(make("h3", "", "Hangs together with"), this.links(detail));
    if (detail.history.length > 1) parts.push(make("h3", "", "What was believed"), this.history(detail));
    this.put(...parts);
    this.at(at);
  }

  top(text) {
    const head = make("div", "", button("close", "×", () => this.close()));
    head.firstChild.setAttribute("aria-label", "Close");
    const title = make("h2", "", text);
    title.id = "detail-title";
    head.append(title);
    return head;
  }

  facts(detail) {
    const list = make("dl", "");
    const add = (term, text) => text && list.append(make("dt", "", term), make("dd", "", text));
    add("Since", moment(detail.created));
    add("Used", detail.uses > 0 ? `${many(detail.uses, "time")}, last ${moment(detail.used)}` : "not yet");
    add("From", foreign(detail.source));
    add("Themes", detail.themes.map(foreign).join(", "));
    add("Confidence", detail.confidence < 1 ? percent(detail.confidence) : "");
    if (isByKey(detail.name)) add("Kept by key", "it is read back by that, and does not fade");
    else add("Pinned", detail.is_pinned ? "it does not fade" : "");
    add("Due", detail.due === null ? "" : `${date(detail.due)}, and does not fade before`);
    return list;
  }

  // The relevance at the time that is shown, as the product that it is.
  at(at) {
    if (this.shown === null) return;
    const detail = this.shown;
    const memory = this.mind.byName.get(detail.name);
    const why = this.element.querySelector(".why");
    if (!memory || !why) return;
    if (at < detail.created) {
      why.replaceChildren(make("p", "sum", "It is not there yet at this time."));
    } else {
      const score = relevance(memory, at);
      const since = memory.fadesFrom;
      const days = since === null ? 0 : Math.max(0, (at - since) / DAY);
      const lines = [`${number(detail.relevance, 2)} when it was ${detail.uses > 0 ? "used last" : "learned"}`];
      if (days > 0) lines.push(
        `× ${number(Math.pow(0.5, days / memory.halflife), 3)} for ${span(days * DAY)}: halves in ` +
        `${many(detail.halflife, "day")}${detail.is_superseded ? ", four times as fast as it is superseded" : ""}`);
      if (since === null) lines.push(`× 1 whatever time passes: it is ${isByKey(detail.name) ? "kept by key" : "pinned"}`);
      if (detail.linked > 0) lines.push(`× ${number(1 + 0.1 * detail.linked, 1)} for ${many(detail.linked, "link")}`);
      if (detail.contradicted > 0)
        lines.push(`× ${number(Math.pow(0.5, detail.contradicted), 2)} for ${many(detail.contradicted, "contradiction")}`);
      const state = this.mind.stateOf(score);
      why.replaceChildren(
        ...lines.map((line) => make("p", "sum", line)),
        make("p", "sum", make("b", "", `= ${number(score, score < 0.1 ? 3 : 2)}: ${state}`)));
    }
    this.draw(memory, at);
  }

  curve() {
    const made = make("canvas", "");
    made.id = "course";
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", "Its relevance over time; the states to come are listed below");
    return made;
  }

  draw(memory, at) {
    const canvas = this.element.querySelector("#course");
    const [width, height, sharp] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio || 1];
    canvas.width = Math.round(width * sharp);
    canvas.height = Math.round(height * sharp);
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    pen.scale(sharp, sharp);
    const { last } = this.mind.span();
    const first = memory.created;
    const top = Math.max(1, memory.peak) * 1.05;
    const x = (time) => ((time - first) / (last - first)) * width;
    const y = (score) => height - 1 - (score / top) * (height - 4);
    pen.strokeStyle = colour("line");
    for (const threshold of Object.values(this.mind.thresholds)) {
      pen.beginPath();
      pen.moveTo(0, y(threshold));
      pen.lineTo(width, y(threshold));
      pen.stroke();
    }
    for (let column = 0; column < width; column++) {
      const time = first + (column / width) * (last - first);
      const score = relevance(memory, time);
      const state = this.mind.stateOf(score);
      if (state === "dissolved") continue;
      pen.fillStyle = colour(state);
      pen.fillRect(column, y(score), 1, height - y(score));
    }
    if (at >= first) {
      pen.fillStyle = colour("ink");
      pen.fillRect(x(at) - 1, 0, 2, height);
    }
  }

  fate(detail) {
    const present = this.mind.present();
    const list = make("ul", "");
    for (const one of detail.to_come)
      list.append(make("li", "", `${one.at > present ? `${away(one.at, present)} it ` : "now it "}${TO_COME[one.state]}`,
        make("span", "small", ` ${date(one.at)}`)));
    if (detail.to_come.length === 0) list.append(make("li", "", "It stays as it is."));
    else list.prepend(make("li", "", "If nobody uses it:"));
    return list;
  }

  named(name, isMemory) {
    const [, key, slug] = NODE.exec(name) ?? [];
    if (key !== undefined) return button("name", foreign(spoken(slug)), () => this.known(key));
    const words = nameOf(name);
    return isMemory && this.mind.byName.has(name) ? button("name", words, () => this.chosen(name)) : make("span", "", words);
  }

  links(detail) {
    const list = make("ul", "");
    for (const link of detail.links)
      list.append(make("li", "", this.named(link.name, link.is_memory), make("p", "small", spoken(link.how))));
    return list;
  }

  history(detail) {
    const list = make("ol", "");
    for (const one of detail.history) {
      const until = one.until === null ? "until now" : `until ${moment(one.until)}${one.why ? `, ${ENDED[one.why] ?? foreign(one.why)}` : ""}`;
      list.append(make("li", "",
        make("div", "said", one.value ?? "(it was too long to be kept)"),
        make("p", "small", `${moment(one.since)} ${until}${one.source ? `; from ${foreign(one.source)}` : ""}`),
        one.name === detail.name ? null : make("p", "small", "in ", this.named(one.name, true))));
    }
    return list;
  }
}
