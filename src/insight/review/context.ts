import type { Block } from "../ingress/blocks";
import { routingOf } from "../ingress/routing";
import type { Preview } from "../stack/preview";
import { firstOfProviders, type Provider, providersIn } from "./accounts";
import { blocksOf, type IngressChange, type ObjectChange } from "./changes";
import { differences } from "./differences";
import { takeoversOf } from "./takeovers";

/** What rules know of a preview beside the object that they look at. */
export type Context = Readonly<ReturnType<typeof contextOf>>;

export function contextOf(preview: Preview, ingress: IngressChange) {
  const takeovers = takeoversOf(ingress);
  const first = firstOfProviders(preview);
  return {
    changes: ingress.objects,
    /** Requests that other routes serve after the change, by the route that served them, and by the route that serves them. */
    from: Map.groupBy(takeovers, ({ from }) => from),
    to: Map.groupBy(takeovers, ({ to }) => to),
    /** The routes that may serve requests after the change, the route with the narrowest match first. */
    serving: routingOf(ingress.after.serving),
    /** A provider by the URN that resources have of it. */
    provider: providersIn(preview),
    /** Whether a resource is the first one of its provider, which is reported for all others. */
    isFirstOf: ({ name }: Provider, { source }: Block) => first.get(name) === source.urn,
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
