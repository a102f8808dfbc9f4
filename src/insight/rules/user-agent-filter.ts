import { hiddenBeyond, secretsBeyond } from "../change/hidden-entries";
import { type BothArguments, endedModules, isChangedAt, modulesWith } from "../change/select";
import { textsIn } from "../ingress/arguments";
import { itemText } from "../ingress/module-descriptions";
import { namesAt } from "../ingress/principals";
import type { Item } from "../ingress/value";
import { routeWith } from "./example-programs";
import { isIdleRoute } from "./protections";
import { at, type Match, rule } from "./rule";

/** The rules of the user-agent filter, which rejects requests but is not a security boundary. */

export const userAgentFilterRules = [
  rule({
    id: "user-agent-filter-removed",
    severity: "medium",
    title: "The user-agent filter is removed or disabled",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    fix: "Keep it, or make sure that the rejected requests do no harm.",
    messages: { found: "every user agent is allowed" },
    example: {
      before: routeWith({ userAgentFilter: { deny: ["bot"] } }),
      after: routeWith(),
    },
    *find(change) {
      if (isIdleRoute(change)) return;
      for (const { args, path } of endedModules(change, ["userAgentFilter"]))
        yield at(args, path, "found");
    },
  }),
  rule({
    id: "user-agent-filter-wider",
    severity: "low",
    title: "The user-agent filter admits more",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    fix: "Make sure that these requests do no harm.",
    messages: {
      deny: "user agents are no longer denied: {names}",
      allow: "more user agents are allowed: {names}",
      any: "every user agent that is not denied is allowed: the list is empty",
      hidden:
        "more user agents may be served: an entry of the list is a secret, or is not known until apply",
    },
    example: {
      before: routeWith({ userAgentFilter: { deny: ["bot", "crawler"] } }),
      after: routeWith({ userAgentFilter: { deny: ["bot"] } }),
    },
    *find(change) {
      if (isIdleRoute(change)) return;
      for (const filter of modulesWith(change, ["userAgentFilter"], "stays")) {
        if (isChangedAt(filter, "deny")) yield* noLongerDenied(filter);
        if (isChangedAt(filter, "allow")) yield* newlyAllowed(filter);
      }
    },
  }),
];

/**
 * Yields a match if a filter no longer denies a user agent. A hidden entry may still deny it, and a secret that is gone may be an entry that
 * is shown now.
 */
function* noLongerDenied({ before, after }: BothArguments): Generator<Match<"deny" | "hidden">> {
  const lists = knownLists({ before, after }, "deny");
  if (!lists) return;
  const names = onlyIn(lists.was, lists.now);
  const secrets = secretsBeyond(lists.was, lists.now);
  const removed = [...names, ...secrets.map(itemText)];
  if (removed.length === 0) return;
  const mayBeNewText = secrets.length > 0 && onlyIn(lists.now, lists.was).length > 0;
  const isUncertain = mayBeNewText || hiddenBeyond(lists.now, lists.was).length > 0;
  if (isUncertain) yield at(after, "deny", "hidden");
  else yield at(after, "deny", "deny", { names: removed.join(", ") });
}

/**
 * Yields a match if a filter allows another user agent, or every user agent because its list becomes empty. An earlier hidden entry may have
 * allowed it.
 */
function* newlyAllowed(filter: BothArguments): Generator<Match<"allow" | "any" | "hidden">> {
  const { after } = filter;
  const lists = knownLists(filter, "allow");
  if (!lists) return;
  if (lists.now.length === 0) {
    yield at(after, "allow", "any");
    return;
  }
  const names = onlyIn(lists.now, lists.was);
  const isUncertain = hiddenBeyond(lists.was, lists.now).length > 0;
  const hasNewSecret = secretsBeyond(lists.now, lists.was).length > 0;
  if (names.length > 0 && !isUncertain)
    yield at(after, "allow", "allow", { names: names.join(", ") });
  else if (names.length > 0 || hasNewSecret) yield at(after, "allow", "hidden");
}

/** The names of a list before and after the change; `undefined` if either is hidden, or if the list named nothing before. */
function knownLists(
  { before, after }: BothArguments,
  path: string,
): { was: readonly Item[]; now: readonly Item[] } | undefined {
  const was = namesAt(before, path);
  const now = namesAt(after, path);
  return was && was.length > 0 && now ? { was, now } : undefined;
}

/** The known names that other names do not contain. */
const onlyIn = (names: readonly Item[], others: readonly Item[]): string[] =>
  textsIn(names).filter((name) => !others.includes(name));
