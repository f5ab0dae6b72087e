// What the server is asked. Errors are said in its own words.

export class Refused extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

async function ask(path, options) {
  const answer = await fetch(path, { credentials: "same-origin", ...options });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  const isJson = (answer.headers.get("content-type") || "").startsWith("application/json");
  throw new Refused(answer.status, isJson ? JSON.parse(text).error : text.trim());
}

const query = (values) => new URLSearchParams(values).toString();

export const memories = () => ask("api/memories");
export const memory = (name, signal) => ask(`api/memory?${query({ name })}`, { signal });
export const search = (q, signal) => ask(`api/search?${query({ q })}`, { signal });
export const about = (name, past, signal) => ask(`api/about?${query({ name, past: past ? 1 : 0 })}`, { signal });

export const act = (what, asked) => ask(`api/${what}`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(asked),
});

// `other` is called when something changed that is no memory, `ready` whenever nothing is missed from then on, `news` with each change of a memory,
// `lost` when the server is gone; the browser tries again by itself.
export function changes({ ready, news, other, lost }) {
  const source = new EventSource("api/changes");
  source.addEventListener("ready", ready);
  source.addEventListener("memory", (event) => news(JSON.parse(event.data)));
  source.addEventListener("other", other);
  source.addEventListener("error", lost);
  return source;
}
