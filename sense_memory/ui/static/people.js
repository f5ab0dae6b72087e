// People and things: who is known since when, and how we talk.

export class People {
  constructor(element, page) {
    Object.assign(this, { element, page });
  }

  show() {}

  heard() {}
}
