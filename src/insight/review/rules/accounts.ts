import { type Provider, sharedBy } from "../accounts";
import { blocksOf } from "../changes";
import { declare, example, route } from "./example";
import { type Find, match, rule } from "./rule";

/** In which account objects are managed. */

/** Looks at the providers of each resource that is the same before and after. */
const inProviders =
  (messageOf: (old: Provider, other: Provider, isFirst: boolean) => string | false): Find =>
  (change, { provider, isFirstOf }) =>
    blocksOf(change).map(({ was, now }) => {
      if (!was || !now || now.keptBecause || now.source.prefix !== "" || was.source.urn !== now.source.urn)
        return false;
      const [old, other] = [provider(was.source.provider), provider(now.source.provider)];
      const message = messageOf(old, other, isFirstOf(other, now));
      return message && match(now, "provider", message, { old: old.name, other: other.name });
    });

const managedAt = (baseUrl: string) => [
  declare("Provider", { baseUrl }),
  route({}, { provider: { $resource: "provider" } }),
];

export const accountRules = [
  rule("account-changed", "medium", {
    title: "The provider of a resource has another address or account",
    why: "The key of the account is sent to that address, and the objects of the old account are no longer managed.",
    fix: "Make sure that the address and the key belong together, and that the objects exist there.",
    messages: {
      other: "is managed by provider {other}, no longer by {old}",
      moved: "`baseUrl` of provider {other} changes, for all of its resources",
    },
    example: example(managedAt("https://api.acme.com"), managedAt("https://api.acme.dev")),
    find: inProviders((old, other, isFirst) => {
      if (old.name === other.name) return other.isMoved && isFirst && "moved";
      return sharedBy(old, other) === "nothing" && "other";
    }),
  }),
  rule("provider-changed", "low", {
    title: "Another provider with the same address manages a resource",
    why: "A preview does not show whether the keys of the two providers belong to the same account.",
    fix: "Make sure that both keys belong to the same account.",
    messages: { found: "is managed by provider {other}, no longer by {old}" },
    find: inProviders((old, other) => old.name !== other.name && sharedBy(old, other) === "address" && "found"),
  }),
];
