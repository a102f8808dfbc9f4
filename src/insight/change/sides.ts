import type { Preview, Step } from "../engine/preview";
import { recordedValues } from "../engine/resource";
import type { Declaration, ResourceVersion } from "../ingress/arguments";
import { declaredObjects, keysOf } from "../ingress/objects";
import type { Providers } from "./providers";

/** What the steps of a preview declare before and after the change, by kinds and keys of objects. */
export function sidesOf({ steps }: Preview, providers: Providers) {
  const created = new Set(steps.flatMap(({ before, after, urn }) => (!before && after?.isIngress ? [urn] : [])));
  const before = steps.flatMap((step) => entryBefore(step, providers));
  const after = steps.flatMap((step) => entryAfter(step, providers, created));
  const keyOf = keysOf(before, after);
  return { before: declaredObjects(before, keyOf), after: declaredObjects(after, keyOf) };
}

function entryBefore(step: Step, providers: Providers): ResourceVersion[] {
  const { before, changed } = step;
  if (!before?.isIngress) return [];
  return [{ resource: before, values: recordedValues(before), changed, removal: removalOf(step, providers) }];
}

function entryAfter(step: Step, providers: Providers, created: ReadonlySet<string>): ResourceVersion[] {
  const { op, before, after, changed } = step;
  const removal = op === "delete" || op === "read" ? removalOf(step, providers) : undefined;
  if (before && removal && removal !== "disabled") {
    return [{ resource: before, values: recordedValues(before), op, keptBecause: removal }];
  }
  if (!after?.isIngress) return [];
  // Of what stays the same, both sides are what the state records: marks of secrets in the inputs hide nothing.
  const declared = op === "same" && before ? recordedValues(before) : after.inputs;
  const { dependencies, outputs } = after;
  const derived = Object.keys(dependencies).filter((name) => dependencies[name]?.some((urn) => created.has(urn)));
  // A refresh shows the object as the server has it, not as the program declares it.
  const values = op === "refresh" ? outputs : declared;
  return [{ resource: after, values, changed, op, derived, ...(before && { previous: before.outputs }) }];
}

function removalOf({ op, before }: Step, providers: Providers): Declaration["removal"] {
  if (!before?.isIngress || op === "refresh") return undefined;
  if (op === "read") return "lookup";
  if (before.retainOnDelete) return "retainOnDelete";
  if (before.type !== "HttpsEdgeRoute") return undefined;
  const { routeDeletion } = providers(before.provider);
  if (routeDeletion === "retain") return "routeDeletion";
  return routeDeletion === "disable" ? "disabled" : undefined;
}
