import type { Block } from "../../ingress/blocks";
import { isSameAccount, isSameAddress } from "../accounts";
import type { ObjectChange } from "../changes";
import { declare, example, route } from "./example";
import { type Context, type Match, match, type Rule } from "./rule";

/** In which account objects are managed. */

/** The blocks of resources that are the same before and after, with their providers. */
const pairsOf = ({ before, after }: ObjectChange): readonly (readonly [was: Block, now: Block])[] =>
  [
    [before.own, after.own],
    ...Object.entries(after.modules).map(([name, block]) => [before.modules[name], block] as const),
  ].flatMap(([was, now]) =>
    was && now && !now.keptBecause && was.source.urn === now.source.urn && now.source.prefix === "" ? [[was, now]] : [],
  );

const findMoved = (change: ObjectChange, { provider, isFirstOf }: Context): Match[] =>
  pairsOf(change).flatMap(([was, now]): Match[] => {
    const [old, other] = [provider(was.source.provider), provider(now.source.provider)];
    const values = { old: old.name, other: other.name };
    if (old.name !== other.name) {
      return isSameAccount(old, other) || isSameAddress(old, other) ? [] : [match(now, "provider", "other", values)];
    }
    return other.isMoved && isFirstOf(other, change) ? [match(now, "provider", "moved", values)] : [];
  });

const provided = (name: string) => ({ provider: { $resource: name } });
const account = (baseUrl: string) => declare("Provider", { baseUrl });

export const accountRules: readonly Rule[] = [
  {
    id: "account-changed",
    severity: "medium",
    title: "The provider of a resource has another address or account",
    why: "The key of the account is sent to that address, and the objects of the old account are no longer managed.",
    fix: "Make sure that the address and the key belong together, and that the objects exist there.",
    messages: {
      other: "is managed by provider {other}, no longer by {old}",
      moved: "`baseUrl` of provider {other} changes, for all of its resources",
    },
    example: example(
      [account("https://api.acme.com"), route({}, provided("provider"))],
      [account("https://api.acme.dev"), route({}, provided("provider"))],
    ),
    find: findMoved,
  },
  {
    id: "provider-changed",
    severity: "low",
    title: "Another provider with the same address manages a resource",
    why: "A preview does not show whether the keys of the two providers belong to the same account.",
    fix: "Make sure that both keys belong to the same account.",
    messages: { found: "is managed by provider {other}, no longer by {old}" },
    find: (change, { provider }) =>
      pairsOf(change).flatMap(([was, now]): Match[] => {
        const [old, other] = [provider(was.source.provider), provider(now.source.provider)];
        const isOther = old.name !== other.name && !isSameAccount(old, other) && isSameAddress(old, other);
        return isOther ? [match(now, "provider", "found", { old: old.name, other: other.name })] : [];
      }),
  },
];
