// Safety: how far the relays have what is known here, and what they see of it.

export class Safety {
  constructor(element, page) {
    Object.assign(this, { element, page });
  }

  show() {}

  heard() {}
}
