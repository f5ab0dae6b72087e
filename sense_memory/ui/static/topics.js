// Topics: what was observed, and what it adds up to, over time.

import * as api from "./api.js";
import { Scale, Strip, axis, hatching, legend } from "./tiers.js";
import { LOOSE, counted, dirt, summed, toAll } from "./standing.js";
import { TopicPage } from "./topic.js";
import { alarm, make, many } from "./words.js";

const TYPES = ["all", "observation", "summary", "topic", "turn", "conversation"];
const hashOf = (name) => `#topics/${encodeURIComponent(name)}`;

export class Topics {
  constructor(element, page) {
    Object.assign(this, { element, page, name: "", strips: [], latest: new api.Latest() });
    this.place = make("div", "topics");
    element.append(hatching(), this.place);
    new ResizeObserver(() => this.draw()).observe(this.place);
  }

  async show(name) {
    const before = this.paged?.slug;
    this.name = name;
    this.paged = null;
    if (name === "" && this.told !== undefined) this.tell(this.told); // it may have changed meanwhile
    await this.ask();
    if (name === "" && before !== undefined) this.place.querySelector(`a[href="${CSS.escape(hashOf(before))}"]`)?.focus();
  }

  async heard(types) {
    if (!TYPES.some((one) => types.has(one)) || this.element.hidden) return;
    if (this.paged) await this.paged.refresh();
    else await this.ask();
  }

  async ask() {
    try {
      if (this.name === "") {
        const told = await this.latest.ask("topics");
        if (told !== undefined) this.tell(told);
        return;
      }
      const paged = await this.latest.last(() => this.topic(this.name));
      if (paged === undefined) return;
      this.paged = paged;
      this.place.replaceChildren(paged.element);
      this.draw();
      this.element.scrollTop = 0;
      paged.title.focus();
    } catch (error) {
      this.place.replaceChildren(make("h2", "", "Topics"), alarm(error.message), toAll());
    }
  }

  async topic(name) {
    const paged = new TopicPage(this.page, name, name === LOOSE, () => this.draw());
    await paged.fill();
    return paged;
  }

  // What is as it was before is not made anew, only shown.
  tell(told) {
    this.told = told;
    const said = JSON.stringify({ ...told, span: null }); // which ends now
    if (said === this.said) {
      if (!this.dates.isConnected) this.put();
      return;
    }
    this.said = said;
    const focused = this.place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const observations = told.topics.reduce((sum, one) => sum + one.observations, told.unassigned);
    const tiers = Math.max(0, ...told.topics.map((one) => one.course.tiers.length));
    const due = told.due > 0 ? ` ${summed(told.due)} would be written by ` : "";
    const head = make("p", "small", observations === 0
      ? "Nothing was observed yet. What is learned from conversations, and what sense-memory pyramid observe is told, appears here at once."
      : `${many(observations, "observation")} in ${many(told.topics.filter((one) => one.observations > 0).length, "topic")}.${due}`);
    if (due) head.append(make("code", "", "sense-memory pyramid refresh"), ".");
    const most = Math.max(1, ...[...told.topics.map((one) => one.course.ticks), told.loose]
      .flatMap(({ told: inside, waiting }) => inside.map((count, i) => count + waiting[i])));
    this.scale = new Scale(told.span, this.page.mind.present());
    this.strips = [];
    const rows = make("ol", "topic-rows");
    rows.setAttribute("aria-label", "Topics");
    for (const one of told.topics) rows.append(this.row(one, most));
    if (told.unassigned > 0) rows.append(this.loose(told, most));
    this.dates = make("div", "dates");
    this.under = make("p", "under", " ");
    this.under.setAttribute("aria-hidden", "true");
    this.parts = [make("h2", "", "Topics"), head, observations > 0 ? legend(tiers) : "", this.under, this.dates, rows];
    this.put();
    if (focused !== null) this.place.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }

  put() {
    this.place.replaceChildren(...this.parts);
    this.draw();
  }

  row(topic, most) {
    const link = make("a", "topic-name", topic.name);
    link.href = hashOf(topic.slug);
    const item = make("li", "", make("div", "topic-head", link, topic.description && make("p", "small description", topic.description),
      make("p", "small", counted(topic)), ...dirt(topic).map((said) => make("p", "dirty", said))));
    if (topic.observations > 0) item.append(this.strip(topic.course, most, topic.slug));
    return item;
  }

  loose(told, most) {
    const link = make("a", "topic-name", "In no topic yet");
    link.href = hashOf(LOOSE);
    return make("li", "", make("div", "topic-head", link, make("p", "small", many(told.unassigned, "observation"))),
      this.strip({ ticks: told.loose, tiers: [] }, most, LOOSE));
  }

  strip(course, most, slug) {
    const strip = new Strip(course, this.scale, most);
    this.strips.push(strip);
    strip.element.addEventListener("pointermove", (event) => (this.under.textContent = strip.said(event.offsetX, event.offsetY)));
    strip.element.addEventListener("pointerleave", () => (this.under.textContent = " "));
    strip.element.addEventListener("click", () => this.page.go("topics", slug));
    return make("div", "course", strip.element);
  }

  // As wide as there is room.
  draw() {
    if (this.element.hidden) return;
    if (this.paged) {
      this.paged.draw();
      return;
    }
    const place = this.place.querySelector(".course");
    // a topic may be there still, on the way from it to another
    if (place === null || place.clientWidth === 0 || this.dates?.isConnected !== true) return;
    if (place.clientWidth === this.scale.width) return; // it is drawn so
    this.scale.width = place.clientWidth;
    this.dates.replaceChildren(axis(this.scale));
    for (const strip of this.strips) strip.draw();
  }
}
