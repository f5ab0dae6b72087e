// Topics: tiers of summaries over time.

export class Topics {
  constructor(element, page) {
    Object.assign(this, { element, page });
  }

  show() {}

  heard() {}
}
