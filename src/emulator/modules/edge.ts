import { z } from "@hono/zod-openapi";
import { enabled, restricted } from "../shapes/members";
import { defineListModule, defineModule } from "./definition";

/** `mutual_tls` of an HTTPS and of a TLS edge. */
export const mutualTls = defineListModule("certificate_authority_ids", "certificate_authorities");

const write = z.strictObject({
  enabled,
  min_version: restricted("tls_termination.min_version").nullish(),
});

export const tlsTermination = defineModule({
  write,
  read: write.extend({ terminate_at: z.enum(["edge", "upstream"]) }),
  documented: ({ defaultMinVersion }) => ({ min_version: defaultMinVersion }),
});
