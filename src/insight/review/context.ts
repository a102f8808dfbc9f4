import { Routing } from "../ingress/routing";
import type { Preview } from "../stack/preview";
import { firstOfProviders, providersIn } from "./accounts";
import { blocksOf, type IngressChange, type ObjectChange } from "./changes";
import { differences } from "./differences";
import type { Context } from "./rules/rule";
import { takeoversOf } from "./takeovers";

/** What the rules know of a preview beside the object that they look at. */
export function contextOf(preview: Preview, ingress: IngressChange): Context {
  const takeovers = takeoversOf(ingress);
  const provider = providersIn(preview);
  const routing = new Routing(ingress.after.serving);
  const first = firstOfProviders(preview);
  return {
    changes: ingress.objects,
    from: Map.groupBy(takeovers, ({ from }) => from),
    to: Map.groupBy(takeovers, ({ to }) => to),
    serving: (requests) => routing.matching(requests),
    provider,
    isFirstOf: ({ name }, { source }) => first.get(name) === source.urn,
  };
}

/** Whether nothing changes of an object, of its provider, and of the routes that serve its requests: most objects of a large stack. */
export function isUntouched(change: ObjectChange, { from, to, provider }: Context): boolean {
  const { action, isReplaced } = change;
  if (action !== "kept" || isReplaced || from.has(change) || to.has(change)) return false;
  return blocksOf(change).every(({ was, now }) => {
    if (!was && !now) return true;
    if (!was || !now || now.keptBecause || now.ownerUnknown || was.source.urn !== now.source.urn) return false;
    const isSameProvider = was.source.provider === now.source.provider && !provider(now.source.provider).isMoved;
    return isSameProvider && differences(was, now).length === 0;
  });
}
