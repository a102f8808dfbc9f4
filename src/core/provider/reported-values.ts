import * as lifecycle from "../lifecycle/lifecycle";
import type { ResourceState } from "../lifecycle/resource";
import { readSpellings } from "../lifecycle/spellings";
import type { Values } from "../schema/values";
import type { Call, ResourceView } from "./call";

/* What the service shows after a request, if it is not what the program asked for. */

/** Warns if the service has accepted what was asked for, and shows something else: a protection may be off. */
export function warnOfDifferences(
  { resource, log }: Call,
  { id, state }: ResourceState,
  inputs: Values,
): Pick<ResourceView, "differsFromProgram"> {
  const { changed } = lifecycle.diffState(resource, state, inputs);
  if (changed.length === 0) return {};
  const text =
    `${resource.definition.type} ${id}: the service accepted the request, but shows ${changed.join(", ")} differently from the ` +
    "program: run `pulumi up` again; if the warning stays, compare the object with the program";
  log({ severity: "warning", text });
  return { differsFromProgram: true };
}

/** Warns once of each argument that the service stores in another spelling, which the tables do not name. */
export function logNewSpellings(
  { resource, log }: Call,
  { id, state }: ResourceState,
  before: Values,
): void {
  const known = readSpellings(before);
  const found = Object.entries(readSpellings(state)).filter(([key, form]) => known[key] !== form);
  if (found.length === 0) return;
  const texts = found.map(
    ([key, form]) => `${key} with other ${form === "lowerCase" ? "letter case" : "white space"}`,
  );
  const text =
    `${resource.definition.type} ${id}: the service stores ${texts.join(" and ")} than the program has; ` +
    "the provider takes the two for equal";
  log({ severity: "warning", text });
}
