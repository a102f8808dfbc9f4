import { isObject, UNKNOWN, type Values } from "../../core/schema/values";
import { membersAt, textAt } from "../ingress/parts";
import type { Subject } from "../ingress/subjects";
import type { Preview } from "../stack/preview";
import { type Change, changesOf } from "./changes";
import type { Fate, Mark } from "./model";

/** An object of the account that no request passes, with what is known of it in words. */
export interface MapObject {
  readonly kind: "agent ingress" | "event destination" | "SSH certificate authority";
  readonly name: string;
  readonly fate: Fate;
  readonly changes: readonly Change[];
  readonly facts: readonly string[];
  readonly marks: readonly Mark[];
}

type FactsOf = (subject: Subject, outputs: Values) => string[];

const kinds: Readonly<Record<string, { readonly kind: MapObject["kind"]; readonly facts: FactsOf }>> = {
  agentIngress: {
    kind: "agent ingress",
    facts: ({ before, after: { own = before.own } }, outputs) => [
      ...textsOf(outputs.regionDomains).map((domain) => `region ${domain}`),
      certificateOf(own ? membersAt(own, "certificateManagementPolicy").length > 0 : false, outputs),
    ],
  },
  eventDestination: {
    kind: "event destination",
    facts: ({ before, after: { own = before.own } }) =>
      own ? membersAt(own, "target").map((target) => `to ${target}`) : [],
  },
  sshCertificateAuthority: {
    kind: "SSH certificate authority",
    facts: ({ before, after: { own = before.own } }) => {
      const type = own && textAt(own, "privateKeyType");
      return type === undefined ? [] : [`${type} key`];
    },
  },
};

function certificateOf(isManaged: boolean, { certificateManagementStatus: status }: Values): string {
  if (!isManaged) return "certificates are not managed";
  const job = isObject(status) ? status.provisioningJob : undefined;
  if (isObject(job) && typeof job.errorCode === "string") return `certificate provisioning fails: ${job.errorCode}`;
  if (isObject(job)) return "a certificate is being provisioned";
  const renewsAt = isObject(status) && typeof status.renewsAt === "string" ? status.renewsAt : UNKNOWN;
  return renewsAt === UNKNOWN
    ? "certificates are managed"
    : `certificates are managed, the next renewal is at ${renewsAt}`;
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string" && each !== UNKNOWN) : [];

/** The objects of a stack, with the outputs that the state has. */
export function objectsIn(
  { steps }: Preview,
  subjects: readonly Subject[],
  fateOf: (subject: Subject) => Fate,
  marksOf: (subject: Subject) => Mark[],
): MapObject[] {
  const outputs = new Map(steps.map(({ urn, before, after }) => [urn, { ...before?.outputs, ...after?.outputs }]));
  return subjects.flatMap((subject) => {
    const known = kinds[subject.kind];
    const own = subject.after.own ?? subject.before.own;
    if (!known || !own) return [];
    const facts = known.facts(subject, outputs.get(own.source.urn) ?? {});
    return [
      {
        ...{ kind: known.kind, name: own.source.name, fate: fateOf(subject), changes: changesOf(subject) },
        facts: [...titleFacts(subject), ...facts],
        marks: marksOf(subject),
      },
    ];
  });
}

const titleFacts = ({ kind, after, before }: Subject): string[] => {
  const own = after.own ?? before.own;
  const domain = kind === "agentIngress" && own ? textAt(own, "domain") : undefined;
  return domain === undefined ? [] : [domain];
};
