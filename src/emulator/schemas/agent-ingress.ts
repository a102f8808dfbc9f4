import { z } from "@hono/zod-openapi";
import { description, filledText, identity, memberNotes, metadata, shownTexts, timestamp } from "./common";

// Labels of letters, digits and inner hyphens, two or more of them; a trailing dot is the absolute spelling.
const domainName =
  /^(?=.{1,254}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.?$/;

const policy = z.strictObject({
  authority: filledText,
  private_key_type: z.enum(["rsa", "ecdsa"]).nullish().openapi({ description: "rsa when omitted." }),
});

/** Why a certificate is not there yet. */
export const certificateJob = z.strictObject({
  error_code: z
    .enum(["INTERNAL_ERROR", "DNS_ERROR"])
    .optional()
    .openapi({ description: "INTERNAL_ERROR is temporary, DNS_ERROR has to be corrected by the user." }),
  msg: z.string(),
  started_at: timestamp,
  retries_at: timestamp,
});

const status = z.strictObject({ renews_at: timestamp, provisioning_job: certificateJob.nullable() });

export const agentIngressCreate = z
  .strictObject({
    description,
    metadata,
    domain: z.string().regex(domainName, "is not a domain name"),
    certificate_management_policy: policy.nullish(),
  })
  .openapi("AgentIngressCreate");

export const agentIngressUpdate = z
  .strictObject({ description, metadata, certificate_management_policy: policy.nullish() })
  .openapi("AgentIngressUpdate");

export const agentIngress = z
  .strictObject({
    ...identity,
    ...shownTexts,
    metadata: z.string().register(memberNotes, { unsetAs: "agentIngressMetadata" }).nullish(),
    domain: z.string(),
    ns_targets: z.array(z.string()),
    region_domains: z.array(z.string()),
    certificate_management_policy: policy.nullable(),
    certificate_management_status: status.nullable(),
  })
  .openapi("AgentIngress");

/** A certificate policy as a request writes it. */
export type CertificatePolicy = z.output<typeof policy>;
