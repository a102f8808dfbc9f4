import type { ObjectChange } from "../change/objects";
import { deletedArguments, replacedArguments, stayingArguments } from "../change/select";
import { membersAt, textAt } from "../ingress/arguments";
import { eventDestination } from "./example-programs";
import { at, rule } from "./rule";

/** The targets to which events are delivered, and the rights with which they are. */

/** The arguments of an event destination that stays, and the kind of its target on both sides. */
function deliveryOf(change: ObjectChange) {
  const args = stayingArguments(change, "eventDestination");
  if (!args || change.isReplaced) return undefined;
  const was = membersAt(args.before, "target")[0];
  const now = membersAt(args.after, "target")[0];
  const isOtherKind = was !== undefined && now !== undefined && was !== now;
  return {
    args: args.after,
    otherKind: isOtherKind ? { was, now } : undefined,
    differences: change.args.differences,
  };
}

/**
 * Whether an argument decides where events go. `tags` and `service` only label events, and a new API key of the same site most
 * likely belongs to the same account.
 */
const decidesTarget = (path: string): boolean =>
  /^target(?!.*\.(auth\b|tags$|service$|apiKey$))/.test(path);

/** Whether an argument decides with which rights events are delivered. A key is a secret: another rule reports its change. */
const decidesRights = (path: string): boolean => /\.auth\b(?!.*cloudSecretAccessKey$)/.test(path);

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
      before: eventDestination("logs", "role"),
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
    },
    example: {
      before: eventDestination("logs", "role"),
      after: eventDestination("other", "role"),
    },
    *find(change) {
      const delivery = deliveryOf(change);
      if (!delivery) return;
      const { args, otherKind, differences } = delivery;
      if (otherKind) {
        yield at(args, `target.${otherKind.now}`, "kind", otherKind);
        return;
      }
      for (const { path, outcome } of differences) {
        const text = outcome === "changed" ? textAt(args, path) : undefined;
        const to = text ? `: ${text}` : "";
        if (decidesTarget(path)) yield at(args, path, "target", { to });
        if (path === "format" && outcome === "changed") yield at(args, path, "format", { to });
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
      before: eventDestination("logs", "role"),
      after: eventDestination("logs", "other"),
    },
    *find(change) {
      const delivery = deliveryOf(change);
      if (!delivery || delivery.otherKind) return;
      for (const { path, outcome } of delivery.differences) {
        if (outcome === "changed" && decidesRights(path)) yield at(delivery.args, path, "found");
      }
    },
  }),
];
