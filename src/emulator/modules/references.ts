import { z } from "@hono/zod-openapi";
import { enabled, ref, referenceId } from "../shapes/members";
import { defineModule } from "./definition";

/** `backend` of a route and of a TCP edge. */
export const backend = defineModule({
  title: "Backend",
  write: z.strictObject({ enabled, backend_id: referenceId }),
  read: z.strictObject({ enabled, backend: ref("backends") }),
  check: (value, { known }) => known.check("backends", [value.backend_id], "backend_id"),
  toStored: ({ backend_id, ...rest }) => ({ ...rest, backend: { id: backend_id } }),
});

export const ipRestriction = defineModule({
  title: "IpRestriction",
  write: z.strictObject({ enabled, ip_policy_ids: z.array(referenceId).nullish() }),
  read: z.strictObject({ enabled, ip_policies: z.array(ref("ip_policies")).nullish() }),
  documented: () => ({ ip_policy_ids: [] }),
  check: (value, { known }) => known.check("ip_policies", value.ip_policy_ids ?? [], "ip_policy_ids"),
  toStored: ({ ip_policy_ids, ...rest }) => ({ ...rest, ip_policies: ip_policy_ids?.map((id) => ({ id })) ?? null }),
});

/** `mutual_tls` of an HTTPS and of a TLS edge. */
export const mutualTls = defineModule({
  title: "MutualTls",
  write: z.strictObject({ enabled, certificate_authority_ids: z.array(referenceId).nullish() }),
  read: z.strictObject({ enabled, certificate_authorities: z.array(ref("certificate_authorities")).nullish() }),
  documented: () => ({ certificate_authority_ids: [] }),
  check: (value, { known }) =>
    known.check("certificate_authorities", value.certificate_authority_ids ?? [], "certificate_authority_ids"),
  toStored: ({ certificate_authority_ids, ...rest }) => ({
    ...rest,
    certificate_authorities: certificate_authority_ids?.map((id) => ({ id })) ?? null,
  }),
});
