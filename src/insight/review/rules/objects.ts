import { type Block, textAt, valueAt } from "../../ingress/blocks";
import type { Configuration } from "../../ingress/ingress";
import type { ObjectChange } from "../changes";
import { type Difference, differences } from "../differences";
import { type Hit, hit, type Rule } from "./rule";

type Text = string | ((subject: ObjectChange) => string);

const resolved = (text: Text, subject: ObjectChange): string => (typeof text === "string" ? text : text(subject));

/** Finds what becomes of an object of a kind as a whole. */
export const when =
  (kind: ObjectChange["kind"], isHit: (subject: ObjectChange) => boolean, says: Text, path: Text = "") =>
  (subject: ObjectChange): Hit[] => {
    const own = subject.after.own ?? subject.before.own;
    return subject.kind === kind && own && isHit(subject)
      ? [hit(own, resolved(path, subject), resolved(says, subject))]
      : [];
  };

export const isDeleted = ({ action }: ObjectChange): boolean => action === "deleted";
export const isReplaced = ({ isReplaced }: ObjectChange): boolean => isReplaced;

const domainOf = ({ before }: ObjectChange): string => (before.own && textAt(before.own, "domain")) ?? "its domain";

/** Hits at the changed arguments of an object that stays. */
const whenChanged = (
  { kind, action, isReplaced, before, after: { own } }: ObjectChange,
  of: ObjectChange["kind"],
  says: (difference: Difference, own: Block) => string | undefined,
): Hit[] =>
  kind !== of || action !== "kept" || isReplaced || !before.own || !own
    ? []
    : differences(before.own, own).flatMap((difference) => {
        const text = difference.outcome === "changed" ? says(difference, own) : undefined;
        return text === undefined ? [] : [hit(own, difference.path, text)];
      });

/** The argument that makes another key necessary. */
const keyArgument = ({ before, after }: ObjectChange): string =>
  (before.own && after.own ? differences(before.own, after.own) : []).find(({ row }) => row.createOnly)?.path ?? "";

const POLICY = "certificateManagementPolicy";

const isManaged = ({ own }: Configuration): boolean => own !== undefined && valueAt(own, POLICY) !== undefined;

export const objectRules: readonly Rule[] = [
  {
    id: "ingress-replaced",
    severity: "high",
    title: "An agent ingress is replaced",
    why: "Agents connect to addresses below its domain. The addresses of the old object are deleted with it.",
    todo: "Set the NS records of the domain to the new `nsTargets`, and move the agents to the new addresses.",
    example: "`domain` of an `AgentIngress` changes",
    find: when(
      "agentIngress",
      isReplaced,
      (subject) =>
        `is replaced (${domainOf(subject)} before): agents lose their addresses until the NS records of the domain are updated`,
      "domain",
    ),
  },
  {
    id: "ingress-deleted",
    severity: "high",
    title: "An agent ingress is deleted",
    why: "Agents that connect to it lose their addresses.",
    todo: "Move the agents to another ingress first.",
    example: "an `AgentIngress` is removed from the program",
    find: when("agentIngress", isDeleted, "is deleted: agents lose their addresses"),
  },
  {
    id: "certificates-unmanaged",
    severity: "high",
    title: "Certificates are no longer renewed",
    why: "Connections fail when the current certificate expires, weeks after the change.",
    todo: "Keep `certificateManagementPolicy`, unless you provide your own certificates.",
    example: "`certificateManagementPolicy` is removed from an `AgentIngress`",
    find: when(
      "agentIngress",
      ({ action, before, after }) => action === "kept" && isManaged(before) && !isManaged(after),
      "its certificates are no longer renewed",
      POLICY,
    ),
  },
  {
    id: "certificate-authority-changed",
    severity: "medium",
    title: "Certificates come from another authority",
    why: "The service supports one authority: with another name, certificates may not be renewed.",
    todo: "Check that the service supports the authority, and that no client pins the old one.",
    example: "`certificateManagementPolicy.authority` changes",
    find: (subject) =>
      whenChanged(subject, "agentIngress", ({ path }) =>
        path === `${POLICY}.authority` ? "its certificates are requested from another authority" : undefined,
      ),
  },
  {
    id: "certificate-changed",
    severity: "low",
    title: "Certificates are requested with other settings",
    why: "A new certificate has another key type. Clients that pin the old one reject it.",
    todo: "Check that no client pins the old key type.",
    example: "`privateKeyType` goes from rsa to ecdsa",
    find: (subject) =>
      whenChanged(subject, "agentIngress", ({ path }) =>
        path === `${POLICY}.privateKeyType` ? "its certificates are requested with other settings" : undefined,
      ),
  },
  {
    id: "authority-replaced",
    severity: "high",
    title: "An SSH certificate authority is replaced",
    why: "The new authority has a new key: hosts and clients that trust the old key reject what the new key signs.",
    todo: "Distribute the new `publicKey`, and sign the certificates in use again.",
    example: "`keySize` of an `SshCertificateAuthority` changes",
    find: when(
      "sshCertificateAuthority",
      isReplaced,
      "is replaced: every host and client must trust its new key",
      keyArgument,
    ),
  },
  {
    id: "authority-deleted",
    severity: "high",
    title: "An SSH certificate authority is deleted",
    why: "Nothing can be signed with its key again: only the service has the private key.",
    todo: "Make sure that no host or client trusts it.",
    example: "an `SshCertificateAuthority` is removed from the program",
    find: when("sshCertificateAuthority", isDeleted, "is deleted: nothing can be signed with its key again"),
  },
];
