import { type AccountObject, displayName } from "../../account/account";
import { isObject, UNKNOWN, type Values } from "../../core/schema/values";
import { type Block, membersAt, textAt } from "../ingress/blocks";
import { type Ingress, type IngressObject, ingressOf } from "../ingress/ingress";
import { unmanagedResource } from "../stack/resource";
import type { Changed } from "./changes";

/** Objects of an account. */

/** The ingress of an account, which has a name in place of a project. */
export const accountIngress = (objects: readonly AccountObject[]): Ingress =>
  ingressOf(
    { project: "the account", stack: "" },
    objects.map((object) => unmanagedResource(object.definition.type, displayName(object), object.id, object.outputs)),
  );

/** An object of the account that no request passes, with what is known of it in words. */
export type MapObject = ReturnType<typeof mapObject>[number];

type Described = readonly [kind: string, factsOf: (own: Block, outputs: Values) => readonly string[]];

const kinds: Readonly<Record<string, Described>> = {
  agentIngress: ["agent ingress", agentFacts],
  eventDestination: ["event destination", (own) => membersAt(own, "target").map((target) => `to ${target}`)],
  sshCertificateAuthority: [
    "SSH certificate authority",
    (own) => [textAt(own, "privateKeyType")].flatMap((type) => (type === undefined ? [] : [`${type} key`])),
  ],
};

/** The regions are in one text, by what their domains begin with. */
function agentFacts(own: Block, { regionDomains, certificateManagementStatus }: Values): string[] {
  const domain = textAt(own, "domain");
  const all: readonly unknown[] = Array.isArray(regionDomains) ? regionDomains : [];
  const regions = all
    .filter((each) => typeof each === "string")
    .filter((each) => each !== UNKNOWN)
    .map((each) => (domain !== undefined && each.endsWith(`.${domain}`) ? each.slice(0, -domain.length - 1) : each));
  const isManaged = membersAt(own, "certificateManagementPolicy").length > 0;
  return [
    ...(domain === undefined ? [] : [domain]),
    ...(regions.length === 0 ? [] : [`regions ${regions.join(", ")}`]),
    isManaged ? certificateFact(certificateManagementStatus) : "certificates are not managed",
  ];
}

function certificateFact(status: unknown): string {
  const { provisioningJob: job, renewsAt = UNKNOWN } = isObject(status) ? status : {};
  if (isObject(job) && typeof job.errorCode === "string") return `certificate provisioning fails: ${job.errorCode}`;
  if (isObject(job)) return "a certificate is being provisioned";
  const isKnown = typeof renewsAt === "string" && renewsAt !== UNKNOWN;
  return `certificates are managed${isKnown ? `, the next renewal is at ${renewsAt}` : ""}`;
}

/** What is drawn of an object of the account; nothing of routes and edges. */
export function mapObject({ kind, own, outputs }: IngressObject, { fate, changes, marks }: Changed) {
  const [title, factsOf] = kinds[kind] ?? [];
  if (!title || !factsOf || !own) return [];
  return [{ kind: title, name: own.source.name, fate, changes, facts: factsOf(own, outputs), marks }];
}
