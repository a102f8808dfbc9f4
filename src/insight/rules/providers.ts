import { argumentChangesOf, type ObjectChange } from "../change/objects";
import { type Provider, sharedBy } from "../change/providers";
import type { Arguments } from "../ingress/arguments";
import type { Context } from "./context";
import { ofProvider, route } from "./example-programs";
import { at, rule } from "./rule";

/** The rules of the providers of resources: of the address and the account at which the program manages its objects. */

export const providerRules = [
  rule({
    id: "account-changed",
    severity: "medium",
    title: "The provider of a resource has another address or account",
    why: "The key of the account is sent to that address, and the objects of the old account are no longer managed.",
    fix: "Make sure that the address and the key belong together, and that the objects exist there.",
    messages: {
      other: "is managed by provider {now}, no longer by {was}",
      moved: "`baseUrl` of provider {now} changes, for all of its resources",
    },
    example: {
      before: {
        Provider: { baseUrl: "https://api.acme.com" },
        HttpsEdgeRoute: { ...route, ...ofProvider },
      },
      after: {
        Provider: { baseUrl: "https://api.acme.dev" },
        HttpsEdgeRoute: { ...route, ...ofProvider },
      },
    },
    *find(change, context) {
      for (const { args, kind, names } of providerChanges(change, context)) {
        if (kind === "otherAccount") yield at(args, "provider", "other", names);
        if (kind === "otherAddress") yield at(args, "provider", "moved", names);
      }
    },
  }),
  rule({
    id: "provider-changed",
    severity: "low",
    title: "A provider with the same address and another key manages a resource",
    why: "A preview does not show whether the old key and the new key belong to the same account.",
    fix: "Make sure that both keys belong to the same account.",
    messages: {
      other: "is managed by provider {now}, no longer by {was}",
      key: "`apiKey` of provider {now} changes, for all of its resources",
    },
    example: {
      before: {
        Provider: { apiKey: { $secret: "old" } },
        HttpsEdgeRoute: { ...route, ...ofProvider },
      },
      after: {
        Provider: { apiKey: { $secret: "new" } },
        HttpsEdgeRoute: { ...route, ...ofProvider },
      },
    },
    *find(change, context) {
      for (const { args, kind, names } of providerChanges(change, context)) {
        if (kind === "mayBeOtherAccount") yield at(args, "provider", "other", names);
        if (kind === "otherKey") yield at(args, "provider", "key", names);
      }
    },
  }),
];

/** The change of the provider of a resource that stays. */
interface ProviderChange {
  readonly args: Arguments;
  readonly kind: ProviderChangeKind;
  readonly names: { readonly was: string; readonly now: string };
}

type ProviderChangeKind =
  /** Another provider with another address, or with another key that the preview shows: its account may be another. */
  | "otherAccount"
  /** Another provider with the same address, whose key may be of another account. */
  | "mayBeOtherAccount"
  /** The same provider with another address. */
  | "otherAddress"
  /** The same provider with another key, which may be of another account. */
  | "otherKey";

/** The changed providers of the resources of an object, as far as the program still manages the resources. */
const providerChanges = (change: ObjectChange, { provider }: Context): ProviderChange[] =>
  argumentChangesOf(change).flatMap(({ before, after, retainedBy }) => {
    if (!before || !after || retainedBy || !isSameResource(before, after)) return [];
    const was = provider(before.declaration.provider);
    const now = provider(after.declaration.provider);
    const kind = kindOfChange(was, now, after);
    return kind ? [{ args: after, kind, names: { was: was.name, now: now.name } }] : [];
  });

/** True if both sides are a resource's own arguments, and not those of a module that one of its arguments configures. */
const isSameResource = (before: Arguments, after: Arguments): boolean =>
  after.declaration.prefix === "" && before.declaration.urn === after.declaration.urn;

/** The kind of the change to another provider, by what the two providers are known to share. With the same account, nothing changes. */
const kindByShared: Readonly<Record<ReturnType<typeof sharedBy>, ProviderChangeKind | undefined>> =
  {
    nothing: "otherAccount",
    address: "mayBeOtherAccount",
    account: undefined,
  };

function kindOfChange(
  was: Provider,
  now: Provider,
  { declaration }: Arguments,
): ProviderChangeKind | undefined {
  if (was.name !== now.name) return kindByShared[sharedBy(was, now)];
  // Settings of a provider are reported at its first resource, for all of its resources.
  if (now.first !== declaration.urn) return undefined;
  if (now.isMoved) return "otherAddress";
  return now.hasOtherKey ? "otherKey" : undefined;
}
