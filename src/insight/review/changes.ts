import { type Block, isInForce } from "../ingress/blocks";
import { type Draft, type IngressObject, ingressFrom } from "../ingress/ingress";
import { moduleTitle } from "../ingress/modules";
import type { Preview } from "../stack/preview";
import { providersIn } from "./accounts";
import { differences, revealed } from "./differences";
import { type Pair, pairsOf } from "./sides";

/** What becomes of a module that is in force on a side, `off` on neither, or `left` on the server, no longer declared. */
export type ModuleFate = "kept" | "begun" | "ended" | "off" | "left";

/** A module of an object on either side of a change. Its blocks are comparable with each other. */
export interface ModuleChange<Fate extends ModuleFate = ModuleFate> {
  readonly name: string;
  readonly fate: Fate;
  readonly was: Fate extends "kept" | "ended" ? Block : Block | undefined;
  readonly now: Fate extends "kept" | "begun" | "left" ? Block : Block | undefined;
}

/** A route, an edge, or an object of the account, before and after a change. */
export interface ObjectChange extends Pair<IngressObject>, Pick<IngressObject, "kind" | "key" | "title"> {
  readonly modules: readonly ModuleChange[];
}

/** What a preview does to an ingress. */
export type IngressChange = ReturnType<typeof changesOf>;

/** What a preview changes, object by object; or, of a refresh, what has changed already. */
export function changesOf(preview: Preview) {
  const provider = providersIn(preview);
  const pairs = pairsOf(preview, provider);
  const sideOf = (drafts: readonly Draft[]) => ingressFrom(preview, drafts);
  const before = sideOf(pairs.map((pair) => withRevealed(pair.before, pair.after)));
  const after = sideOf(pairs.map((pair) => withRevealed(pair.after, pair.before)));
  // All objects of both sides, those included that stay as they are.
  const objects = pairs.flatMap((pair, index): ObjectChange[] => {
    const [was, now] = [before.objects[index], after.objects[index]];
    if (!was || !now) return [];
    const { kind, key, title } = now;
    return [{ ...pair, kind, key, title, before: was, after: now, modules: modulesIn(was, now) }];
  });
  return { after: { ...after, objects: after.objects.filter(isThere) }, objects, provider };
}

/** Whether anything is declared of an object on a side. */
export const isThere = ({ own, modules }: Pick<Draft, "own" | "modules">): boolean =>
  own !== undefined || Object.keys(modules).length > 0;

/** One side, with the secrets in it that the other one shows. */
function withRevealed(one: Draft, other: Draft): Draft {
  const modules = Object.entries(one.modules).map(([name, block]) => [name, revealed(block, other.modules[name])]);
  return { ...one, modules: Object.fromEntries(modules), ...(one.own && { own: revealed(one.own, other.own) }) };
}

const modulesIn = (before: IngressObject, after: IngressObject): ModuleChange[] =>
  Object.keys({ ...before.modules, ...after.modules }).map((name) => {
    const [was, now] = [before.modules[name], after.modules[name]];
    return { name, fate: fateOf(was, now), was, now };
  });

function fateOf(was: Block | undefined, now: Block | undefined): ModuleFate {
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
  const fate = action !== "kept" ? action : isReplaced ? "replaced" : "changed";
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
  differences(before, after).map(({ path, outcome }) => (outcome === "unknown" ? `${path} (known at apply)` : path));
