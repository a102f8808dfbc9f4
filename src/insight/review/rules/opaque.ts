import { type Block, isOpaque, valueAt } from "../../ingress/blocks";
import type { ObjectChange } from "../changes";
import { type Difference, differences, hasMask } from "../differences";
import { type Hit, hit, type Rule } from "./rule";
import { isProtection, moduleName, USER_AGENTS } from "./words";

/** What the preview does not show of what changes. */

interface Opaque extends Difference {
  readonly block: Block;
  /** Whether the value decides who gets in, or what is done in their name. */
  readonly isGuard: boolean;
}

const otherGuards = [USER_AGENTS, "tlsTermination"];

/** Their values are often secrets of upstreams, which are rotated. */
const headers = ["requestHeaders", "responseHeaders"];

/** Arguments of a route that say to whom its modules apply. */
const places = ["edgeId", "match", "matchType"];

const isGuard = (name: string, before: Block, { path, row }: Difference): boolean =>
  isProtection(name) ||
  otherGuards.includes(name) ||
  path === "enabled" ||
  (headers.includes(name) && !hasMask(row, valueAt(before, path)));

/** The `enabled` of a protection has a rule of its own, unless nothing of the protection is shown. */
const opaque = (subject: ObjectChange): Opaque[] => {
  const { before, after } = subject;
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
const whenAway = ({ after }: ObjectChange): Hit[] =>
  Object.values(after.modules).flatMap((block) =>
    block.ownerUnknown === undefined
      ? []
      : [hit(block, block.ownerUnknown, `may move elsewhere: ${block.ownerUnknown} is not known until apply`)],
  );

/** New protections of which nothing shows whether they are in force. */
const whenNewAndOpaque = ({ before, after }: ObjectChange): Hit[] =>
  Object.entries(after.modules).flatMap(([name, block]) =>
    isProtection(name) && !before.modules[name] && isOpaque(block.values.enabled)
      ? [hit(block, "enabled", `whether ${moduleName(name)} is in force is a secret, or not known until apply`)]
      : [],
  );

const hitsOf = (subject: ObjectChange, says: string, isHit: (each: Opaque) => boolean): Hit[] =>
  opaque(subject)
    .filter(isHit)
    .map(({ block, path }) => {
      const opaqueAs = [block.source.prefix, path].filter((each) => each !== "").join(".");
      return hit(
        block,
        path,
        says.replace("PATH", () => opaqueAs),
      );
    });

/** A signature proves nothing if others know its secret, such as the id of an object. */
const isDecisive = ({ isGuard, row, block }: Opaque): boolean =>
  isGuard && (!row.secret || ("secret" in block.table && block.source.isDerived));

const UNTIL_APPLY = "PATH is not known until apply";
const IS_SECRET = "PATH changes, and is a secret";
const MOVES = "PATH may change: it is a secret that moves to another resource";

export const opaqueRules: readonly Rule[] = [
  {
    id: "secret-changed",
    severity: "low",
    title: "A secret changes",
    why: "Clients that still use the old secret are rejected.",
    todo: "Change the secret on the other side at the same time.",
    example: "`webhookVerification.secret` changes",
    find: (subject) =>
      hitsOf(
        subject,
        "the secret PATH changes",
        (each) => each.row.secret === true && each.outcome === "hidden" && !isDecisive(each),
      ),
  },
  {
    id: "secret-uncertain",
    severity: "low",
    title: "A secret may change",
    why: "The secret moves to another resource in the program, and a preview shows neither the old nor the new value.",
    todo: "Make sure that the value is the same.",
    example: "`webhookVerification` with its secret becomes a resource of its own",
    find: (subject) =>
      hitsOf(subject, MOVES, (each) => each.outcome === "uncertain" && !(each.isGuard && !each.row.secret)),
  },
  {
    id: "protection-not-known",
    severity: "medium",
    title: "A protection is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program: it may admit more.",
    todo: "Check where the value comes from.",
    example: "`oauth.provider.provider1.organizations` comes from an output of a new resource",
    find: (subject) => [
      ...hitsOf(subject, UNTIL_APPLY, (each) => each.outcome === "unknown" && isDecisive(each)),
      ...hitsOf(subject, IS_SECRET, (each) => each.outcome === "hidden" && isDecisive(each)),
      ...hitsOf(subject, MOVES, (each) => each.outcome === "uncertain" && each.isGuard && !each.row.secret),
      ...whenAway(subject),
      ...whenNewAndOpaque(subject),
    ],
  },
  {
    id: "not-known",
    severity: "low",
    title: "A value is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program.",
    todo: "Check where the value comes from.",
    example: "`backend.backendId` comes from an output of a new resource",
    find: (subject) => [
      ...hitsOf(subject, UNTIL_APPLY, (each) => each.outcome === "unknown" && !isDecisive(each)),
      ...hitsOf(subject, IS_SECRET, (each) => each.outcome === "hidden" && !each.isGuard && !each.row.secret),
    ],
  },
];
