// How far a topic is told, in words.

import { make, many, number } from "./words.js";

export const LOOSE = "?"; // no topic is called so: it has neither letter nor digit
export const STEP = 10; // observations that make a summary

export function toAll() {
  const link = make("a", "to-all", "← All topics");
  link.href = "#topics";
  return link;
}

export const summed = (count) => many(count, "summary", "summaries");

export function counted(topic) {
  if (topic.observations === 0) return "nothing observed yet";
  const summaries = topic.summaries.reduce((sum, one) => sum + one, 0);
  const undated = topic.course.ticks.undated;
  return [many(topic.observations, "observation"), summaries > 0 ? summed(summaries) : "",
    undated > 0 ? `${number(undated)} without a date` : ""].filter(Boolean).join(", ");
}

// What is out of date, in words.
export function dirt(topic) {
  const said = [];
  if (topic.outdated > 0) said.push(`${summed(topic.outdated)} to be made anew`);
  if (topic.unsummarised >= STEP) said.push(`${number(topic.unsummarised)} observations to be summarised`);
  if (!topic.is_told) said.push("page not up to date");
  return said;
}
