import type { Difference } from "../change/differences";
import type { ObjectChange } from "../change/objects";
import { deletedArguments, replacedArguments, stayingArguments } from "../change/select";
import { type Arguments, membersAt, textAt } from "../ingress/arguments";
import { eventDestination } from "./example-programs";
import { at, rule } from "./rule";

/** The rules of the targets to which events are delivered, and of the rights with which the service delivers them. */

export const eventRules = [
  rule({
    id: "events-stopped",
    severity: "high",
    title: "An event destination is deleted or replaced",
    why: "Subscriptions refer to the destination by its id, and lose their events.",
    fix: "Point the subscriptions to another destination first. If you only rename the resource, add an alias.",
    messages: {
      deleted: "is deleted: its events are lost from then on",
      replaced: "is replaced: events are lost until subscriptions refer to the new destination",
    },
    example: {
      before: eventDestination({ logGroup: "logs", role: "role" }),
    },
    *find(change) {
      const deleted = deletedArguments(change, "eventDestination");
      if (deleted) yield at(deleted, "", "deleted");
      const replaced = replacedArguments(change, "eventDestination");
      if (replaced) yield at(replaced.after, "target", "replaced");
    },
  }),
  rule({
    id: "events-redirected",
    severity: "medium",
    title: "Events go to another target, or in another format",
    why: "Readers of the old target no longer receive them.",
    fix: "Make sure that the new target has a reader, and is allowed to hold the events.",
    messages: {
      kind: "events go to {now}, no longer to {was}",
      format: "events have another format{to}",
      target: "events go to another target{to}",
      hiddenTarget: "events may go to another target: the preview does not show the new target",
    },
    example: {
      before: eventDestination({ logGroup: "logs", role: "role" }),
      after: eventDestination({ logGroup: "other", role: "role" }),
    },
    *find(change) {
      const delivery = deliveryChange(change);
      if (!delivery) return;
      const { args, kinds, differences } = delivery;
      if (kinds) {
        // The arguments of a target of another kind have other names, so that their differences show nothing more.
        yield at(args, `target.${kinds.now}`, "kind", kinds);
        return;
      }
      for (const { path, outcome } of differences) {
        const isShown = outcome === "changed";
        const to = isShown ? newText(args, path) : "";
        if (decidesTarget(path)) yield at(args, path, targetMessages[outcome], { to });
        // `not-known` finds a format that the preview does not show.
        if (path === "format" && isShown) yield at(args, path, "format", { to });
      }
    },
  }),
  rule({
    id: "events-access-changed",
    severity: "medium",
    title: "Events are delivered with other rights",
    why: "Another role or access key may belong to another account, or lack the right to deliver: events are lost then.",
    fix: "Make sure that the role or key is yours and may write to the target.",
    messages: { found: "events are delivered with another role or access key" },
    example: {
      before: eventDestination({ logGroup: "logs", role: "role" }),
      after: eventDestination({ logGroup: "logs", role: "other" }),
    },
    *find(change) {
      const delivery = deliveryChange(change);
      if (!delivery || delivery.kinds) return;
      for (const { path, outcome } of delivery.differences) {
        if (outcome === "changed" && decidesRights(path)) yield at(delivery.args, path, "found");
      }
    },
  }),
];

/** The message on a difference of a target, by what the preview shows of it. A secret that changes is another target. */
const targetMessages = {
  changed: "target",
  secret: "target",
  unknown: "hiddenTarget",
  uncertain: "hiddenTarget",
} as const satisfies Record<Difference["outcome"], string>;

/** The new value of an argument in a message, such as `: logs`; empty for a value that is not a text. */
function newText(args: Arguments, path: string): string {
  const text = textAt(args, path);
  return text === undefined ? "" : `: ${text}`;
}

/** The change of an event destination that stays the same object. `events-stopped` finds a destination that is replaced. */
interface DeliveryChange {
  /** The arguments after the change. */
  readonly args: Arguments;
  /** The kinds of the target, such as `cloudLogs`, if the destination gets a target of another kind. */
  readonly kinds: { readonly was: string; readonly now: string } | undefined;
  readonly differences: readonly Difference[];
}

function deliveryChange(change: ObjectChange): DeliveryChange | undefined {
  const args = stayingArguments(change, "eventDestination");
  if (!args || change.isReplaced) return undefined;
  const was = membersAt(args.before, "target")[0];
  const now = membersAt(args.after, "target")[0];
  const isOtherKind = was !== undefined && now !== undefined && was !== now;
  const kinds = isOtherKind ? { was, now } : undefined;
  return { args: args.after, kinds, differences: change.args.differences };
}

/**
 * True if an argument decides where events go. `tags` and `service` only label events, and a new API key of the same site most
 * likely belongs to the same account.
 */
const decidesTarget = (path: string): boolean =>
  path.startsWith("target") && !isAuthentication(path) && !/\.(tags|service|apiKey)$/.test(path);

/** True if an argument decides with which rights events are delivered. `secret-changed` reports another value of a secret key. */
const decidesRights = (path: string): boolean =>
  isAuthentication(path) && !path.endsWith(".cloudSecretAccessKey");

const isAuthentication = (path: string): boolean => path.split(".").includes("auth");
