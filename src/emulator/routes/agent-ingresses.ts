import { ApiError, type Issue, invalid } from "../errors";
import { agentIngress, agentIngressCreate, agentIngressUpdate, type CertificatePolicy } from "../schemas/agent-ingress";
import type { Caller, EmulatorState } from "../state";
import { isWire, type Wire } from "../wire";
import type { Collection } from "./collection";

export const agentIngresses: Collection = {
  kind: "agent_ingress",
  noun: "an agent ingress",
  tag: "Agent ingresses",
  path: "/agent_ingresses",
  listMember: "ingresses",
  idPrefix: "agin",
  relativeUri: true,
  create: agentIngressCreate,
  update: agentIngressUpdate,
  read: agentIngress,
  build: ({ domain, certificate_management_policy: policy }, caller) => ({
    domain: newDomain(String(domain), caller),
    ...managed(policy, null, caller.state),
  }),
  change: ({ certificate_management_policy: policy }, stored, { state }) =>
    policy === undefined ? {} : managed(policy, stored.certificate_management_status, state),
  computed: ({ domain }, { state }) => {
    const base = String(domain).replace(/\.$/, "");
    return {
      ns_targets: [1, 2, 3, 4].map((number) => `ns${number}.ingress-dns.example.net`),
      region_domains: state.options.regions.map((region) => `${region}.${base}`),
    };
  },
};

/** RFC 3339 time at which a certificate issued now is renewed. */
export function renewalTime({ now, options }: EmulatorState): string {
  return new Date(now().getTime() + options.certificateDays * 86_400_000).toISOString();
}

function managed(policy: unknown, status: unknown, state: EmulatorState): Wire {
  if (!isWire(policy)) return { certificate_management_policy: null, certificate_management_status: null };
  const { authority, private_key_type: keyType } = policy as CertificatePolicy;
  const issues = authorityIssues(authority, state);
  if (issues.length > 0) throw invalid(issues);
  const filled = state.options.filledDefaults === "none" ? null : "rsa";
  return {
    certificate_management_policy: { authority, private_key_type: keyType ?? filled },
    certificate_management_status: status ?? { renews_at: renewalTime(state), provisioning_job: null },
  };
}

function authorityIssues(authority: string, { options }: EmulatorState): Issue[] {
  const allowed = options.certificateAuthorities;
  if (allowed.length === 0 || allowed.includes(authority)) return [];
  const member = "certificate_management_policy.authority";
  return [{ member, message: `must be ${allowed.join(" or ")}` }];
}

function newDomain(given: string, { state, account }: Caller): string {
  const lower = (name: string) => name.toLowerCase().replace(/\.$/, "");
  const taken = () =>
    state.store.all().some(({ kind, account: owner, body }) => {
      return kind === "agent_ingress" && owner === account && lower(String(body.domain)) === lower(given);
    });
  if (state.options.duplicateDomains === "reject" && taken()) {
    throw new ApiError(409, "DOMAIN_TAKEN", "an agent ingress with this domain exists", { domain: "is taken" });
  }
  return state.options.domainSpelling === "lower" ? lower(given) : given;
}
