import * as definitions from "../../core/definitions";
import { UNKNOWN } from "../../core/pulumi/engine-values";
import type { ListedDefinition } from "../../core/schema/definition";
import { isObject, type Values } from "../../core/schema/values";
import { type Arguments, membersAt, textAt } from "../ingress/arguments";
import type { ListedKind, ObjectKind } from "../ingress/declared-object";
import type { IngressObject } from "../ingress/ingress";
import { inSentence } from "../ingress/titles";
import { type Annotations, UNCHANGED } from "./changes";

/** An object beside the edges and routes, such as an agent ingress, with what is known of it in words. */
export interface MapObject extends Annotations {
  readonly kind: string;
  readonly name: string;
  readonly facts: readonly string[];
}

/** The part of the map that shows an object; none for an edge or a route, which have parts of their own. */
export function mapObject(
  { kind, args, outputs }: IngressObject,
  annotations: Annotations,
): MapObject[] {
  if (!isListedKind(kind) || !args) return [];
  const title = inSentence(listed[kind].title);
  const { name } = args.declaration;
  return [{ kind: title, name, ...annotations, facts: facts[kind](args, outputs) }];
}

/** A part of a stack that this release cannot read, which may be anything. */
export const unreadObject = (what: string): MapObject => ({
  kind: "not read",
  name: what,
  ...UNCHANGED,
  facts: ["this release does not know it"],
});

const listed: Readonly<Record<ListedKind, ListedDefinition>> = definitions;

/** The facts that the map shows of an object. */
type Facts = (args: Arguments, outputs: Values) => string[];

const facts: Readonly<Record<ListedKind, Facts>> = {
  agentIngress: agentFacts,
  eventDestination: targetFacts,
  sshCertificateAuthority: keyFacts,
};

const isListedKind = (kind: ObjectKind): kind is ListedKind => Object.hasOwn(facts, kind);

function targetFacts(args: Arguments): string[] {
  return membersAt(args, "target").map((target) => `to ${target}`);
}

function keyFacts(args: Arguments): string[] {
  const type = textAt(args, "privateKeyType");
  return type === undefined ? [] : [`${type} key`];
}

/** True for a known text. Outputs are as the engine writes them: there, a value that only an apply will know is a text, too. */
const isText = (value: unknown): value is string => typeof value === "string" && value !== UNKNOWN;

function agentFacts(args: Arguments, outputs: Values): string[] {
  const domain = textAt(args, "domain");
  const regions = regionsOf(outputs.regionDomains, domain);
  const isManaged = membersAt(args, "certificateManagementPolicy").length > 0;
  const facts: string[] = [];
  if (domain !== undefined) facts.push(domain);
  if (regions.length > 0) facts.push(`regions ${regions.join(", ")}`);
  facts.push(
    isManaged
      ? certificateFact(outputs.certificateManagementStatus)
      : "certificates are not managed",
  );
  return facts;
}

/** The names of regions: their domains, without the domain of the agent ingress at the end. */
function regionsOf(regionDomains: unknown, domain: string | undefined): string[] {
  const known = Array.isArray(regionDomains) ? regionDomains.filter(isText) : [];
  if (domain === undefined) return known;
  const suffix = `.${domain}`;
  return known.map((region) =>
    region.endsWith(suffix) ? region.slice(0, -suffix.length) : region,
  );
}

function certificateFact(status: unknown): string {
  const { provisioningJob: job, renewsAt } = isObject(status) ? status : {};
  if (isObject(job) && typeof job.errorCode === "string")
    return `certificate provisioning fails: ${job.errorCode}`;
  if (isObject(job)) return "a certificate is being provisioned";
  if (!isText(renewsAt)) return "certificates are managed";
  return `certificates are managed, the next renewal is at ${renewsAt}`;
}
