import { argumentChangesOf, type ObjectChange } from "../change/objects";
import { type Provider, sharedBy } from "../change/providers";
import type { Arguments } from "../ingress/arguments";
import type { Context } from "./context";
import { ofProvider, route } from "./example-programs";
import { at, rule } from "./rule";

/** The providers of resources: the address and the account at which the program manages its objects. */

/** A resource that stays, with its providers before and after the change. */
interface ProviderChange {
  readonly args: Arguments;
  readonly was: Provider;
  readonly now: Provider;
  /** Whether settings of the provider are reported at this resource, for all resources of the provider. */
  readonly isReportedHere: boolean;
}

/** The resources of an object that the program still manages, with their providers on both sides. */
const resourcesWithProviders = (change: ObjectChange, { provider }: Context): ProviderChange[] =>
  argumentChangesOf(change).flatMap(({ before, after, retainedBy }) => {
    if (!before || !after || retainedBy || !isSameResource(before, after)) return [];
    const was = provider(before.declaration.provider);
    const now = provider(after.declaration.provider);
    return [{ args: after, was, now, isReportedHere: now.first === after.declaration.urn }];
  });

/** Whether both sides are a resource's own arguments, and not those of a module that one of its arguments configures. */
const isSameResource = (before: Arguments, after: Arguments): boolean =>
  after.declaration.prefix === "" && before.declaration.urn === after.declaration.urn;

const namesOf = ({ was, now }: ProviderChange) => ({ was: was.name, now: now.name });

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
      for (const providers of resourcesWithProviders(change, context)) {
        const { args, was, now, isReportedHere } = providers;
        const isOther = was.name !== now.name;
        if (isOther && sharedBy(was, now) === "nothing")
          yield at(args, "provider", "other", namesOf(providers));
        if (!isOther && isReportedHere && now.isMoved)
          yield at(args, "provider", "moved", namesOf(providers));
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
    *find(change, context) {
      for (const providers of resourcesWithProviders(change, context)) {
        const { args, was, now, isReportedHere } = providers;
        const isOther = was.name !== now.name;
        if (isOther && sharedBy(was, now) === "address")
          yield at(args, "provider", "other", namesOf(providers));
        if (!isOther && isReportedHere && now.hasOtherKey && !now.isMoved)
          yield at(args, "provider", "key", namesOf(providers));
      }
    },
  }),
];
