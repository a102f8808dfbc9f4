import { type Block, isInForce, isOpaque, valueAt } from "../../ingress/blocks";
import { isProtection, moduleTitle } from "../../ingress/modules";
import type { ObjectChange } from "../changes";
import { type Difference, differences, hasMask } from "../differences";
import { example, oauth, ofRoute, route } from "./example";
import { type Match, match, matchRemoved, type Rule } from "./rule";

/** What the preview does not show of what changes. */

interface Opaque extends Difference {
  readonly block: Block;
  /** Whether the value decides who gets in, or what is done in their name. */
  readonly isGuard: boolean;
}

const otherGuards = ["userAgentFilter", "tlsTermination"];
const headers = ["requestHeaders", "responseHeaders"];

/** Arguments of a route that decide to whom its modules apply. */
const places = ["edgeId", "match", "matchType"];

/** The headers that are added are often secrets of upstreams, which are rotated. */
const isGuard = (name: string, before: Block, { path, row }: Difference): boolean =>
  isProtection(name) ||
  otherGuards.includes(name) ||
  path === "enabled" ||
  (headers.includes(name) && (path === "remove" || !hasMask(row, valueAt(before, path))));

/** The `enabled` of a protection has a rule of its own, unless nothing of the protection is shown. */
const opaque = (change: ObjectChange): Opaque[] => {
  const { before, after } = change;
  const own = opaqueIn(before.own, after.own)
    .filter(({ path }) => !((path.split(".")[0] ?? "") in { ...before.modules, ...after.modules }))
    .map((each) => ({ ...each, isGuard: places.includes(each.path) }));
  const ofModules = Object.entries(after.modules).flatMap(([name, block]) => {
    const old = before.modules[name];
    const all = block.keptBecause ? [] : opaqueIn(old, block);
    return all
      .filter(
        ({ path, outcome }) =>
          path !== "enabled" ||
          !isProtection(name) ||
          (block.opaqueAs ?? old?.opaqueAs) !== undefined ||
          outcome === "uncertain",
      )
      .map((each) => ({ ...each, isGuard: old !== undefined && isGuard(name, old, each) }));
  });
  return [...own, ...ofModules];
};

const opaqueIn = (was: Block | undefined, block: Block | undefined): Omit<Opaque, "isGuard">[] =>
  was && block
    ? differences(was, block)
        .filter(({ outcome }) => outcome !== "changed")
        .map((difference) => ({ ...difference, block }))
    : [];

/** Protections that may leave their routes or edges: only an apply will know where they go. */
const findMoving = ({ before, after }: ObjectChange): Match[] =>
  Object.entries(after.modules).flatMap(([name, block]) =>
    block.ownerUnknown === undefined || !before.modules[name]
      ? []
      : [match(block, block.ownerUnknown, "moving", { path: block.ownerUnknown })],
  );

/** Whether all of a module, or all headers of one of its lists, are hidden. */
const hiddenIn = (name: string, block: Block): string[] => {
  if (block.opaqueAs !== undefined) return ["enabled"];
  return headers.includes(name) ? ["add", "remove"].filter((path) => isOpaque(valueAt(block, path))) : [];
};

/** New modules of which nothing shows what they do, or whether they are in force; and hidden headers that go. */
const findNewOrGone = (change: ObjectChange): Match[] => {
  const { action, before, after } = change;
  if (action === "deleted" || action === "retained") return [];
  const added = Object.entries(after.modules).flatMap(([name, block]) => {
    if (before.modules[name] && isInForce(before.modules[name])) return [];
    const values = { module: moduleTitle(name) };
    if (isProtection(name) && !before.modules[name] && isOpaque(block.values.enabled)) {
      return [match(block, "enabled", "inForce", values)];
    }
    const isJudged = headers.includes(name) || (isProtection(name) && block.opaqueAs !== undefined);
    return isJudged && isInForce(block) ? hiddenIn(name, block).map((path) => match(block, path, "added", values)) : [];
  });
  const gone = Object.entries(before.modules).flatMap(([name, block]) => {
    const now = after.modules[name];
    if (!headers.includes(name) || !isInForce(block) || isInForce(now) || hiddenIn(name, block).length === 0) return [];
    const values = { module: moduleTitle(name) };
    return [now ? match(now, "enabled", "gone", values) : matchRemoved(change, block, "gone", values)];
  });
  return [...added, ...gone];
};

const messages: Rule["messages"] = {
  unknown: "{path} is not known until apply",
  hidden: "{path} changes, and is a secret",
  uncertain: "{path} may change: it is a secret that moves to another resource",
  moving: "may move elsewhere: {path} is not known until apply",
  inForce: "whether {module} is in force is a secret, or not known until apply",
  added: "{module} is new, and what it does is a secret, or not known until apply",
  gone: "{module} is gone or off, and what it did is a secret",
};

/** Matches at what is not shown, worded by the outcome of the comparison. */
const find = (change: ObjectChange, isWanted: (each: Opaque) => boolean): Match[] =>
  opaque(change)
    .filter(isWanted)
    .map(({ block, path, outcome }) => {
      const whole = [block.source.prefix, path].filter((each) => each !== "").join(".");
      return match(block, path, outcome, { path: whole });
    });

/** A signature proves nothing if others know its secret, such as the id of an object. */
const isDecisive = ({ isGuard, row, block }: Opaque): boolean =>
  isGuard && (!row.secret || ("secret" in block.table && block.source.isDerived));

const isMoved = ({ outcome }: Opaque): boolean => outcome === "uncertain";

const webhook = (secret: string) => ({ webhookVerification: { provider: "github", secret: { $secret: secret } } });

export const opaqueRules: readonly Rule[] = [
  {
    id: "secret-changed",
    severity: "low",
    title: "A secret changes",
    why: "Clients that still use the old secret are rejected.",
    fix: "Change the secret on the other side at the same time.",
    messages: { hidden: "the secret {path} changes" },
    example: ofRoute(webhook("old"), webhook("new")),
    find: (change) =>
      find(change, (each) => each.row.secret === true && each.outcome === "hidden" && !isDecisive(each)),
  },
  {
    id: "secret-uncertain",
    severity: "low",
    title: "A secret may change",
    why: "The secret moves to another resource in the program, and a preview shows neither the old nor the new value.",
    fix: "Make sure that the value is the same.",
    messages,
    example: example(
      [route(webhook("a"))],
      [
        route(),
        {
          type: "HttpsEdgeRouteWebhookVerification",
          name: "signed",
          args: { route: { $resource: "httpsEdgeRoute" }, ...webhook("a").webhookVerification },
        },
      ],
    ),
    find: (change) => find(change, (each) => isMoved(each) && !(each.isGuard && !each.row.secret)),
  },
  {
    id: "protection-not-known",
    severity: "medium",
    title: "A protection is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program: it may admit more.",
    fix: "Check where the value comes from.",
    messages,
    example: ofRoute(
      { oauth },
      { oauth: { provider: { provider1: { organizations: { $secret: ["acme", "acme-dev"] } } } } },
    ),
    find: (change) => [
      ...find(change, (each) => (isMoved(each) ? each.isGuard && !each.row.secret : isDecisive(each))),
      ...findMoving(change),
      ...findNewOrGone(change),
    ],
  },
  {
    id: "not-known",
    severity: "low",
    title: "A value is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program.",
    fix: "Check where the value comes from.",
    messages,
    example: ofRoute({}, { description: { $secret: "a" } }),
    find: (change) =>
      find(change, (each) =>
        each.outcome === "unknown" ? !isDecisive(each) : each.outcome === "hidden" && !each.isGuard && !each.row.secret,
      ),
  },
];
