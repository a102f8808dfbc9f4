import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, nonEmptyString, ref, referenceId } from "../shapes/members";
import { defineModule } from "./definition";

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

const write = z.strictObject({ enabled, min_version: nonEmptyString.nullish() });

export const tlsTermination = defineModule({
  title: "TlsTermination",
  write,
  read: write.extend({ terminate_at: z.enum(["edge", "upstream"]) }),
  documented: ({ defaultMinVersion }) => ({ min_version: defaultMinVersion }),
  check: ({ min_version }, { options }) =>
    unaccepted(options.acceptedValues, "tls_termination.min_version", min_version, "min_version"),
});
