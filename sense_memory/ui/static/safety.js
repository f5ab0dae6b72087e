// Safety: how far the relays have what is known here, and what they see of it.

import * as api from "./api.js";
import { Conflicts } from "./conflicts.js";
import { Deletions } from "./deletions.js";
import { Devices } from "./devices.js";
import { Exposure } from "./exposure.js";
import { Outbox } from "./outbox.js";
import { finding, mark, said } from "./findings.js";
import { RelayCard } from "./relay_card.js";
import { Where } from "./where.js";
import { alarm, button, make } from "./words.js";

const PAUSE = 1000; // milliseconds between two looks, while somebody looks

export class Safety {
  constructor(element, page) {
    Object.assign(this, { element, page, cards: new Map(), moved: null });
    const title = make("h2", "unseen", "Safety");
    title.id = "safety-title";
    this.word = make("div", "word");
    this.word.setAttribute("role", "status");
    this.notes = make("ul", "notes");
    this.where = new Where();
    this.relays = make("div", "relays");
    this.relaysPart = make("section", "part", make("h3", "", "Relays"), this.relays);
    this.relaysPart.setAttribute("aria-label", "Relays");
    this.exposure = new Exposure();
    this.devices = new Devices(page, () => this.look());
    this.outbox = new Outbox(page);
    this.parts = [new Conflicts(page, () => this.look()), this.outbox, this.devices, new Deletions(page)];
    this.lost = make("div", "");
    element.replaceChildren(title, this.word, this.lost, this.where.element, this.notes, this.acts(), this.relaysPart,
      this.exposure.element, ...this.parts.map((one) => one.element));
  }

  show() {
    this.refresh();
    this.look();
  }

  heard() {
    if (!this.element.hidden) this.refresh();
  }

  refresh() {
    for (const part of this.parts) part.refresh();
    this.exposure.refresh();
  }

  // How it is now, and again in a second for as long as somebody looks.
  async look() {
    clearTimeout(this.timer);
    if (this.element.hidden) return;
    if (!document.hidden && !this.isLooking) {
      this.isLooking = true;
      try {
        this.tell(await api.ask("safety"));
        this.lost.replaceChildren();
      } catch (error) {
        if (this.lost.children.length === 0) this.lost.replaceChildren(alarm(error.message));
      } finally {
        this.isLooking = false;
      }
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  tell(told) {
    const [first, ...rest] = told.overall;
    const text = JSON.stringify([told.overall, told.backup]);
    if (text !== this.told) {
      this.told = text;
      this.word.className = `word is-${first.level}`;
      this.word.replaceChildren(mark(first.level), said(first));
      this.notes.replaceChildren(...[...rest, told.backup].map(finding));
    }
    this.where.show(told, this.devices.answer ?? null);
    this.tellRelays(told);
    // whatever came or went may have changed the rest
    const moved = JSON.stringify(told.relays.map((one) =>
      [one.url, one.state, one.read_at, one.waiting, one.accepted, one.parked, one.dead, one.events_in, one.events_out]));
    if (this.moved !== null && this.moved !== moved) this.refresh();
    this.moved = moved;
  }

  tellRelays({ relays, records }) {
    this.relaysPart.hidden = this.outbox.element.hidden = relays.length === 0;
    for (const one of relays) {
      let card = this.cards.get(one.url);
      if (card === undefined) {
        card = new RelayCard(one.url, this.page, this.exposure);
        this.cards.set(one.url, card);
        this.relays.append(card.element);
      }
      card.show(one, records);
    }
    const urls = new Set(relays.map((one) => one.url));
    for (const [url, card] of this.cards) {
      if (urls.has(url)) continue;
      card.element.remove();
      this.cards.delete(url);
    }
    const refused = relays.some((one) => one.parked + one.dead > 0);
    this.retry.hidden = !refused;
    this.sync.hidden = relays.length === 0;
    // whether the page may write is told with the memories, which may come later than this
    if (this.page.mind.mayWrite && !this.sync.isConnected) this.place.append(this.sync, this.retry, this.warning);
  }

  acts() {
    this.place = make("div", "acts");
    this.warning = alarm("");
    const { warning } = this;
    const attempt = async (pressed, what) => {
      warning.textContent = "";
      const words = pressed.textContent;
      pressed.disabled = true;
      pressed.textContent = "Asking …"; // a relay that does not answer takes its time
      try {
        await api.act(what, {});
      } catch (error) {
        warning.textContent = error.message;
      }
      pressed.disabled = false;
      pressed.textContent = words;
      this.refresh();
      this.look();
    };
    this.sync = button("act", "Ask the relays now", () => attempt(this.sync, "safety/sync"));
    this.retry = button("act", "Send again what was refused", () => attempt(this.retry, "safety/retry"));
    return this.place;
  }
}
