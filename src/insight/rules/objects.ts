import { membersAt, textAt, valueAt } from "../ingress/arguments";
import type { ObjectKind } from "../ingress/kinds";
import { type Find, inOwn, match, matchText, rule } from "./rule";

/** What becomes of the objects of the account. */

/** Finds objects that are deleted, or replaced because of an argument. Default: the first changed one that is `createOnly`. */
const gone =
  (kind: ObjectKind, argument?: string): Find =>
  (change) => {
    const { action, isReplaced, before, after } = change;
    const was = before.args;
    const now = after.args;
    if (change.kind !== kind || !was) return false;
    if (action === "deleted") return match(was, "", "deleted");
    if (!isReplaced || !now) return false;
    const path = argument ?? change.args.differences.find(({ row }) => row.createOnly)?.path ?? "";
    return match(now, path, "replaced", { domain: textAt(was, "domain") ?? "its domain" });
  };

const POLICY = "certificateManagementPolicy";

/** Finds what changes of where, how and with which rights events are delivered. */
const otherDelivery = inOwn("eventDestination", (before, after, { isReplaced, args }) => {
  if (isReplaced) return false;
  const [was, now] = [before, after].map((args) => membersAt(args, "target")[0]);
  if (was && now && was !== now) return match(after, `target.${now}`, "kind", { was, now });
  return args.differences.map(({ path, outcome }) => {
    const isChanged = outcome === "changed";
    const text = isChanged ? textAt(after, path) : undefined;
    const to = text ? `: ${text}` : "";
    // A new key of the same site is most likely the same account's: the rule on secrets reports it.
    if (/^target(?!.*\.(auth\b|tags$|service$|apiKey$))/.test(path)) return match(after, path, "target", { to });
    if (path === "format") return isChanged && match(after, path, "format", { to });
    // A key is a secret, whose change says nothing of where events go.
    return isChanged && /\.auth\b(?!.*cloudSecretAccessKey$)/.test(path) && match(after, path, "access");
  });
});

export const objectRules = [
  rule("ingress-replaced", "high", {
    title: "An agent ingress is replaced",
    why: "Agents connect to addresses below its domain. The addresses of the old object are deleted with it.",
    fix: "Set the NS records of the domain to the new `nsTargets`, and move the agents to the new addresses.",
    messages: {
      replaced:
        "is replaced ({domain} before): agents lose their addresses until the NS records of the domain are updated",
    },
    find: gone("agentIngress", "domain"),
  }),
  rule("ingress-deleted", "high", {
    title: "An agent ingress is deleted",
    why: "Agents that connect to it lose their addresses.",
    fix: "Move the agents to another ingress first.",
    messages: { deleted: "is deleted: agents lose their addresses" },
    find: gone("agentIngress"),
  }),
  rule("certificates-unmanaged", "high", {
    title: "Certificates are no longer renewed",
    why: "Connections fail when the current certificate expires.",
    fix: "Keep `certificateManagementPolicy`, unless you provide your own certificates.",
    messages: { found: "its certificates are no longer renewed" },
    find: inOwn("agentIngress", (was, now) => {
      return valueAt(was, POLICY) !== undefined && valueAt(now, POLICY) === undefined && match(now, POLICY);
    }),
  }),
  rule("certificate-authority-changed", "medium", {
    title: "Certificates come from another authority",
    why: "The service supports one authority: with another name, certificates may not be renewed.",
    fix: "Check that the service supports the authority, and that no client pins the old authority.",
    messages: { found: "its certificates are requested from another authority" },
    find: inOwn("agentIngress", (was, now, change) => !change.isReplaced && matchText(was, now, `${POLICY}.authority`)),
  }),
  rule("authority-replaced", "high", {
    title: "An SSH certificate authority is replaced",
    why: "The new authority has a new key: hosts and clients that trust the old key reject what the new key signs.",
    fix: "Distribute the new `publicKey`, and sign the certificates in use again.",
    messages: { replaced: "is replaced: every host and client must trust its new key" },
    find: gone("sshCertificateAuthority"),
  }),
  rule("authority-deleted", "high", {
    title: "An SSH certificate authority is deleted",
    why: "Nothing can be signed with its key again: only the service has the private key.",
    fix: "Make sure that no host or client trusts it.",
    messages: { deleted: "is deleted: nothing can be signed with its key again" },
    find: gone("sshCertificateAuthority"),
  }),
  rule("events-stopped", "high", {
    title: "An event destination is deleted or replaced",
    why: "Subscriptions refer to the destination by its id, and lose their events.",
    fix: "Point the subscriptions to another destination first. If you only rename the resource, add an alias.",
    messages: {
      deleted: "is deleted: its events are lost from then on",
      replaced: "is replaced: events are lost until subscriptions refer to the new destination",
    },
    find: gone("eventDestination", "target"),
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
    find: otherDelivery,
  }),
  rule("events-access-changed", "medium", {
    title: "Events are delivered with other rights",
    why: "Another role or access key may belong to another account, or lack the right to deliver: events are lost then.",
    fix: "Make sure that the role or key is yours and may write to the target.",
    messages: { access: "events are delivered with another role or access key" },
    find: otherDelivery,
  }),
];
