import { scopeOf } from "../ingress/routing";
import type { Preview } from "../stack/preview";
import { providersIn } from "./accounts";
import type { IngressChange, ObjectChange } from "./changes";
import { differences } from "./differences";
import type { Context } from "./rules/rule";
import { takeoversOf } from "./takeovers";

/** What the rules know of a preview beside the object that they look at. */
export function contextOf(preview: Preview, ingress: IngressChange): Context {
  const takeovers = takeoversOf(ingress);
  const { objects: changes } = ingress;
  const provider = providersIn(preview);
  const routes = new Map(changes.map((each) => [JSON.stringify(scopeOf(each.after)), each]));
  const first = new Map<string, ObjectChange>();
  for (const change of changes) {
    const { own, modules } = change.after;
    for (const block of [own, ...Object.values(modules)]) {
      const name = block && provider(block.source.provider).name;
      if (name !== undefined && !first.has(name)) first.set(name, change);
    }
  }
  return {
    changes,
    from: Map.groupBy(takeovers, ({ from }) => from),
    to: Map.groupBy(takeovers, ({ to }) => to),
    at: (scope) => routes.get(JSON.stringify(scope)),
    provider,
    isFirstOf: ({ name }, change) => first.get(name) === change,
  };
}

/** Whether nothing changes of an object, of its provider, and of the routes that serve its requests: most objects of a large stack. */
export function isUntouched(change: ObjectChange, { from, to, provider }: Context): boolean {
  const { action, isReplaced, before, after } = change;
  if (action !== "kept" || isReplaced || from.has(change) || to.has(change)) return false;
  const names = Object.keys({ ...before.modules, ...after.modules });
  const pairs = [[before.own, after.own], ...names.map((name) => [before.modules[name], after.modules[name]])];
  return pairs.every(([was, block]) => {
    if (!was && !block) return true;
    if (!was || !block || block.keptBecause || block.ownerUnknown || was.source.urn !== block.source.urn) return false;
    const isSameProvider = was.source.provider === block.source.provider && !provider(block.source.provider).isMoved;
    return isSameProvider && differences(was, block).length === 0;
  });
}
