import { z } from "@hono/zod-openapi";
import { ApiError } from "../http/errors";
import { identity, restricted, shownText, shownTexts, texts, timestamp } from "../shapes/members";
import type { Caller, EmulatorState } from "../state/state";
import { parsed } from "../validation/issues";
import { isWire, type Wire } from "../wire";
import { collection } from "./collection";

// Labels of letters, digits and inner hyphens, two or more of them; a trailing dot is the absolute spelling.
const domainName =
  /^(?=.{1,254}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.?$/;

const policy = z.strictObject({
  authority: restricted("authority"),
  private_key_type: z
    .enum(["rsa", "ecdsa"])
    .nullish()
    .openapi({ description: "rsa when omitted." }),
});

/** Why a certificate is not there yet. */
const certificateJob = z.strictObject({
  error_code: z.enum(["INTERNAL_ERROR", "DNS_ERROR"]).optional().openapi({
    description: "INTERNAL_ERROR is temporary, DNS_ERROR has to be corrected by the user.",
  }),
  msg: z.string(),
  started_at: timestamp,
  retries_at: timestamp,
});

const jobMessages = {
  none: "The certificate is being provisioned.",
  INTERNAL_ERROR: "The certificate could not be issued because of a temporary condition.",
  DNS_ERROR: "The domain is not delegated to the service.",
};

/** A provisioning job as a test writes it, with what it leaves out. @throws an Error that names each wrong member */
export function provisioningJob(input: unknown, now: Date): Wire | null {
  const job = parsed(certificateJob.partial().nullable(), input, "job");
  const defaults = {
    msg: jobMessages[job?.error_code ?? "none"],
    started_at: now.toISOString(),
    retries_at: new Date(now.getTime() + 60_000).toISOString(),
  };
  return job && { ...defaults, ...job };
}

const status = z.strictObject({
  renews_at: timestamp,
  provisioning_job: certificateJob.nullable(),
});

/** The agent ingresses of an account. */
export const agentIngresses = collection({
  kind: "agent_ingress",
  noun: "an agent ingress",
  tag: "Agent ingresses",
  path: "/agent_ingresses",
  listMember: "ingresses",
  idPrefix: "agin",
  relativeUri: true,
  shape: z
    .strictObject({
      ...identity,
      ...shownTexts,
      metadata: shownText(({ agentIngressMetadata }) => agentIngressMetadata),
      domain: z.string(),
      ns_targets: z.array(z.string()),
      region_domains: z.array(z.string()),
      certificate_management_policy: policy.nullable(),
      certificate_management_status: status.nullable(),
    })
    .openapi("AgentIngress"),
  computed: ({ domain }, { state }) => {
    const base = String(domain).replace(/\.$/, "");
    return {
      ns_targets: [1, 2, 3, 4].map((number) => `ns${number}.ingress-dns.example.net`),
      region_domains: state.options.regions.map((region) => `${region}.${base}`),
    };
  },
  creation: z
    .strictObject({
      ...texts,
      domain: z.string().regex(domainName, "is not a domain name"),
      certificate_management_policy: policy.nullish(),
    })
    .openapi("AgentIngressCreate"),
  update: z
    .strictObject({ ...texts, certificate_management_policy: policy.nullish() })
    .openapi("AgentIngressUpdate"),
  created: ({ domain, certificate_management_policy: written }, request) => {
    const { options } = request.state;
    if (options.duplicates === "reject") refuseTaken(domain, request);
    return {
      domain: options.domainSpelling === "lower" ? lowerCase(domain) : domain,
      ...managed(written, null, request.state),
    };
  },
  changed: ({ certificate_management_policy: written }, { state }, stored) =>
    written === undefined ? {} : managed(written, stored.certificate_management_status, state),
});

/** The stored form of a certificate policy, with a status exactly where certificates are managed. */
function managed(
  written: z.output<typeof policy> | null | undefined,
  present: unknown,
  state: EmulatorState,
): Wire {
  if (!written) return { certificate_management_policy: null, certificate_management_status: null };
  const { authority, private_key_type: keyType } = written;
  const filled = state.options.filledDefaults === "none" ? null : "rsa";
  return {
    certificate_management_policy: { authority, private_key_type: keyType ?? filled },
    certificate_management_status: present ?? {
      renews_at: renewalTime(state),
      provisioning_job: null,
    },
  };
}

/** Sixty days; the reference does not show the interval. */
const RENEWAL_MS = 60 * 86_400_000;

/** RFC 3339 time at which a certificate issued now is renewed. */
export function renewalTime({ now }: EmulatorState): string {
  return new Date(now().getTime() + RENEWAL_MS).toISOString();
}

/** Changes the certificate status of an agent ingress. @throws an Error if it has none */
export function changeCertificateStatus({ store }: EmulatorState, id: string, members: Wire): void {
  const stored = store.find(`/agent_ingresses/${id}`);
  if (stored === undefined) throw new Error(`there is no agent ingress ${id}`);
  const status = stored.body.certificate_management_status;
  if (!isWire(status))
    throw new Error(`the agent ingress ${id} has no certificate management policy`);
  store.put({
    ...stored,
    body: { ...stored.body, certificate_management_status: { ...status, ...members } },
  });
}

function refuseTaken(domain: string, { state, account }: Caller): void {
  const isTaken = state.store
    .newest(account, "agent_ingress")
    .some(({ body }) => lowerCase(String(body.domain)) === lowerCase(domain));
  if (isTaken)
    throw new ApiError(409, "DOMAIN_TAKEN", "an agent ingress with this domain exists", {
      domain: "is taken",
    });
}

const lowerCase = (domain: string): string => domain.toLowerCase().replace(/\.$/, "");
