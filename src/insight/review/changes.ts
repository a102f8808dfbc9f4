import type { Block } from "../ingress/blocks";
import { type Draft, type Ingress, type IngressObject, ingressFrom } from "../ingress/ingress";
import type { Preview } from "../stack/preview";
import { revealed } from "./differences";
import { type DraftPair, pairsOf } from "./sides";

/** A route, an edge, or an object of the account, before and after a change. Its blocks are comparable with each other. */
export interface ObjectChange extends Pick<DraftPair, "action" | "isDisabled">, Pick<IngressObject, "kind" | "key"> {
  readonly title: string;
  /** It is another object after the change, and the old one is gone. */
  readonly isReplaced: boolean;
  /** It is another object after the change, and the old one stays on the server: that is a change of its own. */
  readonly isLeftBehind: boolean;
  readonly before: IngressObject;
  readonly after: IngressObject;
}

/** What a preview does to an ingress. */
export interface IngressChange {
  readonly before: Ingress;
  readonly after: Ingress;
  /** All objects of both sides, those included that stay as they are. */
  readonly objects: readonly ObjectChange[];
}

/** What a preview changes, object by object; or, of a refresh, what has changed already. */
export function changesOf(preview: Preview): IngressChange {
  const pairs = pairsOf(preview).map((pair) => {
    const { key, after } = pair;
    const before = pair.before ?? { kind: after.kind, key, title: after.title, modules: {}, isServing: false };
    return { ...pair, before: withRevealed(before, after), after: withRevealed(after, before) };
  });
  const [olds, news] = (["before", "after"] as const).map((side) =>
    ingressFrom(
      preview,
      pairs.map((pair) => pair[side]),
    ),
  ) as [Ingress, Ingress];
  const objects = pairs.flatMap(({ action, isReplaced, isLeftBehind, isDisabled }, index): ObjectChange[] => {
    const [before, after] = [olds.objects[index], news.objects[index]];
    if (!before || !after) return [];
    const { kind, key, title } = after;
    return [{ kind, key, title, action, isReplaced, isLeftBehind, isDisabled, before, after }];
  });
  return {
    before: { ...olds, objects: olds.objects.filter(isThere) },
    after: { ...news, objects: news.objects.filter(isThere) },
    objects,
  };
}

/** Whether anything is declared of an object on a side. */
export const isThere = ({ own, modules }: Pick<Draft, "own" | "modules">): boolean =>
  own !== undefined || Object.keys(modules).length > 0;

/** One side, with the secrets in it that the other one shows. */
function withRevealed(one: Draft, other: Draft): Draft {
  const modules = Object.entries(one.modules).map(([name, block]): [string, Block] => [
    name,
    revealed(block, other.modules[name]),
  ]);
  return { ...one, modules: Object.fromEntries(modules), ...(one.own && { own: revealed(one.own, other.own) }) };
}
