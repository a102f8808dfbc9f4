import { NAMESPACE } from "../../core/definitions/settings";
import { parseUrn } from "../../core/schema/urn";
import type { Values } from "../../core/schema/values";
import type { Block, Entry, KeptBecause } from "../ingress/blocks";
import { isInForce } from "../ingress/blocks";
import { keysOf } from "../ingress/identity";
import type { Draft } from "../ingress/ingress";
import { type DeclaredObject, declaredObjects } from "../ingress/objects";
import { titleOf } from "../ingress/titles";
import type { Preview } from "../stack/preview";
import { recordedValues, type StackResource } from "../stack/resource";
import type { Step } from "../stack/step";
import { settingsOf } from "./accounts";

/** What a change does to an object. `retained`: the program no longer manages it, and it stays on the server as it is. */
export type Action = "kept" | "new" | "deleted" | "retained";

/** An object before and after a change, each side as a draft if it is there. */
export interface DraftPair {
  readonly key: string;
  readonly before?: Draft;
  /** Of an edge or a route that modules alone show, what is left of it. */
  readonly after: Draft;
  readonly action: Action;
  readonly isReplaced: boolean;
  readonly isLeftBehind: boolean;
  readonly isDisabled: boolean;
}

/** What the steps of a preview declare before and after the change, object by object. */
export function pairsOf(preview: Preview): DraftPair[] {
  const fates = fatesOf(preview, ({ op }) => op === "delete" || op === "read");
  const isDestroy = preview.steps.some(
    ({ op, urn }) => op === "delete" && parseUrn(urn).type === "pulumi:pulumi:Stack",
  );
  const created = new Set(
    preview.steps.flatMap(({ before, after, urn }) => (!before && after?.isIngress ? [urn] : [])),
  );
  const before = preview.steps.flatMap(entryBefore);
  const after = preview.steps.flatMap((step) => entryAfter(step, fates.get(step.urn), created));
  const keyOf = keysOf(before, after);
  const [olds, news] = [declaredObjects(before, keyOf), declaredObjects(after, keyOf, true)];
  const replaced = fatesOf(preview, ({ op }) => op.includes("replace"));
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((key) => {
    const [old, now] = [olds.get(key), news.get(key)];
    const keptBecause = now?.entry?.op?.includes("replace") && replaced.get(old?.own?.source.urn ?? "")?.keptBecause;
    const staying = keptBecause ? leftBehind(old, keptBecause) : [];
    const own = pairOf(old, now, fates, isDestroy);
    return staying.length === 0
      ? own
      : [...own.map((each) => ({ ...each, isReplaced: false, isLeftBehind: true })), ...staying];
  });
}

function entryBefore({ op, before, changed }: Step): Entry[] {
  return before?.isIngress ? [{ resource: before, values: recordedValues(before), changed, op }] : [];
}

function entryAfter(step: Step, action: Fate | undefined, created: ReadonlySet<string>): Entry[] {
  const { op, before, after, changed } = step;
  if (before?.isIngress && action?.keptBecause) {
    return [{ resource: before, values: recordedValues(before), op, keptBecause: action.keptBecause }];
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
  fates: ReadonlyMap<string, Fate>,
  isDestroy: boolean,
): DraftPair[] {
  const known = after?.own ? after : (before ?? after);
  if (!known) return [];
  const [old, now] = [before?.own, after?.own];
  const action = now?.keptBecause ? "retained" : !known.own || (old && now) ? "kept" : now ? "new" : "deleted";
  const isReplaced = after?.entry?.op?.includes("replace") || old?.source.urn !== now?.source.urn;
  const { isDisabled = false } = fates.get(old?.source.urn ?? "") ?? {};
  const title = titleOf({ edgeId: before?.edgeId ?? after?.edgeId, ...known });
  // Of what a new object will have, the old one shows nothing.
  const outputs = { ...(!isReplaced && before?.entry?.resource.outputs), ...after?.entry?.resource.outputs };
  const { kind, key } = known;
  const modules = { ...stayingModules(before, now, isDestroy), ...after?.modules };
  // A backend that is removed from the arguments is disabled.
  const isServing = modules.backend ? isInForce(modules.backend) : !isInForce(before?.modules.backend);
  return [
    {
      ...{ key, action, isReplaced: action === "kept" && isReplaced, isLeftBehind: false },
      ...(before && { before: { ...before, title, outputs: before.entry?.resource.outputs ?? {} } }),
      after: { kind, key, ...(now && { own: now }), title, modules, isServing, outputs },
      isDisabled: action === "deleted" && isDisabled,
    },
  ];
}

/** The old object of a replacement that does not delete it, with the modules that stay on it. */
function leftBehind(old: DeclaredObject | undefined, keptBecause: KeptBecause): DraftPair[] {
  if (!old?.own) return [];
  const own = { ...old.own, keptBecause };
  const stated = Object.entries(old.modules).filter(([, { source }]) => source.prefix !== "");
  const modules = { ...stayingModules(old, own, false), ...Object.fromEntries(stated) };
  const { kind } = old;
  const common = { kind, key: `${old.key}, left behind`, title: titleOf(old) };
  return [
    {
      ...{ key: common.key, action: "retained", isReplaced: false, isLeftBehind: false, isDisabled: false },
      before: { ...common, own: old.own, modules: old.modules },
      after: { ...common, own, modules },
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
    if (source.prefix === "")
      return source.goesWithRoute && !(isDestroy && source.isKeptByPlugin) ? now?.keptBecause : undefined;
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

/** What becomes of an object that the program no longer manages. */
interface Fate {
  readonly keptBecause?: KeptBecause;
  readonly isDisabled?: boolean;
}

/** By the URNs of the resources whose objects the program no longer manages. */
function fatesOf({ steps, config }: Preview, isGivenUp: (step: Step) => boolean): ReadonlyMap<string, Fate> {
  const providers = new Map(steps.map((step) => [step.urn, step.after ?? step.before]));
  const given = steps.filter((step) => step.before?.isIngress && isGivenUp(step));
  return new Map(given.map((step) => [step.urn, fateOf(step, config, providers)]));
}

function fateOf({ op, before }: Step, config: Values, providers: ReadonlyMap<string, StackResource | undefined>): Fate {
  if (op === "read") return { keptBecause: "lookup" };
  if (before?.retainOnDelete) return { keptBecause: "retainOnDelete" };
  if (before?.type !== "HttpsEdgeRoute") return {};
  const { routeDeletion } = settingsOf(providers.get(before.provider));
  const policy = typeof routeDeletion === "string" ? routeDeletion : config[`${NAMESPACE}:routeDeletion`];
  return policy === "retain" ? { keptBecause: "routeDeletion" } : { isDisabled: policy === "disable" };
}
