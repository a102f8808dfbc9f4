import { UNKNOWN } from "../../core/schema/values";
import { inStableOrder } from "../engine/order";
import type { Preview } from "../engine/preview";
import { MASK } from "../engine/secrets";
import { type Block, isInForce, type KeptBecause } from "../ingress/blocks";
import { type IngressObject, ingressFrom, withEffective } from "../ingress/ingress";
import type { DeclaredObject, Modules } from "../ingress/kinds";
import { moduleTitle, opaqueText } from "../ingress/modules";
import { differences, revealed, WHOLE } from "./differences";
import { providersIn } from "./providers";
import { sidesOf } from "./sides";

/** In force on both sides, only after, only before, or on neither side; `left`: on the server, but no longer declared. */
export type ModuleFate = "kept" | "begun" | "ended" | "off" | "left";

/** A module of an object on either side of a change. Its blocks are comparable with each other. */
export interface ModuleChange<Fate extends ModuleFate = ModuleFate> {
  readonly name: string;
  readonly fate: Fate;
  readonly was: Fate extends "kept" | "ended" ? Block : Block | undefined;
  readonly now: Fate extends "kept" | "begun" | "left" ? Block : Block | undefined;
}

/** A route, an edge, or an object of the account, before and after a change. */
export interface ObjectChange<Side extends DeclaredObject = IngressObject>
  extends Pick<DeclaredObject, "kind" | "key" | "title"> {
  /** Without blocks if the object is new. */
  readonly before: Side;
  /** With what stays on the server although the program no longer declares it. */
  readonly after: Side;
  readonly modules: readonly ModuleChange[];
  /** `retained`: the program no longer manages it, and it stays on the server as it is. */
  readonly action: "kept" | "new" | "deleted" | "retained";
  /** It is another object after the change, and the old one is gone. */
  readonly isReplaced: boolean;
  /** It is another object after the change, and the old one stays on the server: that is a change of its own. */
  readonly isLeftBehind: boolean;
  /** The program removes it, and the provider disables the object in place of deleting it. */
  readonly isDisabled: boolean;
}

export type IngressChange = ReturnType<typeof changesOf>;

/**
 * What a preview changes, object by object; or, of a refresh, what has changed already. The order of the objects does not depend
 * on that of the steps, so that the reports of two previews of one change are equal.
 */
export function changesOf(previewed: Preview) {
  const steps = inStableOrder(previewed.steps, ({ urn, before, after }) => ({
    urn,
    type: (after ?? before)?.type ?? "",
  }));
  const preview = { ...previewed, steps };
  const provider = providersIn(preview);
  const { before, after } = sidesOf(preview, provider);
  const isDestroy = preview.steps.some(({ op, urn }) => op === "delete" && urn.includes("::pulumi:pulumi:Stack::"));
  const declared = [...new Map([...before, ...after])].flatMap(([id, { kind, key, title }]) => {
    const nothing = { kind, key, title, modules: {}, isServing: false, outputs: {} };
    return changesFrom(before.get(id) ?? nothing, after.get(id) ?? nothing, isDestroy);
  });
  const placedIn = (side: "before" | "after") => withEffective(declared.map((each) => each[side]));
  const placedBefore = placedIn("before");
  const placedAfter = placedIn("after");
  // All objects of both sides, those included that stay as they are.
  const objects = declared.map((each): ObjectChange => {
    return { ...each, before: placedBefore(each.before), after: placedAfter(each.after) };
  });
  const present = objects.map((each) => each.after).filter(isThere);
  return { after: ingressFrom(preview, present, preview.unread), objects, provider };
}

/** Whether anything is declared of an object on a side. */
export const isThere = ({ own, modules }: DeclaredObject): boolean =>
  own !== undefined || Object.keys(modules).length > 0;

/** The change of an object, and that of the old one if it stays beside the object that replaces it. */
function changesFrom(before: DeclaredObject, after: DeclaredObject, isDestroy: boolean) {
  const change = changeOf(before, after, isDestroy);
  const { own } = before;
  const removal = own?.source.removal;
  if (!removal || removal === "disabled" || !after.own?.source.isReplaced) return [change];
  const left = { ...before, key: `${before.key}, left behind` };
  // The old object stays, with the modules that are stated in it.
  const stated = Object.entries(before.modules).filter(([, { source }]) => source.prefix !== "");
  const staying = { ...left, own: { ...own, keptBecause: removal }, modules: Object.fromEntries(stated) };
  return [{ ...change, isReplaced: false, isLeftBehind: true }, changeOf(left, staying, isDestroy)];
}

function changeOf(before: DeclaredObject, after: DeclaredObject, isDestroy: boolean): ObjectChange<DeclaredObject> {
  const was = before.own;
  const now = after.own;
  const { kind, key, title } = now ? after : before;
  const action = actionOf(was, now);
  const isReplaced = now?.source.isReplaced || was?.source.urn !== now?.source.urn;
  // Of what a new object will have, the old one shows nothing.
  const outputs = { ...(!isReplaced && before.outputs), ...after.outputs };
  const present = { ...stayingModules(before.modules, now, isDestroy), ...after.modules };
  // A backend that is removed from the arguments is disabled.
  const isServing = present.backend ? isInForce(present.backend) : !isInForce(before.modules.backend);
  const result = { ...after, title, modules: present, isServing, outputs };
  const old = withRevealed({ ...before, title }, result);
  const next = withRevealed(result, before);
  const names = Object.keys({ ...old.modules, ...next.modules });
  const modules = names.map((name): ModuleChange => {
    const sides = { was: old.modules[name], now: next.modules[name] };
    return { name, fate: fateOf(sides), ...sides };
  });
  return {
    kind,
    key,
    title,
    before: old,
    after: next,
    modules,
    action,
    isReplaced: action === "kept" && isReplaced,
    isLeftBehind: false,
    isDisabled: action === "deleted" && was?.source.removal === "disabled",
  };
}

function actionOf(was: Block | undefined, now: Block | undefined): ObjectChange["action"] {
  if (now?.keptBecause) return "retained";
  if (was && !now) return "deleted";
  // An object that modules alone show has no arguments on either side, and stays.
  return now && !was ? "new" : "kept";
}

/** The modules that the program no longer declares, and that stay on the server as they are. */
function stayingModules(modules: Modules, now: Block | undefined, isDestroy: boolean): Modules {
  const keptBecause = ({ source: { prefix, staysBy, urn } }: Block): KeptBecause | undefined => {
    if (prefix === "") return staysBy && !(isDestroy && staysBy === "plugin") ? now?.keptBecause : undefined;
    // The object that takes the place of a replaced route has no module that the program does not declare.
    const isKept = now?.values.retainRemovedModules === true && urn === now.source.urn && !now.source.isReplaced;
    return isKept ? "retainRemovedModules" : undefined;
  };
  const staying = Object.entries(modules).flatMap(([name, block]) => {
    const reason = keptBecause(block);
    return reason ? [[name, { ...block, keptBecause: reason }]] : [];
  });
  return Object.fromEntries(staying);
}

/** One side, with the secrets in it that the other one shows. */
function withRevealed(one: DeclaredObject, other: DeclaredObject): DeclaredObject {
  const modules = Object.entries(one.modules).map(([name, block]) => [name, revealed(block, other.modules[name])]);
  return { ...one, modules: Object.fromEntries(modules), ...(one.own && { own: revealed(one.own, other.own) }) };
}

function fateOf({ was, now }: Pick<ModuleChange, "was" | "now">): ModuleFate {
  if (now?.keptBecause) return "left";
  if (isInForce(now)) return isInForce(was) ? "kept" : "begun";
  return isInForce(was) ? "ended" : "off";
}

/** The blocks of an object on both sides: its own arguments, by an empty name, and its modules. */
export const blocksOf = ({ before, after, modules }: ObjectChange): Pick<ModuleChange, "name" | "was" | "now">[] => [
  { name: "", was: before.own, now: after.own },
  ...modules,
];

/** What changes of a subject, in a few words. */
export interface SubjectChange {
  readonly subject: string;
  readonly fate: "new" | "deleted" | "retained" | "replaced" | "changed";
  /** `oauth: removed`, `match`, and so on. */
  readonly details: readonly string[];
}

/** What changes of a subject; nothing, if it does not. */
export function summaryOf({ title, action, isReplaced, before, after, modules }: ObjectChange): SubjectChange[] {
  const fateIfKept = isReplaced ? "replaced" : "changed";
  const fate = action === "kept" ? fateIfKept : action;
  if (fate === "deleted" || fate === "retained") return [{ subject: title, fate, details: [] }];
  const own = action === "kept" && before.own && after.own ? changedPaths(before.own, after.own) : [];
  const details = [...own, ...modules.flatMap(moduleDetails)];
  return fate === "changed" && details.length === 0 ? [] : [{ subject: title, fate, details }];
}

function moduleDetails({ name, was, now }: ModuleChange): string[] {
  const title = moduleTitle(name);
  if (!now) return [`${title}: removed`];
  if (now.keptBecause) return [`${title}: left on the server`];
  if (!was) return [`${title}: ${isInForce(now) ? "added" : "added, disabled"}`];
  const isMoved = was.source.urn !== now.source.urn;
  const changed = [...(isMoved ? ["moved"] : []), ...changedPaths(was, now)];
  return changed.length > 0 ? [`${title}: ${changed.join(", ")}`] : [];
}

const changedPaths = (before: Block, after: Block): string[] =>
  differences(before, after).map(({ path, outcome }) => {
    const isUnknown = outcome === "unknown";
    if (path === WHOLE) return opaqueText(isUnknown ? UNKNOWN : MASK);
    return isUnknown ? `${path} (known at apply)` : path;
  });
