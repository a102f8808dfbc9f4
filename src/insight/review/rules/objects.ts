import { type Block, membersAt, textAt, valueAt } from "../../ingress/blocks";
import type { ObjectKind } from "../../ingress/kinds";
import type { ObjectChange } from "../changes";
import { type Difference, differences } from "../differences";
import { type Find, inOwn, match, rule } from "./rule";

/** What becomes of the objects of the account. */

/** Finds objects that are deleted, or replaced by another one because of an argument. */
const gone =
  (kind: ObjectKind, what: "deleted" | "replaced", argumentOf: (change: ObjectChange) => string = () => ""): Find =>
  (change) => {
    const { action, isReplaced, before, after } = change;
    const own = after.own ?? before.own;
    const isGone = change.kind === kind && (what === "deleted" ? action === "deleted" : isReplaced);
    const domain = (before.own && textAt(before.own, "domain")) ?? "its domain";
    return isGone && own && match(own, argumentOf(change), what, { domain });
  };

/** Finds what changes of objects that stay and are the same, worded by what of them changes. */
const changed = (
  kind: ObjectKind,
  messageOf: (difference: Difference, was: Block, now: Block) => string | false,
): Find =>
  inOwn(kind, (was, now, { isReplaced }) =>
    (isReplaced ? [] : differences(was, now)).map((each) => {
      const message = messageOf(each, was, now);
      const to = each.outcome === "changed" && textAt(now, each.path);
      return message && match(now, each.path, message, { to: to ? `: ${to}` : "" });
    }),
  );

/** The argument that makes another key necessary. */
const keyArgument = ({ before: { own: was }, after: { own: now } }: ObjectChange): string =>
  (was && now ? differences(was, now) : []).find(({ row }) => row.createOnly)?.path ?? "";

const POLICY = "certificateManagementPolicy";

const EVENTS = "eventDestination";

/** The kind of the target of events. */
const targetOf = (own: Block): string | undefined => membersAt(own, "target")[0];

const otherTarget = inOwn(EVENTS, (own, after, { isReplaced }) => {
  const [was, now] = [targetOf(own), targetOf(after)];
  return !isReplaced && was && now && was !== now && match(after, `target.${now}`, "kind", { was, now });
});

/** The account of a monitoring service is that of its key. */
const isAddress = (path: string): boolean =>
  path === "target" || /^target\.[^.]+$/.test(path) || /^target\.(?!.*\.(auth\b|tags$|service$))/.test(path);

/** A key is a secret, whose change says nothing of where events go. */
const isAccess = (path: string): boolean => /^target\.[^.]+\.auth\b(?!.*cloudSecretAccessKey$)/.test(path);

export const objectRules = [
  rule("ingress-replaced", "high", {
    title: "An agent ingress is replaced",
    why: "Agents connect to addresses below its domain. The addresses of the old object are deleted with it.",
    fix: "Set the NS records of the domain to the new `nsTargets`, and move the agents to the new addresses.",
    messages: {
      replaced:
        "is replaced ({domain} before): agents lose their addresses until the NS records of the domain are updated",
    },
    find: gone("agentIngress", "replaced", () => "domain"),
  }),
  rule("ingress-deleted", "high", {
    title: "An agent ingress is deleted",
    why: "Agents that connect to it lose their addresses.",
    fix: "Move the agents to another ingress first.",
    messages: { deleted: "is deleted: agents lose their addresses" },
    find: gone("agentIngress", "deleted"),
  }),
  rule("certificates-unmanaged", "high", {
    title: "Certificates are no longer renewed",
    why: "Connections fail when the current certificate expires.",
    fix: "Keep `certificateManagementPolicy`, unless you provide your own certificates.",
    messages: { found: "its certificates are no longer renewed" },
    find: inOwn(
      "agentIngress",
      (was, now) => valueAt(was, POLICY) !== undefined && valueAt(now, POLICY) === undefined && match(now, POLICY),
    ),
  }),
  rule("certificate-authority-changed", "medium", {
    title: "Certificates come from another authority",
    why: "The service supports one authority: with another name, certificates may not be renewed.",
    fix: "Check that the service supports the authority, and that no client pins the old authority.",
    messages: { found: "its certificates are requested from another authority" },
    find: changed(
      "agentIngress",
      ({ path, outcome }) => outcome === "changed" && path === `${POLICY}.authority` && "found",
    ),
  }),
  rule("authority-replaced", "high", {
    title: "An SSH certificate authority is replaced",
    why: "The new authority has a new key: hosts and clients that trust the old key reject what the new key signs.",
    fix: "Distribute the new `publicKey`, and sign the certificates in use again.",
    messages: { replaced: "is replaced: every host and client must trust its new key" },
    find: gone("sshCertificateAuthority", "replaced", keyArgument),
  }),
  rule("authority-deleted", "high", {
    title: "An SSH certificate authority is deleted",
    why: "Nothing can be signed with its key again: only the service has the private key.",
    fix: "Make sure that no host or client trusts it.",
    messages: { deleted: "is deleted: nothing can be signed with its key again" },
    find: gone("sshCertificateAuthority", "deleted"),
  }),
  rule("events-stopped", "high", {
    title: "An event destination is deleted or replaced",
    why: "Subscriptions refer to the destination by its id, and lose their events.",
    fix: "Point the subscriptions to another destination first. If you only rename the resource, add an alias.",
    messages: {
      deleted: "is deleted: its events are lost from then on",
      replaced: "is replaced: events are lost until subscriptions refer to the new destination",
    },
    find: [gone(EVENTS, "deleted"), gone(EVENTS, "replaced", () => "target")],
  }),
  rule("events-redirected", "medium", {
    title: "Events go to another target, or in another format",
    why: "Readers of the old target no longer receive them.",
    fix: "Make sure that the new target has a reader, and is allowed to hold the events.",
    messages: {
      kind: "events go to {now}, no longer to {was}",
      format: "events have another format{to}",
      target: "events go to another target{to}",
    },
    find: [
      otherTarget,
      changed(EVENTS, ({ path, outcome }, was, now) => {
        if (targetOf(was) && targetOf(now) && targetOf(was) !== targetOf(now)) return false;
        return path === "format" ? outcome === "changed" && "format" : isAddress(path) && "target";
      }),
    ],
  }),
  rule("events-access-changed", "medium", {
    title: "Events are delivered with other rights",
    why: "Another role or access key may belong to another account, or lack the right to deliver: events are lost then.",
    fix: "Make sure that the role or key is yours and may write to the target.",
    messages: { found: "events are delivered with another role or access key" },
    find: changed(EVENTS, ({ path, outcome }, was, now) => {
      const isSameTarget = targetOf(was) === targetOf(now);
      return outcome === "changed" && isAccess(path) && isSameTarget && "found";
    }),
  }),
];
