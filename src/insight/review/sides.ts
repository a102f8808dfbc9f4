import { parseUrn } from "../../core/schema/urn";
import type { Values } from "../../core/schema/values";
import { type Block, type Entry, isInForce, type KeptBecause } from "../ingress/blocks";
import { type Draft, draftOf } from "../ingress/ingress";
import { type DeclaredObject, keysOf, titleOf } from "../ingress/kinds";
import { declaredObjects } from "../ingress/objects";
import type { Preview, Step } from "../stack/preview";
import { recordedValues, type StackResource } from "../stack/resource";
import type { Provider } from "./accounts";

/** What a change does to an object. `retained`: the program no longer manages it, and it stays on the server as it is. */
export type Action = "kept" | "new" | "deleted" | "retained";

/** An object before and after a change. */
export interface Pair<Side> {
  /** Without blocks if the object is new. */
  readonly before: Side;
  /** Of an edge or a route that modules alone show, what is left of it. */
  readonly after: Side;
  readonly action: Action;
  /** It is another object after the change, and the old one is gone. */
  readonly isReplaced: boolean;
  /** It is another object after the change, and the old one stays on the server: that is a change of its own. */
  readonly isLeftBehind: boolean;
  readonly isDisabled: boolean;
}

/** What the steps of a preview declare before and after the change, object by object. */
export function pairsOf({ steps }: Preview, providerOf: (urn: string) => Provider): Pair<Draft>[] {
  const managed = steps.filter(({ op, before }) => before?.isIngress && op !== "refresh");
  const fates: Fates = new Map(managed.map((step) => [step.urn, fateOf(step, providerOf)]));
  const isDestroy = steps.some(({ op, urn }) => op === "delete" && parseUrn(urn).type === "pulumi:pulumi:Stack");
  const created = new Set(steps.flatMap(({ before, after, urn }) => (!before && after?.isIngress ? [urn] : [])));
  const before = steps.flatMap(entryBefore);
  const after = steps.flatMap((step) => entryAfter(step, fates, created));
  const keyOf = keysOf(before, after);
  const [olds, news] = [declaredObjects(before, keyOf), declaredObjects(after, keyOf, true)];
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((key) => {
    const [old, now] = [olds.get(key), news.get(key)];
    const own = pairOf(old, now, fates, isDestroy);
    const fate = now?.entry?.op?.includes("replace") ? fates.get(old?.own?.source.urn ?? "") : undefined;
    if (!fate || fate === "disabled" || !old?.own) return own;
    // The old object stays, with the modules that are stated in it.
    const left = { ...old, key: `${key}, left behind` };
    const stated = Object.entries(old.modules).filter(([, { source }]) => source.prefix !== "");
    const staying = { own: { ...old.own, keptBecause: fate }, modules: Object.fromEntries(stated) };
    return [
      ...own.map((each) => ({ ...each, isReplaced: false, isLeftBehind: true })),
      ...pairOf(left, { ...left, ...staying }, fates, false),
    ];
  });
}

function entryBefore({ op, before, changed }: Step): Entry[] {
  return before?.isIngress ? [{ resource: before, values: recordedValues(before), changed, op }] : [];
}

function entryAfter({ op, urn, before, after, changed }: Step, fates: Fates, created: ReadonlySet<string>): Entry[] {
  const fate = op === "delete" || op === "read" ? fates.get(urn) : undefined;
  if (before && fate && fate !== "disabled") {
    return [{ resource: before, values: recordedValues(before), op, keptBecause: fate }];
  }
  if (!after?.isIngress) return [];
  const values = valuesAfter(op, before, after);
  const sources = Object.entries(after.dependencies);
  const derived = sources.flatMap(([name, urns]) => (urns.some((urn) => created.has(urn)) ? [name] : []));
  return [{ resource: after, values, changed, op, derived, ...(before && { previous: before.outputs }) }];
}

/** A refresh finds the object otherwise than the program declared it. Of what stays the same, no secret mark hides anything. */
function valuesAfter(op: string, before: StackResource | undefined, after: StackResource): Values {
  if (op === "refresh") return after.outputs;
  return op === "same" && before ? recordedValues(before) : after.inputs;
}

function pairOf(
  before: DeclaredObject | undefined,
  after: DeclaredObject | undefined,
  fates: Fates,
  isDestroy: boolean,
): Pair<Draft>[] {
  const known = after?.own ? after : (before ?? after);
  if (!known) return [];
  const { kind, key } = known;
  const [was, now] = [before?.own, after?.own];
  const action = now?.keptBecause ? "retained" : !known.own || (was && now) ? "kept" : now ? "new" : "deleted";
  const isReplaced = after?.entry?.op?.includes("replace") || was?.source.urn !== now?.source.urn;
  const title = titleOf({ edgeId: before?.edgeId ?? after?.edgeId, ...known });
  const old = before ? draftOf(before) : { kind, key, modules: {}, isServing: false, outputs: {} };
  // Of what a new object will have, the old one shows nothing.
  const outputs = { ...(!isReplaced && old.outputs), ...after?.entry?.resource.outputs };
  const modules = { ...stayingModules(before, now, isDestroy), ...after?.modules };
  // A backend that is removed from the arguments is disabled.
  const isServing = modules.backend ? isInForce(modules.backend) : !isInForce(before?.modules.backend);
  return [
    {
      ...{ action, isReplaced: action === "kept" && isReplaced, isLeftBehind: false },
      before: { ...old, title },
      after: { kind, key, ...(now && { own: now }), title, modules, isServing, outputs },
      isDisabled: action === "deleted" && fates.get(was?.source.urn ?? "") === "disabled",
    },
  ];
}

/** The modules that the program no longer declares, and that stay on the server as they are. */
function stayingModules(
  before: DeclaredObject | undefined,
  now: Block | undefined,
  isDestroy: boolean,
): Record<string, Block> {
  const keptBecause = ({ source }: Block): KeptBecause | undefined => {
    if (source.prefix === "") {
      return source.staysBy && !(isDestroy && source.staysBy === "plugin") ? now?.keptBecause : undefined;
    }
    const isRetained = now?.values.retainRemovedModules === true && source.urn === now.source.urn;
    return isRetained ? "retainRemovedModules" : undefined;
  };
  return Object.fromEntries(
    Object.entries(before?.modules ?? {}).flatMap(([name, block]) => {
      const reason = keptBecause(block);
      return reason ? [[name, { ...block, keptBecause: reason }]] : [];
    }),
  );
}

/** What becomes of an object that the program no longer manages: why it stays as it is, or that it is disabled. Else it is deleted. */
type Fate = KeptBecause | "disabled" | undefined;

/** By the URNs of resources. */
type Fates = ReadonlyMap<string, Fate>;

function fateOf({ op, before }: Step, providerOf: (urn: string) => Provider): Fate {
  if (op === "read") return "lookup";
  if (before?.retainOnDelete) return "retainOnDelete";
  const routeDeletion = before?.type === "HttpsEdgeRoute" && providerOf(before.provider).routeDeletion;
  return routeDeletion === "retain" ? "routeDeletion" : routeDeletion === "disable" ? "disabled" : undefined;
}
