import { NAMESPACE, type RouteDeletion } from "../../core/definitions/settings";
import { pathKeys } from "../../core/schema/field";
import { UNKNOWN, type Values } from "../../core/schema/values";
import type { Preview, Step } from "../stack/preview";
import type { StackResource } from "../stack/resource";
import { keysOf } from "./identity";
import { type Configuration, type IngressObject, ingressOf } from "./ingress";
import { byType, type ObjectKind, titleOf } from "./kinds";
import type { Entry, Part } from "./parts";

/** A route, an edge, or an object of the account, before and after a change. */
export interface Subject {
  readonly kind: ObjectKind;
  readonly key: string;
  readonly name: string;
  readonly fate: "kept" | "new" | "deleted";
  /** It is another object after the change. */
  readonly isReplaced: boolean;
  readonly before: Configuration;
  readonly after: Configuration;
  /** What the provider does with the object if it is a route that is deleted. */
  readonly routeDeletion: RouteDeletion;
}

/** The ingress before and after a change, object by object. */
export function subjectsOf(preview: Preview): Subject[] {
  const [before, after] = [preview.steps.flatMap(entryBefore), preview.steps.flatMap(entryAfter)];
  const keyOf = keysOf(before, after);
  const [olds, news] = [ingressOf(before, keyOf), ingressOf(after, keyOf)];
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((key) =>
    subjectOf(olds.get(key), news.get(key), preview),
  );
}

function entryBefore({ op, before, changed }: Step): Entry[] {
  if (!before?.isIngress) return [];
  const values = Object.keys(before.outputs).length > 0 ? before.outputs : before.inputs;
  return [{ resource: before, values, changed, op }];
}

function entryAfter({ op, before, after, changed }: Step): Entry[] {
  if (!after?.isIngress) return [];
  // A refresh finds the object otherwise than the program declared it.
  const values = op === "refresh" ? after.outputs : before ? withKnownPlace(before, after) : after.inputs;
  return [{ resource: after, values, changed, op }];
}

/** A module whose edge is not known until apply may stay, or go: so only an apply will know whether it is in force there. */
function withKnownPlace({ outputs }: StackResource, { type, inputs }: StackResource): Values {
  const definition = byType.get(type);
  const [place = ""] = definition?.kind === "singleton" ? pathKeys(definition.fields) : [];
  return inputs[place] === UNKNOWN ? { ...inputs, [place]: outputs[place], enabled: UNKNOWN } : inputs;
}

function subjectOf(before: IngressObject | undefined, after: IngressObject | undefined, preview: Preview): Subject[] {
  const known = after?.own ? after : (before ?? after);
  if (!known) return [];
  const [old, now] = [before?.own, after?.own];
  const fate = !known.own || (old && now) ? "kept" : now ? "new" : "deleted";
  const isReplaced = after?.entry?.op.includes("replace") || old?.source.urn !== now?.source.urn;
  return [
    {
      kind: known.kind,
      key: known.key,
      name: titleOf({ edgeId: before?.edgeId ?? after?.edgeId, ...known }),
      fate,
      isReplaced: fate === "kept" && isReplaced,
      before: { modules: {}, ...before },
      after: { ...after, modules: { ...retainedModules(before, now), ...after?.modules } },
      routeDeletion: routeDeletionOf(before?.entry, fate === "deleted", preview),
    },
  ];
}

/** The modules that the program no longer declares, and that stay on the server as they are. */
function retainedModules(before: IngressObject | undefined, now: Part | undefined): Record<string, Part> {
  const isRetained = ({ source }: Part) =>
    source.prefix !== "" && now?.values.retainRemovedModules === true && source.urn === now.source.urn;
  return Object.fromEntries(
    Object.entries(before?.modules ?? {})
      .filter(([, part]) => isRetained(part))
      .map(([name, part]) => [name, { ...part, isLeft: true as const }]),
  );
}

const SETTING = "routeDeletion";

/** The setting of the route's provider, else of the stack. */
function routeDeletionOf(entry: Entry | undefined, isDeleted: boolean, { steps, config }: Preview): RouteDeletion {
  // Another party has deleted it already.
  if (entry?.op === "refresh") return "delete";
  if (isDeleted && entry?.resource.retainOnDelete) return "retain";
  const step = steps.find(({ urn }) => urn === entry?.resource.provider);
  const { type, inputs } = step?.after ?? step?.before ?? {};
  const ofProvider = type === `pulumi:providers:${NAMESPACE}` ? inputs?.[SETTING] : inputs?.[`${NAMESPACE}:${SETTING}`];
  const policy = [ofProvider, config[`${NAMESPACE}:${SETTING}`]].find((value) => typeof value === "string");
  return policy === "retain" || policy === "disable" ? policy : "delete";
}
