import { type Difference, hasSecret, WHOLE } from "../change/differences";
import { argumentChangesOf } from "../change/objects";
import { type Arguments, valueAt } from "../ingress/arguments";
import { isProtection, moduleTitle, protectionNames } from "../ingress/modules";
import { isForEverybody, usersOf } from "../ingress/names";
import { isHidden } from "../ingress/value";
import { type Find, headerModules, inModules, match, matchOff, rule } from "./rule";

/** Changed values that the preview does not show. */

/** Whether a value of a module, or of the object itself, decides who gets in, or what is done in their name. */
function isGuard(name: string, was: Arguments, { path, row }: Difference): boolean {
  // These say to whom the modules of a route apply.
  if (name === "") return ["edgeId", "match", "matchType"].includes(path);
  if (isProtection(name) || ["userAgentFilter", "tlsTermination"].includes(name)) return true;
  if (path === WHOLE || path === "enabled") return true;
  // The headers that are added are often secrets of upstreams, which are rotated.
  return row.kind === "headerNames" || (row.kind === "headers" && !hasSecret(row, valueAt(was, path)));
}

/** Arguments of objects, and modules, that neither admit nor stop a request, whatever their values are. */
const WITHOUT_EFFECT = new Set([".description", ".metadata", "compression.enabled"]);

/** Whether the users of a login are everybody before and after the change, so that no entry of its lists admits more. */
const admitsEverybody = (name: string, was: Arguments, now: Arguments, path: string): boolean =>
  name === "oauth" &&
  usersOf(was).paths.includes(path) &&
  [was, now].every((args) => usersOf(args).principals?.some(isForEverybody) === true);

/** The id of the rule for a value that is not shown; `undefined` if it is shown, or if another file has its rule. */
function ruleFor(name: string, was: Arguments, now: Arguments, difference: Difference) {
  const { path, outcome, row } = difference;
  const isCertain = outcome !== "uncertain" && (now.hidden ?? was.hidden) === undefined;
  // The `enabled` of a protection has a rule of its own, unless nothing of the protection is shown.
  if (outcome === "changed" || (path === "enabled" && isProtection(name) && isCertain)) return undefined;
  if (WITHOUT_EFFECT.has(`${name}.${path}`) || admitsEverybody(name, was, now, path)) return undefined;
  const decides = isGuard(name, was, difference);
  if (decides && !row.secret) return "protection-not-known";
  if (outcome === "uncertain") return "secret-uncertain";
  return outcome === "hidden" && row.secret ? "secret-changed" : "not-known";
}

/** Finds what is not shown, worded by the outcome of the comparison. */
const hiddenAs =
  (wanted: ReturnType<typeof ruleFor>): Find =>
  (change) =>
    argumentChangesOf(change).map(({ name, before: was, after: now, retainedBy, differences }) => {
      if (!was || !now || retainedBy) return false;
      return differences.map((each) => {
        const below = [now.declaration.prefix, each.path].filter((part) => part !== "").join(".");
        const path = each.path === WHOLE ? moduleTitle(name) : below;
        return ruleFor(name, was, now, each) === wanted && match(now, each.path, each.outcome, { path });
      });
    });

/** Protections that may leave their routes or edges: only an apply will know where they go. */
const moving: Find = ({ modules }) =>
  modules.map(({ before: was, after: now }) => {
    const path = now?.uncertainOwner;
    return was && now && path !== undefined && match(now, path, "moving", { path });
  });

/** The parts of a module of which nothing is shown: all of it, or all headers of one of its lists. */
const wholesIn = (args: Arguments): string[] =>
  args.hidden === undefined ? ["add", "remove"].filter((path) => isHidden(valueAt(args, path))) : ["enabled"];

/** New modules of which nothing shows what they do, or whether they are in force. */
const begun = inModules("starts", [...protectionNames, ...headerModules], ({ name, before: was, after: now }) => {
  if (isProtection(name) && !was && isHidden(valueAt(now, "enabled"))) return match(now, "enabled", "inForce");
  return wholesIn(now).map((path) => match(now, path, "added"));
});

/** Hidden headers that go. */
const ended = inModules("ends", headerModules, (module, change) => {
  return wholesIn(module.before).length > 0 && matchOff(module, change, "gone");
});

const unknown = "{path} is not known until apply";
const hidden = "{path} changes, and is a secret";
const uncertain = "{path} may change: it is a secret that moves to another resource";

export const opaqueRules = [
  rule("secret-changed", "low", {
    title: "A secret changes",
    why: "Clients that still use the old secret are rejected.",
    fix: "Change the secret on the other side at the same time.",
    messages: { hidden: "the secret {path} changes" },
    find: hiddenAs("secret-changed"),
  }),
  rule("secret-uncertain", "low", {
    title: "A secret may change",
    why: "The secret moves to another resource in the program, and a preview shows neither the old nor the new value.",
    fix: "Make sure that the value is the same.",
    messages: { uncertain },
    find: hiddenAs("secret-uncertain"),
  }),
  rule("protection-not-known", "medium", {
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
    find: [hiddenAs("protection-not-known"), moving, begun, ended],
  }),
  rule("not-known", "low", {
    title: "A value is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program.",
    fix: "Check where the value comes from.",
    messages: { unknown, hidden },
    find: hiddenAs("not-known"),
  }),
];
