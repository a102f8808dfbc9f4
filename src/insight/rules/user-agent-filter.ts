import { type BothArguments, endedModules, modulesWith } from "../change/select";
import { addedTo } from "../ingress/arguments";
import { namesAt } from "../ingress/principals";
import { routeWith } from "./example-programs";
import { isIdleRoute } from "./protections";
import { at, rule } from "./rule";

/** The user-agent filter, which rejects requests but is no security boundary. */

/** The names of a list before and after the change; `undefined` if either is hidden, or if the list was empty. */
function knownLists({ before, after }: BothArguments, path: string) {
  const was = namesAt(before, path);
  const now = namesAt(after, path);
  return was && was.length > 0 && now ? { was, now } : undefined;
}

/** The user agents that a filter no longer denies. */
function noLongerDenied(filter: BothArguments): string[] {
  const denied = knownLists(filter, "deny");
  return denied ? addedTo(denied.now, denied.was) : [];
}

/**
 * The user agents that a filter allows in addition. If the list becomes empty, everyone is allowed, and these are the user agents
 * that it named before.
 */
function additionallyAllowed(filter: BothArguments) {
  const allowed = knownLists(filter, "allow");
  if (!allowed) return undefined;
  const { was, now } = allowed;
  return now.length === 0
    ? { message: "any" as const, names: addedTo([], was) }
    : { message: "allow" as const, names: addedTo(was, now) };
}

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
      any: "every user agent is allowed that is not denied: none is listed",
    },
    example: {
      before: routeWith({ userAgentFilter: { deny: ["bot", "crawler"] } }),
      after: routeWith({ userAgentFilter: { deny: ["bot"] } }),
    },
    *find(change) {
      if (isIdleRoute(change)) return;
      for (const filter of modulesWith(change, ["userAgentFilter"], "stays")) {
        const denied = noLongerDenied(filter);
        if (denied.length > 0) yield at(filter.after, "deny", "deny", { names: denied.join(", ") });
        const allowed = additionallyAllowed(filter);
        if (!allowed || allowed.names.length === 0) continue;
        yield at(filter.after, "allow", allowed.message, { names: allowed.names.join(", ") });
      }
    },
  }),
];
