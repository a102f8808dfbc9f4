import { UNKNOWN } from "../../core/schema/values";
import { inStableOrder } from "../engine/order";
import type { Preview } from "../engine/preview";
import { MASK } from "../engine/secrets";
import { type Arguments, isInForce, type KeptBecause } from "../ingress/arguments";
import { type IngressObject, ingressFrom, withEffective } from "../ingress/ingress";
import type { DeclaredObject, Modules } from "../ingress/kinds";
import { hiddenText, moduleTitle } from "../ingress/modules";
import { differences, revealed, WHOLE } from "./differences";
import { providersIn } from "./providers";
import { sidesOf } from "./sides";

/** In force on both sides, only after, only before, or on neither side; `left`: on the server, but no longer declared. */
export type Transition = "stays" | "starts" | "ends" | "inactive" | "retained";

/** A module of an object on either side of a change. Its blocks are comparable with each other. */
export interface ModuleChange<Of extends Transition = Transition> {
  readonly name: string;
  readonly transition: Of;
  readonly before: Of extends "stays" | "ends" ? Arguments : Arguments | undefined;
  readonly after: Of extends "stays" | "starts" | "retained" ? Arguments : Arguments | undefined;
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
  readonly action: "stays" | "created" | "deleted" | "retained";
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
export const isThere = ({ args, modules }: DeclaredObject): boolean =>
  args !== undefined || Object.keys(modules).length > 0;

/** The change of an object, and that of the old one if it stays beside the object that replaces it. */
function changesFrom(before: DeclaredObject, after: DeclaredObject, isDestroy: boolean) {
  const change = changeOf(before, after, isDestroy);
  const { args } = before;
  const removal = args?.declaration.removal;
  if (!removal || removal === "disabled" || !after.args?.declaration.isReplaced) return [change];
  const left = { ...before, key: `${before.key}, left behind` };
  // The old object stays, with the modules that are stated in it.
  const stated = Object.entries(before.modules).filter(([, { declaration }]) => declaration.prefix !== "");
  const staying = { ...left, args: { ...args, keptBecause: removal }, modules: Object.fromEntries(stated) };
  return [{ ...change, isReplaced: false, isLeftBehind: true }, changeOf(left, staying, isDestroy)];
}

function changeOf(before: DeclaredObject, after: DeclaredObject, isDestroy: boolean): ObjectChange<DeclaredObject> {
  const was = before.args;
  const now = after.args;
  const { kind, key, title } = now ? after : before;
  const action = actionOf(was, now);
  const isReplaced = now?.declaration.isReplaced || was?.declaration.urn !== now?.declaration.urn;
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
    const sides = { before: old.modules[name], after: next.modules[name] };
    return { name, transition: transitionOf(sides), ...sides };
  });
  return {
    kind,
    key,
    title,
    before: old,
    after: next,
    modules,
    action,
    isReplaced: action === "stays" && isReplaced,
    isLeftBehind: false,
    isDisabled: action === "deleted" && was?.declaration.removal === "disabled",
  };
}

function actionOf(was: Arguments | undefined, now: Arguments | undefined): ObjectChange["action"] {
  if (now?.keptBecause) return "retained";
  if (was && !now) return "deleted";
  // An object that modules alone show has no arguments on either side, and stays.
  return now && !was ? "created" : "stays";
}

/** The modules that the program no longer declares, and that stay on the server as they are. */
function stayingModules(modules: Modules, now: Arguments | undefined, isDestroy: boolean): Modules {
  const keptBecause = ({ declaration: { prefix, staysBy, urn } }: Arguments): KeptBecause | undefined => {
    if (prefix === "") return staysBy && !(isDestroy && staysBy === "plugin") ? now?.keptBecause : undefined;
    // The object that takes the place of a replaced route has no module that the program does not declare.
    const isKept =
      now?.values.retainRemovedModules === true && urn === now.declaration.urn && !now.declaration.isReplaced;
    return isKept ? "retainRemovedModules" : undefined;
  };
  const staying = Object.entries(modules).flatMap(([name, args]) => {
    const reason = keptBecause(args);
    return reason ? [[name, { ...args, keptBecause: reason }]] : [];
  });
  return Object.fromEntries(staying);
}

/** One side, with the secrets in it that the other one shows. */
function withRevealed(one: DeclaredObject, other: DeclaredObject): DeclaredObject {
  const modules = Object.entries(one.modules).map(([name, args]) => [name, revealed(args, other.modules[name])]);
  return { ...one, modules: Object.fromEntries(modules), ...(one.args && { args: revealed(one.args, other.args) }) };
}

function transitionOf({ before: was, after: now }: Pick<ModuleChange, "before" | "after">): Transition {
  if (now?.keptBecause) return "retained";
  if (isInForce(now)) return isInForce(was) ? "stays" : "starts";
  return isInForce(was) ? "ends" : "inactive";
}

/** The blocks of an object on both sides: its own arguments, by an empty name, and its modules. */
export const argumentChangesOf = ({
  before,
  after,
  modules,
}: ObjectChange): Pick<ModuleChange, "name" | "before" | "after">[] => [
  { name: "", before: before.args, after: after.args },
  ...modules,
];

/** What changes of a subject, in a few words. */
export interface SubjectChange {
  readonly subject: string;
  readonly action: "new" | "deleted" | "retained" | "replaced" | "changed";
  /** `oauth: removed`, `match`, and so on. */
  readonly details: readonly string[];
}

/** What changes of a subject; nothing, if it does not. */
export function summaryOf(change: ObjectChange): SubjectChange[] {
  const { title, before, after, modules } = change;
  const action = summaryAction(change);
  if (action === "deleted" || action === "retained") return [{ subject: title, action, details: [] }];
  const isBoth = change.action === "stays" && before.args && after.args;
  const changed = isBoth ? changedPaths(before.args, after.args) : [];
  const details = [...changed, ...modules.flatMap(moduleDetails)];
  return action === "changed" && details.length === 0 ? [] : [{ subject: title, action, details }];
}

function summaryAction({ action, isReplaced }: ObjectChange): SubjectChange["action"] {
  if (action === "created") return "new";
  if (action !== "stays") return action;
  return isReplaced ? "replaced" : "changed";
}

function moduleDetails({ name, before: was, after: now }: ModuleChange): string[] {
  const title = moduleTitle(name);
  if (!now) return [`${title}: removed`];
  if (now.keptBecause) return [`${title}: left on the server`];
  if (!was) return [`${title}: ${isInForce(now) ? "added" : "added, disabled"}`];
  const isMoved = was.declaration.urn !== now.declaration.urn;
  const changed = [...(isMoved ? ["moved"] : []), ...changedPaths(was, now)];
  return changed.length > 0 ? [`${title}: ${changed.join(", ")}`] : [];
}

const changedPaths = (before: Arguments, after: Arguments): string[] =>
  differences(before, after).map(({ path, outcome }) => {
    const isUnknown = outcome === "unknown";
    if (path === WHOLE) return hiddenText(isUnknown ? UNKNOWN : MASK);
    return isUnknown ? `${path} (known at apply)` : path;
  });
