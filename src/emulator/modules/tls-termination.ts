import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, filledText } from "../shapes/members";
import { defineModule } from "./definition";

const write = z.strictObject({ enabled, min_version: filledText.nullish() });

export const tlsTermination = defineModule({
  title: "TlsTermination",
  write,
  read: write.extend({ terminate_at: z.enum(["edge", "upstream"]) }),
  documented: ({ defaultMinVersion }) => ({ min_version: defaultMinVersion }),
  check: ({ min_version }, { options }) =>
    unaccepted(options.acceptedValues, "tls_termination.min_version", min_version, "min_version"),
});
