import { headerModules, headersAt } from "../change/headers/changes";
import type { ObjectChange } from "../change/objects";
import { endedModules, modulesWith } from "../change/select";
import { type Arguments, valueAt } from "../ingress/arguments";
import { moduleTitle, protectionNames } from "../ingress/modules";
import { isHidden } from "../ingress/value";
import { route, routeWith } from "./example-programs";
import { type HiddenDifference, hiddenDifferences } from "./hidden-differences";
import { at, type Match, rule } from "./rule";

/** The rules of changed values that a preview does not show: secrets, and values that are known only at apply. */

/** The messages on a hidden difference, by its outcome. */
const messages = {
  unknown: "{path} is not known until apply",
  secret: "{path} changes, and is a secret",
  uncertain: "{path} may change: it is a secret that moves to another resource",
} as const satisfies Record<HiddenDifference["outcome"], string>;

const webhook = (secret: string) => ({ provider: "github", secret: { $secret: secret } });

export const hiddenValueRules = [
  rule({
    id: "secret-changed",
    severity: "low",
    title: "A secret changes",
    why: "Clients that still use the old secret are rejected.",
    fix: "Change the secret on the other side at the same time.",
    messages: { found: "the secret {path} changes" },
    example: {
      before: routeWith({ webhookVerification: webhook("old") }),
      after: routeWith({ webhookVerification: webhook("new") }),
    },
    *find(change) {
      for (const { args, path, shownAs } of hiddenDifferences(change, "secret-changed"))
        yield at(args, path, "found", { path: shownAs });
    },
  }),
  rule({
    id: "secret-uncertain",
    severity: "low",
    title: "A secret may change",
    why: "The secret moves to another resource in the program, and a preview shows neither the old nor the new value.",
    fix: "Make sure that the value is the same.",
    messages: { found: messages.uncertain },
    example: {
      before: routeWith({ webhookVerification: webhook("a") }),
      after: {
        HttpsEdgeRoute: route,
        "HttpsEdgeRouteWebhookVerification moved": {
          route: { $resource: "httpsEdgeRoute" },
          ...webhook("a"),
        },
      },
    },
    *find(change) {
      for (const { args, path, shownAs } of hiddenDifferences(change, "secret-uncertain"))
        yield at(args, path, "found", { path: shownAs });
    },
  }),
  rule({
    id: "protection-not-known",
    severity: "medium",
    title: "A protection is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program: it may admit more.",
    fix: "Check where the value comes from.",
    messages: {
      ...messages,
      moving: "may move elsewhere: {path} is not known until apply",
      inForce: "whether {module} is in force is a secret, or not known until apply",
      added: "{module} is new or enabled, and what it does is a secret, or not known until apply",
      ended: "{module} is gone or off, and what it did is a secret",
    },
    example: {
      before: routeWith({ oauth: { provider: { provider1: { organizations: ["acme"] } } } }),
      after: routeWith({
        oauth: { provider: { provider1: { organizations: { $secret: ["acme", "acme-dev"] } } } },
      }),
    },
    *find(change) {
      for (const { args, path, outcome, shownAs } of hiddenDifferences(
        change,
        "protection-not-known",
      ))
        yield at(args, path, outcome, { path: shownAs });
      yield* movingModules(change);
      yield* newHiddenProtections(change);
      yield* newHiddenHeaders(change);
      yield* endedHiddenHeaders(change);
    },
  }),
  rule({
    id: "not-known",
    severity: "low",
    title: "A value is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program.",
    fix: "Check where the value comes from.",
    messages: { unknown: messages.unknown, secret: messages.secret },
    example: {
      before: routeWith({ circuitBreaker: { rollingWindow: 10 } }),
      after: routeWith({ circuitBreaker: { rollingWindow: { $secret: 60 } } }),
    },
    *find(change) {
      for (const { args, path, outcome, shownAs } of hiddenDifferences(change, "not-known")) {
        // No uncertain difference has this rule: see `ruleByValue`.
        const message = outcome === "unknown" ? "unknown" : "secret";
        yield at(args, path, message, { path: shownAs });
      }
    },
  }),
];

/** Yields a match for each module that may belong to another object after the change, at the argument that decides it. */
function* movingModules({ modules }: ObjectChange): Generator<Match<"moving">> {
  for (const { before, after } of modules) {
    const path = after?.uncertainOwner;
    if (before && after && path !== undefined) yield at(after, path, "moving", { path });
  }
}

/** Yields a match for each newly declared protection if nothing shows whether it is in force. */
function* newHiddenProtections(change: ObjectChange): Generator<Match<"inForce">> {
  for (const { name, before, after } of modulesWith(change, protectionNames, "starts")) {
    // A protection that is hidden as a whole has a hidden `enabled`, too.
    const mayBeOff = !before && isHidden(valueAt(after, "enabled"));
    if (mayBeOff) yield at(after, "enabled", "inForce", { module: moduleTitle(name) });
  }
}

/** Yields a match for each list of a headers module that is new or enabled, if the list, or the name of a header in it, is hidden. */
function* newHiddenHeaders(change: ObjectChange): Generator<Match<"added">> {
  for (const { name, after } of modulesWith(change, headerModules, "starts")) {
    for (const path of hiddenParts(after))
      yield at(after, path, "added", { module: moduleTitle(name) });
  }
}

/** Yields a match for each headers module that is removed or disabled, if one of its lists, or the name of a header in it, was hidden. */
function* endedHiddenHeaders(change: ObjectChange): Generator<Match<"ended">> {
  for (const { name, before, args, path } of endedModules(change, headerModules)) {
    if (hiddenParts(before).length > 0)
      yield at(args, path, "ended", { module: moduleTitle(name) });
  }
}

/**
 * The lists of a headers module that are hidden, or in which the name of a header is hidden. If the module is hidden as a whole, this is
 * `enabled`, at which the finding is reported.
 */
function hiddenParts(args: Arguments): string[] {
  if (args.hidden) return ["enabled"];
  return (["add", "remove"] as const).filter((path) => headersAt(args, path) === undefined);
}
