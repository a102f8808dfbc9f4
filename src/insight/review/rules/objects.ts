import { isObject } from "../../../core/schema/values";
import { textAt, valueAt } from "../../ingress/blocks";
import type { Configuration } from "../../ingress/ingress";
import type { ObjectChange } from "../changes";
import { differences } from "../differences";
import { declare, example, of } from "./example";
import { type Match, match, type Rule } from "./rule";

/** What becomes of the objects of the account. */

/** A match at an object of a kind that is deleted, or replaced by another one. */
const findGone = (
  { kind, action, isReplaced, before, after }: ObjectChange,
  of: ObjectChange["kind"],
  what: "deleted" | "replaced",
  path = "",
): Match[] => {
  const own = after.own ?? before.own;
  const isGone = what === "deleted" ? action === "deleted" : isReplaced;
  const domain = (before.own && textAt(before.own, "domain")) ?? "its domain";
  return kind === of && own && isGone ? [match(own, path, what, { domain })] : [];
};

/** Matches at the arguments of an object that stays and is the same, worded by what of it changes. */
const findChanged = (
  { kind, action, isReplaced, before, after: { own } }: ObjectChange,
  of: ObjectChange["kind"],
  messageOf: (path: string) => string | undefined,
): Match[] =>
  kind !== of || action !== "kept" || isReplaced || !before.own || !own
    ? []
    : differences(before.own, own).flatMap(({ path, outcome }) => {
        const message = outcome === "changed" ? messageOf(path) : undefined;
        const to = textAt(own, path);
        return message === undefined ? [] : [match(own, path, message, { to: to === undefined ? "" : `: ${to}` })];
      });

/** The argument that makes another key necessary. */
const keyArgument = ({ before, after }: ObjectChange): string =>
  (before.own && after.own ? differences(before.own, after.own) : []).find(({ row }) => row.createOnly)?.path ?? "";

const POLICY = "certificateManagementPolicy";

const isManaged = ({ own }: Configuration): boolean => own !== undefined && valueAt(own, POLICY) !== undefined;

const targetOf = ({ own }: Configuration): string | undefined => {
  const target = own && valueAt(own, "target");
  return isObject(target) ? Object.keys(target).find((key) => target[key] !== undefined) : undefined;
};

/** The account of a monitoring service is that of its key. */
const isAddress = (path: string): boolean =>
  path === "target" || /^target\.[^.]+$/.test(path) || /^target\.(?!.*\.(auth\b|tags$|service$))/.test(path);

const isAccess = (path: string): boolean => /^target\.[^.]+\.auth\b(?!.*cloudSecretAccessKey$)/.test(path);

const EVENTS = "eventDestination";

function findRedirected(change: ObjectChange): Match[] {
  const { before, after, action, isReplaced } = change;
  const [was, now] = [targetOf(before), targetOf(after)];
  if (change.kind === EVENTS && action === "kept" && !isReplaced && after.own && was && now && was !== now) {
    return [match(after.own, `target.${now}`, "kind", { was, now })];
  }
  // A key is a secret, whose change says nothing of where events go.
  const own = findChanged(change, EVENTS, (path) =>
    path === "format" ? "format" : isAddress(path) ? "target" : undefined,
  );
  return [...own, ...findHiddenTarget(change)];
}

/** A secret of a target that says to whose account events go. */
const findHiddenTarget = ({ kind, action, isReplaced, before, after: { own } }: ObjectChange): Match[] =>
  kind !== EVENTS || action !== "kept" || isReplaced || !before.own || !own
    ? []
    : differences(before.own, own)
        .filter(({ path, outcome }) => outcome !== "changed" && isAddress(path))
        .map(({ path }) => match(own, path, "target", { to: "" }));

const agents = (args: object) => ({ domain: "connect.acme.com", ...args });
const logs = (logGroupArn: string, roleArn = "role") => ({
  format: "json",
  target: { cloudLogs: { logGroupArn, auth: { role: { roleArn } } } },
});

export const objectRules: readonly Rule[] = [
  {
    id: "ingress-replaced",
    severity: "high",
    title: "An agent ingress is replaced",
    why: "Agents connect to addresses below its domain. The addresses of the old object are deleted with it.",
    fix: "Set the NS records of the domain to the new `nsTargets`, and move the agents to the new addresses.",
    messages: {
      replaced:
        "is replaced ({domain} before): agents lose their addresses until the NS records of the domain are updated",
    },
    example: of("AgentIngress", agents({}), agents({ domain: "connect.acme.dev" })),
    find: (change) => findGone(change, "agentIngress", "replaced", "domain"),
  },
  {
    id: "ingress-deleted",
    severity: "high",
    title: "An agent ingress is deleted",
    why: "Agents that connect to it lose their addresses.",
    fix: "Move the agents to another ingress first.",
    messages: { deleted: "is deleted: agents lose their addresses" },
    example: example([declare("AgentIngress", agents({}))], []),
    find: (change) => findGone(change, "agentIngress", "deleted"),
  },
  {
    id: "certificates-unmanaged",
    severity: "high",
    title: "Certificates are no longer renewed",
    why: "Connections fail when the current certificate expires.",
    fix: "Keep `certificateManagementPolicy`, unless you provide your own certificates.",
    messages: { found: "its certificates are no longer renewed" },
    example: of("AgentIngress", agents({ [POLICY]: { authority: "letsencrypt" } }), agents({})),
    find: ({ kind, action, before, after }) =>
      kind === "agentIngress" && action === "kept" && after.own && isManaged(before) && !isManaged(after)
        ? [match(after.own, POLICY)]
        : [],
  },
  {
    id: "certificate-authority-changed",
    severity: "medium",
    title: "Certificates come from another authority",
    why: "The service supports one authority: with another name, certificates may not be renewed.",
    fix: "Check that the service supports the authority, and that no client pins the old authority.",
    messages: { found: "its certificates are requested from another authority" },
    example: of(
      "AgentIngress",
      agents({ [POLICY]: { authority: "letsencrypt" } }),
      agents({ [POLICY]: { authority: "other" } }),
    ),
    find: (change) =>
      findChanged(change, "agentIngress", (path) => (path === `${POLICY}.authority` ? "found" : undefined)),
  },
  {
    id: "authority-replaced",
    severity: "high",
    title: "An SSH certificate authority is replaced",
    why: "The new authority has a new key: hosts and clients that trust the old key reject what the new key signs.",
    fix: "Distribute the new `publicKey`, and sign the certificates in use again.",
    messages: { replaced: "is replaced: every host and client must trust its new key" },
    example: of(
      "SshCertificateAuthority",
      { privateKeyType: "rsa", keySize: 2048 },
      { privateKeyType: "rsa", keySize: 4096 },
    ),
    find: (change) => findGone(change, "sshCertificateAuthority", "replaced", keyArgument(change)),
  },
  {
    id: "authority-deleted",
    severity: "high",
    title: "An SSH certificate authority is deleted",
    why: "Nothing can be signed with its key again: only the service has the private key.",
    fix: "Make sure that no host or client trusts it.",
    messages: { deleted: "is deleted: nothing can be signed with its key again" },
    example: example([declare("SshCertificateAuthority", {})], []),
    find: (change) => findGone(change, "sshCertificateAuthority", "deleted"),
  },
  {
    id: "events-stopped",
    severity: "high",
    title: "An event destination is deleted or replaced",
    why: "Subscriptions refer to the destination by its id, and lose their events.",
    fix: "Point the subscriptions to another destination first. If you only rename the resource, add an alias.",
    messages: {
      deleted: "is deleted: its events are lost from then on",
      replaced: "is replaced: events are lost until subscriptions refer to the new destination",
    },
    example: example([declare("EventDestination", logs("logs"))], []),
    find: (change) => [...findGone(change, EVENTS, "deleted"), ...findGone(change, EVENTS, "replaced", "target")],
  },
  {
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
    example: of("EventDestination", logs("logs"), logs("other")),
    find: findRedirected,
  },
  {
    id: "events-access-changed",
    severity: "medium",
    title: "Events are delivered with other rights",
    why: "Another role or access key may belong to another account, or lack the right to deliver: events are lost then.",
    fix: "Make sure that the role or key is yours and may write to the target.",
    messages: { found: "events are delivered with another role or access key" },
    example: of("EventDestination", logs("logs"), logs("logs", "other")),
    find: (change) =>
      targetOf(change.before) === targetOf(change.after)
        ? findChanged(change, EVENTS, (path) => (isAccess(path) ? "found" : undefined))
        : [],
  },
];
