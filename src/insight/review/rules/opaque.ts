import { type Difference, differences } from "../../ingress/differences";
import type { Part } from "../../ingress/parts";
import type { Subject } from "../../ingress/subjects";
import { type Hit, hit, type Rule } from "./rule";
import { protections, USER_AGENTS } from "./words";

/** What the preview does not show of what changes. */

interface Opaque extends Difference {
  readonly part: Part;
  readonly isGuard: boolean;
}

const otherGuards = [USER_AGENTS, "tlsTermination"];

/** Arguments of a route that say to whom its modules apply. */
const places = ["edgeId", "match", "matchType"];

const opaque = (subject: Subject): Opaque[] => {
  const { before, after } = subject;
  const pairs = Object.entries(after.modules)
    .filter(([, part]) => !part.isLeft)
    .map(([name, part]) => [before.modules[name], part, name in protections || otherGuards.includes(name)] as const);
  const all = [[before.own, after.own, false] as const, ...pairs];
  return all.flatMap(([was, part, isGuard]) =>
    was && part
      ? differences(was, part)
          .filter(({ path, outcome }) => outcome !== "changed" && !isModule(subject, part, path))
          .map((difference) => ({ ...difference, part, isGuard: isGuard || places.includes(difference.path) }))
      : [],
  );
};

/** A route's own arguments hold its modules, which are looked at by themselves. */
const isModule = (subject: Subject, part: Part, path: string): boolean =>
  part === subject.after.own && (path.split(".")[0] ?? "") in subject.after.modules;

const hitsOf = (subject: Subject, says: string, isHit: (each: Opaque) => boolean): Hit[] =>
  opaque(subject)
    .filter(isHit)
    .map(({ part, path }) => {
      const whole = [part.source.prefix, path].filter((each) => each !== "").join(".");
      return hit(
        part,
        path,
        says.replace("PATH", () => whole),
      );
    });

const UNTIL_APPLY = "PATH is not known until apply";
const IS_SECRET = "PATH changes, and is a secret";

export const opaqueRules: readonly Rule[] = [
  {
    id: "secret-changed",
    severity: "low",
    title: "A secret changes",
    why: "Clients that still use the old secret are rejected.",
    todo: "Change the secret on the other side at the same time.",
    example: "`webhookVerification.secret` changes",
    find: (subject) =>
      hitsOf(subject, "the secret PATH changes", ({ row, outcome }) => row.secret === true && outcome === "hidden"),
  },
  {
    id: "secret-uncertain",
    severity: "low",
    title: "A secret may change",
    why: "The secret moves to another resource in the program, and a preview shows neither the old nor the new value.",
    todo: "Make sure that the value is the same.",
    example: "`webhookVerification` with its secret becomes a resource of its own",
    find: (subject) =>
      hitsOf(
        subject,
        "PATH may change: it is a secret that moves to another resource",
        ({ outcome }) => outcome === "uncertain",
      ),
  },
  {
    id: "protection-not-known",
    severity: "medium",
    title: "A protection is not known until apply",
    why: "The value comes from a resource that changes, or is a secret of the program: it may admit more.",
    todo: "Check where the value comes from.",
    example: "`oauth.provider.provider1.organizations` comes from an output of a new resource",
    find: (subject) => [
      ...hitsOf(subject, UNTIL_APPLY, (each) => each.outcome === "unknown" && each.isGuard && !each.row.secret),
      ...hitsOf(subject, IS_SECRET, (each) => each.outcome === "hidden" && each.isGuard && !each.row.secret),
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
      ...hitsOf(subject, UNTIL_APPLY, (each) => each.outcome === "unknown" && !(each.isGuard && !each.row.secret)),
      ...hitsOf(subject, IS_SECRET, (each) => each.outcome === "hidden" && !each.isGuard && !each.row.secret),
    ],
  },
];
