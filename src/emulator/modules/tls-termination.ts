import { z } from "@hono/zod-openapi";
import { enabled, filledText } from "../shapes/members";
import { defineModule, oneOf } from "./definition";

const write = z.strictObject({ enabled, min_version: filledText.nullish() });

export const tlsTermination = defineModule({
  title: "TlsTermination",
  write,
  read: write.extend({ terminate_at: z.enum(["edge", "upstream"]) }),
  documented: ({ defaultMinVersion }) => ({ min_version: defaultMinVersion }),
  check: ({ min_version }, { options }) =>
    typeof min_version === "string" ? oneOf(options.minVersions, min_version, "min_version") : [],
});
