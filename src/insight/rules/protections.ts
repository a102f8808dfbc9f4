import type { ModuleChange, ObjectChange } from "../change/objects";
import { strengthOf, weaker } from "../ingress/access";
import { type Arguments, addedTo, isInForce, valueAt } from "../ingress/arguments";
import { flawsOf } from "../ingress/lint";
import { factsOf, isProtection, moduleTitle, protectionNames } from "../ingress/modules";
import { namesAt } from "../ingress/names";
import { isHidden, SECRET } from "../ingress/value";
import { type Context, type Find, inModules, joined, match, matchesIn, matchOff, rule, switchedOff } from "./rule";

/** What becomes of the modules that decide who gets in. */

const USER_AGENTS = "userAgentFilter";

/** Looks at what serves requests after the change. */
const ofServed =
  (find: Find): Find =>
  (change, context) =>
    (change.kind !== "httpsEdgeRoute" || change.after.isServing) && find(change, context);

/** A block as if it stayed: that it may move elsewhere makes no protection stronger. */
const withoutOwner = ({ uncertainOwner, ...args }: Arguments): Arguments => args;

/** The protections that are new or keep more out after the change, and whether they are as strong as the lost one. */
function successors(change: ObjectChange, lost: ModuleChange<"ends">) {
  const before = strengthOf(lost.name, lost.before);
  return change.modules.flatMap(({ name, transition, before: was, after: now }) => {
    const old = strengthOf(name, was);
    const strength = strengthOf(name, now && withoutOwner(now));
    const isStronger = weaker(old, strength) !== "no";
    if (!now || !isProtection(name) || !(isStronger || transition === "starts")) return [];
    const isAlike = factsOf(name)?.factor === factsOf(lost.name)?.factor;
    // What is not known of the lost one may have kept more out than a protection that admits everyone with an account.
    const less = weaker(strength, before);
    const mayBeAsStrong = less === "no" || (less === "may" && strength !== "slight" && strength !== "weak");
    // What admitted everyone is replaced by whatever names whom it admits.
    const isFirstReal = before === "slight" && strength === "real";
    return [{ name, isAsStrong: isStronger && (isFirstReal || (isAlike && mayBeAsStrong)) }];
  });
}

/** The protections that are lost, by what takes their place: others that are as strong, or that are weaker. */
const lost = inModules("ends", protectionNames, (module, change) => {
  const { name, before: was } = module;
  const all = successors(change, module);
  const isReplaced = all.some(({ isAsStrong }) => isAsStrong);
  const messageIfWeaker = all.length > 0 ? "weaker" : "found";
  const message = isReplaced ? "replaced" : messageIfWeaker;
  const others = joined(all.map((each) => moduleTitle(each.name)));
  const loss = factsOf(name)?.loss ?? "";
  return strengthOf(name, was) !== "nothing" && matchOff(module, change, message, { loss, others });
});

/** Whether all routes that the program has on an edge go with the edge's modules, as if the edge itself went. */
const isEdgeLeft = ({ kind, key }: ObjectChange, { edgesBefore, edgesAfter }: Context): boolean =>
  kind === "httpsEdge" && edgesBefore.has(key) && !edgesAfter.has(key);

const lostOfServed = ofServed((change, context) => !isEdgeLeft(change, context) && lost(change, context));

/** A route that serves nothing for a while is public as soon as it serves again. */
const lostOfIdle: Find = (change, context) =>
  change.kind === "httpsEdgeRoute" && !change.after.isServing && lost(change, context);

/** Finds a filter that denies fewer user agents, or that allows more: an empty list of allowed ones allows all. */
const widerFilter = inModules("stays", USER_AGENTS, ({ before: was, after: now }) =>
  ["deny", "allow"].map((path) => {
    const old = namesAt(was, path);
    const list = namesAt(now, path);
    if (!old?.length || !list) return false;
    const message = path === "allow" && list.length === 0 ? "any" : path;
    const names = message === "allow" ? addedTo(old, list) : addedTo(list, old);
    return names.length > 0 && match(now, path, message, { names: names.join(", ") });
  }),
);

/** Finds protections in force whose `enabled` a preview does not show after the change. */
const hiddenEnabled = inModules("stays", protectionNames, ({ before: was, after: now, differences }) => {
  const isNowHidden = now.hidden !== SECRET && !was.hidden && isHidden(valueAt(now, "enabled"));
  const all = isNowHidden ? differences : [];
  return all.map(({ path, outcome }) => path === "enabled" && match(now, path, outcome));
});

export const protectionRules = [
  rule("protection-removed", "high", {
    title: "A protection is removed or disabled",
    why: "Clients that it kept out are admitted.",
    fix: "Keep it, or configure a protection of the same kind and strength in the same change.",
    messages: { found: "{loss}", weaker: "{loss}; {others} does not ask for the same" },
    find: lostOfServed,
  }),
  rule("protection-removed-idle", "medium", {
    title: "A protection of a route that serves nothing is removed or disabled",
    why: "Its backend is disabled. As soon as the route serves again, clients that the protection kept out are admitted.",
    fix: "Keep the protection, or delete the route.",
    messages: {
      found: "{loss} when it serves again",
      weaker: "{loss} when it serves again; {others} does not ask for the same",
    },
    find: lostOfIdle,
  }),
  rule("protection-may-be-off", "high", {
    title: "A protection may be off",
    why: "Pulumi reports that `enabled` changes, and the new value is a secret. The protection was in force, so it is most likely off.",
    fix: "State `enabled` as a constant, or leave it out.",
    messages: { hidden: "{module} may be off: whether it is in force is a secret" },
    find: hiddenEnabled,
  }),
  rule("protection-off-not-known", "medium", {
    title: "Whether a protection is off is not known until apply",
    why: "The value of `enabled` comes from a resource that changes.",
    fix: "State `enabled` as a constant, or leave it out.",
    messages: { unknown: "{module} may be off: whether it is in force is not known until apply" },
    find: hiddenEnabled,
  }),
  rule("protection-replaced", "medium", {
    title: "One protection replaces another",
    why: "The new protection may admit other clients, and the two do not change at the same time.",
    fix: "Compare whom each protection admits.",
    messages: { replaced: "{loss}; {others} takes its place" },
    find: lostOfServed,
  }),
  rule("protection-without-effect", "medium", {
    title: "A new protection keeps no request out",
    why: "The module is configured, and admits every request or everyone with an account.",
    fix: "Name in the module whom it admits, use a protection that can name users, or remove it if everyone is allowed.",
    messages: { found: "{module} is new, but {effect}" },
    // The message on a lost protection names what takes its place.
    find: inModules("starts", protectionNames, ({ name, after: now }, change, context) => {
      const isTold = matchesIn(lost(change, context)).some(({ message }) => message !== "replaced");
      return flawsOf(name, now).map(({ path, effect, strength, isLikelyMistake }) => {
        const isWithoutEffect = strength === "nothing" || (strength && change.action === "created");
        return !isTold && isLikelyMistake && isWithoutEffect && match(now, path, "found", { effect });
      });
    }),
  }),
  rule("protection-declared-off", "medium", {
    title: "A newly declared protection is disabled",
    why: "If another program or a person has configured it, it is switched off.",
    fix: "Check whether the route or edge has it. Remove the argument if it is not to be managed here.",
    messages: { found: "{module} is newly declared but disabled, or possibly disabled" },
    ofDrift: "none",
    find: inModules(
      ["starts", "inactive"],
      [...protectionNames, USER_AGENTS],
      ({ before: was, after: now }, { action }) => {
        const isNew = action === "stays" && !was && now && !now.hidden;
        return isNew && (!isInForce(now) || isHidden(valueAt(now, "enabled"))) && match(now, "enabled");
      },
    ),
  }),
  rule("user-agent-filter-removed", "medium", {
    title: "The user-agent filter is removed or disabled",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    fix: "Keep it, or make sure that the rejected requests do no harm.",
    messages: { found: "every user agent is allowed" },
    find: ofServed(switchedOff(USER_AGENTS)),
  }),
  rule("user-agent-filter-wider", "low", {
    title: "The user-agent filter admits more",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    fix: "Make sure that these requests do no harm.",
    messages: {
      deny: "user agents are no longer denied: {names}",
      allow: "more user agents are allowed: {names}",
      any: "every user agent is allowed that is not denied: none is listed",
    },
    find: ofServed(widerFilter),
  }),
  rule("protection-gap", "low", {
    title: "A protection is off for a moment while it moves",
    why: "If a module moves from an argument of its route to a resource of its own, it is deleted first, and set again a moment later.",
    fix: "Set `retainRemovedModules: true` on the route for this change.",
    messages: { found: "{module} moves to a module resource, and is off for a moment" },
    ofDrift: "none",
    find: inModules("stays", protectionNames, ({ before: was, after: now }, { action, isReplaced, after }) => {
      const isMoved =
        was.declaration.prefix !== "" && now.declaration.prefix === "" && action === "stays" && !isReplaced;
      return isMoved && after.args?.values.retainRemovedModules !== true && match(now, "");
    }),
  }),
];
