import * as lifecycle from "../lifecycle/lifecycle";
import type { ResourceState } from "../lifecycle/resource";
import { readSpellings, type StoredForm } from "../lifecycle/spellings";
import type { Values } from "../schema/values";
import type { Call } from "./call";

/* Warnings about the values that the service reports after a request. */

/**
 * Warns if the service accepted a request, but shows other values: a protection may be off.
 *
 * @returns true if values differ.
 */
export function warnOfDifferences(
  { resource, log }: Call,
  { id, state }: ResourceState,
  inputs: Values,
): boolean {
  const { changed } = lifecycle.diffState(resource, state, inputs);
  if (changed.length === 0) return false;
  const text =
    `${resource.definition.type} ${id}: the service accepted the request, but shows ${changed.join(", ")} differently from the ` +
    "program: run `pulumi up` again; if the warning stays, compare the object with the program";
  log({ severity: "warning", text });
  return true;
}

/** Warns once of each argument that the service stores in another form. */
export function logNewSpellings(
  { resource, log }: Call,
  { id, state }: ResourceState,
  before: Values,
): void {
  const known = readSpellings(before);
  const added = Object.entries(readSpellings(state)).filter(([key, form]) => known[key] !== form);
  if (added.length === 0) return;
  const texts = added.map(([key, form]) => `${key} with other ${FORM_TEXTS[form]}`);
  const text =
    `${resource.definition.type} ${id}: the service stores ${texts.join(" and ")} than the program has; ` +
    "the provider takes the two for equal";
  log({ severity: "warning", text });
}

const FORM_TEXTS: Readonly<Record<StoredForm, string>> = {
  lowerCase: "letter case",
  whiteSpace: "white space",
};
