import { type Difference, hasSecret, WHOLE } from "../change/differences";
import { headerModules } from "../change/headers/changes";
import { type ArgumentsChange, argumentChangesOf, type ObjectChange } from "../change/objects";
import { oncePerChange } from "../change/once";
import { endedModules, modulesWith } from "../change/select";
import { type Arguments, valueAt } from "../ingress/arguments";
import { isProtection, moduleTitle, protectionNames } from "../ingress/modules";
import { isForEverybody, oauthUsers } from "../ingress/principals";
import { isHidden } from "../ingress/value";
import { route, routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** The changed values that a preview does not show. */

type HiddenOutcome = Exclude<Difference["outcome"], "changed">;

/** The rule that finds a hidden value, by what the value is and by how it is hidden. */
const ruleByValue = {
  /** The value decides who gets in, or what is done in their name. */
  decisive: {
    unknown: "protection-not-known",
    hidden: "protection-not-known",
    uncertain: "protection-not-known",
  },
  /** The value is a credential, which is always secret. */
  credential: {
    unknown: "not-known",
    hidden: "secret-changed",
    uncertain: "secret-uncertain",
  },
  other: {
    unknown: "not-known",
    hidden: "not-known",
    uncertain: "secret-uncertain",
  },
} as const;

type HiddenValueRule = (typeof ruleByValue)[keyof typeof ruleByValue][HiddenOutcome];

interface HiddenValue {
  readonly ruleId: HiddenValueRule;
  readonly args: Arguments;
  readonly path: string;
  readonly outcome: HiddenOutcome;
  /** The argument in a message, or the module if nothing of it is shown. */
  readonly name: string;
}

/** The hidden values of an object and of its modules that this file has a rule for. */
const hiddenValues = oncePerChange((change): readonly HiddenValue[] =>
  argumentChangesOf(change).flatMap(hiddenValuesIn),
);

function hiddenValuesIn(change: ArgumentsChange): HiddenValue[] {
  const { before, after, retainedBy } = change;
  if (!before || !after || retainedBy) return [];
  return change.differences.flatMap((difference) => {
    const { path, outcome } = difference;
    if (outcome === "changed" || isFoundElsewhere(change.name, difference)) return [];
    if (isHarmless(change.name, path, before, after)) return [];
    const ruleId = ruleByValue[valueKind(change.name, before, difference)][outcome];
    const argument = [after.declaration.prefix, path].filter((part) => part !== "").join(".");
    return [
      {
        ruleId,
        args: after,
        path,
        outcome,
        name: path === WHOLE ? moduleTitle(change.name) : argument,
      },
    ];
  });
}

/** Whether another rule finds a difference: the `enabled` of a protection, unless it moves to another resource. */
const isFoundElsewhere = (module: string, { path, outcome }: Difference): boolean =>
  path === "enabled" && isProtection(module) && outcome !== "uncertain";

/** Arguments of objects, and modules, that neither admit nor stop a request, whatever their values are. */
const HARMLESS = new Set([".description", ".metadata", "compression.enabled"]);

function isHarmless(module: string, path: string, before: Arguments, after: Arguments): boolean {
  if (HARMLESS.has(`${module}.${path}`)) return true;
  // If the users of a login are everybody before and after the change, no entry of its lists admits more.
  const isListOfUsers = module === "oauth" && oauthUsers(before).paths.includes(path);
  return isListOfUsers && admitsEverybody(before) && admitsEverybody(after);
}

const admitsEverybody = (args: Arguments): boolean =>
  oauthUsers(args).principals?.some(isForEverybody) === true;

function valueKind(
  module: string,
  before: Arguments,
  difference: Difference,
): keyof typeof ruleByValue {
  if (difference.row.secret) return "credential";
  return isDecisive(module, before, difference) ? "decisive" : "other";
}

function isDecisive(module: string, before: Arguments, { path, row }: Difference): boolean {
  // The edge and the match decide to which requests the modules of a route apply.
  if (module === "") return ["edgeId", "match", "matchType"].includes(path);
  if (isProtection(module) || ["userAgentFilter", "tlsTermination"].includes(module)) return true;
  if (path === WHOLE || path === "enabled") return true;
  // A header that was secret before is most often a credential of the upstream, which is rotated: it is not decisive.
  return (
    row.kind === "headerNames" || (row.kind === "headers" && !hasSecret(row, valueAt(before, path)))
  );
}

/** The modules that may belong to another object after the change, and the arguments that decide it. */
const movingModules = ({ modules }: ObjectChange) =>
  modules.flatMap(({ before, after }) => {
    const path = after?.uncertainOwner;
    return before && after && path !== undefined ? [{ args: after, path }] : [];
  });

interface NewHiddenModule {
  readonly args: Arguments;
  readonly path: string;
  readonly message: "inForce" | "added";
  readonly module: string;
}

/** The new modules of which nothing shows whether they are in force, or what they do. */
const newHiddenModules = (change: ObjectChange): NewHiddenModule[] =>
  modulesWith(change, [...protectionNames, ...headerModules], "starts").flatMap(
    ({ name, before, after }): NewHiddenModule[] => {
      const module = moduleTitle(name);
      const mayBeOff = isProtection(name) && !before && isHidden(valueAt(after, "enabled"));
      if (mayBeOff) return [{ args: after, path: "enabled", message: "inForce", module }];
      return hiddenParts(after).map((path) => ({ args: after, path, message: "added", module }));
    },
  );

/**
 * The parts of a module that are hidden as a whole: the module, or all headers of one of its lists. A module that is hidden as a
 * whole is reported at `enabled`.
 */
const hiddenParts = (args: Arguments): string[] =>
  args.hidden ? ["enabled"] : ["add", "remove"].filter((path) => isHidden(valueAt(args, path)));

const unknown = "{path} is not known until apply";
const hidden = "{path} changes, and is a secret";
const uncertain = "{path} may change: it is a secret that moves to another resource";

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
      for (const { ruleId, args, path, name } of hiddenValues(change)) {
        if (ruleId === "secret-changed") yield at(args, path, "found", { path: name });
      }
    },
  }),
  rule({
    id: "secret-uncertain",
    severity: "low",
    title: "A secret may change",
    why: "The secret moves to another resource in the program, and a preview shows neither the old nor the new value.",
    fix: "Make sure that the value is the same.",
    messages: { found: uncertain },
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
      for (const { ruleId, args, path, name } of hiddenValues(change)) {
        if (ruleId === "secret-uncertain") yield at(args, path, "found", { path: name });
      }
    },
  }),
  rule({
    id: "protection-not-known",
    severity: "medium",
    title: "A protection is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program: it may admit more.",
    fix: "Check where the value comes from.",
    messages: {
      unknown,
      hidden,
      uncertain,
      moving: "may move elsewhere: {path} is not known until apply",
      inForce: "whether {module} is in force is a secret, or not known until apply",
      added: "{module} is new, and what it does is a secret, or not known until apply",
      gone: "{module} is gone or off, and what it did is a secret",
    },
    example: {
      before: routeWith({ oauth: { provider: { provider1: { organizations: ["acme"] } } } }),
      after: routeWith({
        oauth: { provider: { provider1: { organizations: { $secret: ["acme", "acme-dev"] } } } },
      }),
    },
    *find(change) {
      for (const { ruleId, args, path, outcome, name } of hiddenValues(change)) {
        if (ruleId === "protection-not-known") yield at(args, path, outcome, { path: name });
      }
      for (const { args, path } of movingModules(change)) yield at(args, path, "moving", { path });
      for (const { args, path, message, module } of newHiddenModules(change))
        yield at(args, path, message, { module });
      for (const { name, before, args, path } of endedModules(change, headerModules)) {
        if (hiddenParts(before).length > 0)
          yield at(args, path, "gone", { module: moduleTitle(name) });
      }
    },
  }),
  rule({
    id: "not-known",
    severity: "low",
    title: "A value is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program.",
    fix: "Check where the value comes from.",
    messages: { unknown, hidden },
    example: {
      before: routeWith({ circuitBreaker: { rollingWindow: 10 } }),
      after: routeWith({ circuitBreaker: { rollingWindow: { $secret: 60 } } }),
    },
    *find(change) {
      for (const { ruleId, args, path, outcome, name } of hiddenValues(change)) {
        if (ruleId !== "not-known") continue;
        yield at(args, path, outcome === "unknown" ? "unknown" : "hidden", { path: name });
      }
    },
  }),
];
