// Somebody wrote while it was looked at: what it says by now stands beside what was to be written,
// and nothing is done until it is said again.

import { button, make } from "./words.js";

export const CHANGED = 409; // the server's word for it
const HEAD = "It was changed meanwhile, and says now";

// What takes the place of what may be done: `now` is what it says, `mine` what somebody wrote here,
// undefined where nothing was written. The last of the parts is what does nothing.
export function meanwhile(now, mine, { head = HEAD, again, leave }) {
  const both = make("div", "both", make("h4", "", head),
    make("p", "said", now === "" ? "(nothing)" : now));
  if (mine !== undefined) both.append(make("h4", "", "You wrote"), make("p", "said", mine));
  both.setAttribute("role", "group");
  both.setAttribute("aria-label", "It was changed meanwhile");
  return [both, button("act", mine === undefined ? "Do it all the same" : "Save mine", again),
    button("act", mine === undefined ? "Leave it" : "Keep what it says now", leave)];
}
