import { isObject } from "../../../core/schema/values";
import { type Block, textAt, valueAt } from "../../ingress/blocks";
import type { Configuration } from "../../ingress/ingress";
import type { ObjectChange } from "../changes";
import { type Difference, differences } from "../differences";
import { isDeleted, isReplaced, when } from "./objects";
import { type Hit, hit, type Rule } from "./rule";

/** Where events go, and with whose rights. */

const KIND = "eventDestination";

const targetOf = ({ own }: Configuration): string | undefined => {
  const target = own && valueAt(own, "target");
  return isObject(target) ? Object.keys(target).find((key) => target[key] !== undefined) : undefined;
};

/** What differs in a destination that stays, and whose target is of the same kind. */
const changes = (subject: ObjectChange): { readonly own: Block; readonly all: readonly Difference[] } | undefined => {
  const { kind, action, before, after } = subject;
  if (kind !== KIND || action !== "kept" || subject.isReplaced || !before.own || !after.own) return undefined;
  return { own: after.own, all: differences(before.own, after.own) };
};

/** The account of a monitoring service is that of its key. */
const isAddress = (path: string): boolean =>
  path === "target" || /^target\.[^.]+$/.test(path) || /^target\.(?!.*\.(auth\b|tags$|service$))/.test(path);

const isAccess = (path: string): boolean => /^target\.[^.]+\.auth\b(?!.*cloudSecretAccessKey$)/.test(path);

function whenRedirected(subject: ObjectChange): Hit[] {
  const found = changes(subject);
  if (!found) return [];
  const { own, all } = found;
  const [was, now] = [targetOf(subject.before), targetOf(subject.after)];
  if (was && now && was !== now) return [hit(own, `target.${now}`, `events go to ${now}, no longer to ${was}`)];
  return all
    .filter(({ path }) => path === "format" || isAddress(path))
    .map(({ path }) => {
      const what = path === "format" ? "events have another format" : "events go to another target";
      const to = textAt(own, path);
      return hit(own, path, to === undefined ? what : `${what}: ${to}`);
    });
}

export const eventRules: readonly Rule[] = [
  {
    id: "events-stopped",
    severity: "high",
    title: "An event destination is deleted or replaced",
    why: "Subscriptions refer to the destination by its id, and lose their events.",
    todo: "Point the subscriptions to another destination first. If you only rename the resource, add an alias.",
    example: "an `EventDestination` is removed from the program",
    find: (subject) => [
      ...when("eventDestination", isDeleted, "is deleted: its events are lost from then on")(subject),
      ...when(
        "eventDestination",
        isReplaced,
        "is replaced: events are lost until subscriptions refer to the new destination",
        "target",
      )(subject),
    ],
  },
  {
    id: "events-redirected",
    severity: "medium",
    title: "Events go to another target, or in another format",
    why: "Readers of the old target no longer receive them.",
    todo: "Make sure that the new target has a reader, and is allowed to hold the events.",
    example: "`target.cloudLogs.logGroupArn` changes",
    find: whenRedirected,
  },
  {
    id: "events-access-changed",
    severity: "medium",
    title: "Events are delivered with other rights",
    why: "Another role or access key may belong to another account, or lack the right to deliver: events are lost then.",
    todo: "Make sure that the role or key is yours and may write to the target.",
    example: "`target.cloudLogs.auth.role.roleArn` changes",
    find: (subject) => {
      const found = changes(subject);
      const isSame = targetOf(subject.before) === targetOf(subject.after);
      if (!found || !isSame) return [];
      const paths = found.all.filter((each) => isAccess(each.path)).map(({ path }) => path);
      return paths.map((path) => hit(found.own, path, "events are delivered with another role or access key"));
    },
  },
];
