import { type AccountObject, displayName } from "../../account/account";
import { UNKNOWN } from "../../core/pulumi/engine-values";
import { isObject, type Values } from "../../core/schema/values";
import { unmanagedResource } from "../engine/resource";
import { type Arguments, membersAt, textAt } from "../ingress/arguments";
import type { ObjectKind } from "../ingress/declared-object";
import { type Ingress, type IngressObject, ingressOfResources } from "../ingress/ingress";
import { type Annotations, UNCHANGED } from "./changes";

/** The ingress of an account, which has a name in place of a project. */
export const accountIngress = (objects: readonly AccountObject[]): Ingress =>
  ingressOfResources(
    { project: "the account", stack: "" },
    objects.map((object) =>
      unmanagedResource(object.definition.type, displayName(object), object.id, object.outputs),
    ),
  );

/** An object beside the edges and routes, such as an agent ingress, with what is known of it in words. */
export interface MapObject extends Annotations {
  readonly kind: string;
  readonly name: string;
  readonly facts: readonly string[];
}

/** The facts on an object of each kind, in words. */
const facts: Partial<
  Record<ObjectKind, readonly [title: string, of: (own: Arguments, outputs: Values) => string[]]>
> = {
  agentIngress: ["agent ingress", agentFacts],
  eventDestination: [
    "event destination",
    (own) => membersAt(own, "target").map((target) => `to ${target}`),
  ],
  sshCertificateAuthority: ["SSH certificate authority", keyFacts],
};

function keyFacts(own: Arguments): string[] {
  const type = textAt(own, "privateKeyType");
  return type === undefined ? [] : [`${type} key`];
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== UNKNOWN;

/** The regions are named in one line, by their domains without that of the agent ingress. */
function agentFacts(
  own: Arguments,
  { regionDomains, certificateManagementStatus }: Values,
): string[] {
  const domain = textAt(own, "domain");
  const known = Array.isArray(regionDomains) ? regionDomains.filter(isText) : [];
  const suffix = domain === undefined ? undefined : `.${domain}`;
  const regions = known.map((each) =>
    suffix !== undefined && each.endsWith(suffix) ? each.slice(0, -suffix.length) : each,
  );
  const isManaged = membersAt(own, "certificateManagementPolicy").length > 0;
  return [
    ...(domain === undefined ? [] : [domain]),
    ...(regions.length === 0 ? [] : [`regions ${regions.join(", ")}`]),
    isManaged ? certificateFact(certificateManagementStatus) : "certificates are not managed",
  ];
}

function certificateFact(status: unknown): string {
  const { provisioningJob: job, renewsAt } = isObject(status) ? status : {};
  if (isObject(job) && typeof job.errorCode === "string")
    return `certificate provisioning fails: ${job.errorCode}`;
  if (isObject(job)) return "a certificate is being provisioned";
  return `certificates are managed${isText(renewsAt) ? `, the next renewal is at ${renewsAt}` : ""}`;
}

/** A part of a stack that this release cannot read, which may be anything. */
export const unreadObject = (what: string): MapObject => ({
  kind: "not read",
  name: what,
  ...UNCHANGED,
  facts: ["this release does not know it"],
});

/** An object on the map, beside the edges and routes; none for an edge or a route. */
export function mapObject(
  { kind, args, outputs }: IngressObject,
  annotations: Annotations,
): MapObject[] {
  const [title, factsOf] = facts[kind] ?? [];
  if (!title || !factsOf || !args) return [];
  return [
    { kind: title, name: args.declaration.name, ...annotations, facts: factsOf(args, outputs) },
  ];
}
