import { isObject, UNKNOWN, type Values } from "../../core/schema/values";
import { type Block, membersAt, textAt } from "../ingress/blocks";
import { type Change, changesIn } from "./changes";
import type { Drawn, Fate, Mark } from "./drawn";

/** An object of the account that no request passes, with what is known of it in words. */
export interface MapObject {
  readonly kind: "agent ingress" | "event destination" | "SSH certificate authority";
  readonly name: string;
  readonly fate: Fate;
  readonly changes: readonly Change[];
  readonly facts: readonly string[];
  readonly marks: readonly Mark[];
}

type FactsOf = (own: Block, outputs: Values) => string[];

const kinds: Readonly<Record<string, { readonly kind: MapObject["kind"]; readonly facts: FactsOf }>> = {
  agentIngress: {
    kind: "agent ingress",
    facts: (own, outputs) => [
      ...regionsOf(textsOf(outputs.regionDomains), textAt(own, "domain")),
      certificateOf(membersAt(own, "certificateManagementPolicy").length > 0, outputs),
    ],
  },
  eventDestination: {
    kind: "event destination",
    facts: (own) => membersAt(own, "target").map((target) => `to ${target}`),
  },
  sshCertificateAuthority: {
    kind: "SSH certificate authority",
    facts: (own) => {
      const type = textAt(own, "privateKeyType");
      return type === undefined ? [] : [`${type} key`];
    },
  },
};

/** All in one text, by what their domains begin with. */
function regionsOf(domains: readonly string[], domain: string | undefined): string[] {
  const names = domains.map((each) =>
    domain !== undefined && each.endsWith(`.${domain}`) ? each.slice(0, -domain.length - 1) : each,
  );
  return names.length === 0 ? [] : [`regions ${names.join(", ")}`];
}

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

/** What is drawn of an object of the account; nothing of routes and edges. */
export function mapObject({ object, change, fate, marks }: Drawn): MapObject[] {
  const { kind, own, outputs } = object;
  const known = kinds[kind];
  if (!known || !own) return [];
  const domain = kind === "agentIngress" ? textAt(own, "domain") : undefined;
  const facts = [...(domain === undefined ? [] : [domain]), ...known.facts(own, outputs)];
  return [{ kind: known.kind, name: own.source.name, fate, changes: changesIn(change), facts, marks }];
}
