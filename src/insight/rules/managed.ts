import { argumentChangesOf } from "../change/objects";
import { sharedBy } from "../change/providers";
import type { RetainReason } from "../change/retention";
import { isInForce } from "../ingress/arguments";
import { isProtection, moduleNames, moduleTitle } from "../ingress/modules";
import { type Find, inModules, joined, match, rule } from "./rule";

/** What the program no longer manages, although it stays on the server, or manages in another account. */

/** Finds an object that stays for one of these reasons, or the modules that stay alone. */
const left = (reason: RetainReason): Find[] => [
  ({ args: { after, retainedBy } }) => after && retainedBy === reason && match(after, ""),
  inModules("retained", moduleNames, ({ after: now, retainedBy }, { args }) => {
    const isAlone = !args.retainedBy && isInForce(now);
    return isAlone && retainedBy === reason && match(now, "", "module");
  }),
];

export const retainedRules = [
  rule("route-left-open", "high", {
    title: "A route still serves traffic, without its protection",
    why: "The route is kept, but its module resources without the argument `route` are deleted.",
    fix: "Set `route` on the module resources and apply that first, or disable the route.",
    messages: { found: "still serves traffic without {lost}" },
    // Resources of their own that were not given the route.
    find: ({ action, modules, after: { args } }) => {
      const lost = modules.filter(({ name, transition }) => transition === "ends" && isProtection(name));
      const isLeft = action === "retained" && args && lost.length > 0;
      return isLeft && match(args, "", "found", { lost: joined(lost.map(({ name }) => moduleTitle(name))) });
    },
  }),
  rule("route-left-serving", "medium", {
    title: "A route that the program no longer declares still serves traffic",
    why: "`edge-ingress:routeDeletion` is `retain`: the program no longer changes the route.",
    fix: "Delete the route by hand, or set `routeDeletion` to `disable` before you remove it.",
    messages: { found: "still serves traffic, although the program no longer declares it" },
    find: left("routeDeletion"),
  }),
  rule("module-left-behind", "medium", {
    title: "A module that the program no longer declares stays on the server",
    why: "`retainRemovedModules` keeps the module as it is. The program no longer changes it, and a refresh does not show it.",
    fix: "Declare it as a resource of its own in the same change, or remove `retainRemovedModules`.",
    messages: { module: "{module} stays on the server as it is, although the program no longer declares it" },
    find: left("retainRemovedModules"),
  }),
  rule("no-longer-managed", "medium", {
    title: "The program only looks up what it managed",
    why: "The object stays as it is. The program no longer changes it, and neither a preview nor a refresh shows drift.",
    fix: "Make sure that another program manages it.",
    messages: {
      found: "is only looked up: the program no longer manages it",
      module: "{module} is only looked up: the program no longer manages it",
    },
    find: left("lookup"),
  }),
  rule("left-unmanaged", "low", {
    title: "The object stays on the server, unmanaged",
    why: "The option `retainOnDelete` keeps the object as it is. The program no longer changes it.",
    fix: "Make sure that another program manages it.",
    messages: {
      found: "stays on the server as it is, and is no longer managed",
      module: "{module} stays on the server as it is, and is no longer managed",
    },
    find: left("retainOnDelete"),
  }),
];

/** Finds resources of another provider, by what the two share, or of a provider with another address or key. */
const otherProvider: Find = (change, { provider }) =>
  argumentChangesOf(change).map(({ before: was, after: now, retainedBy }) => {
    if (!was || !now || retainedBy || now.declaration.prefix !== "" || was.declaration.urn !== now.declaration.urn)
      return false;
    const old = provider(was.declaration.provider);
    const other = provider(now.declaration.provider);
    const names = { old: old.name, other: other.name };
    if (old.name !== other.name) return match(now, "provider", sharedBy(old, other), names);
    if (other.first !== now.declaration.urn) return false;
    if (other.isMoved) return match(now, "provider", "moved", names);
    return other.hasOtherKey && match(now, "provider", "key", names);
  });

export const accountRules = [
  rule("account-changed", "medium", {
    title: "The provider of a resource has another address or account",
    why: "The key of the account is sent to that address, and the objects of the old account are no longer managed.",
    fix: "Make sure that the address and the key belong together, and that the objects exist there.",
    messages: {
      nothing: "is managed by provider {other}, no longer by {old}",
      moved: "`baseUrl` of provider {other} changes, for all of its resources",
    },
    find: otherProvider,
  }),
  rule("provider-changed", "low", {
    title: "A provider with the same address and another key manages a resource",
    why: "A preview does not show whether the old key and the new key belong to the same account.",
    fix: "Make sure that both keys belong to the same account.",
    messages: {
      address: "is managed by provider {other}, no longer by {old}",
      key: "`apiKey` of provider {other} changes, for all of its resources",
    },
    find: otherProvider,
  }),
];
