import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, filledText, texts } from "../shapes/members";
import { defineModule } from "./definition";

const allowList = z.strictObject({ allow_list: z.array(z.strictObject({ value: filledText })).nullish() });

const token = z.strictObject({
  type: z.enum(["jwt", "at+jwt", "it+jwt"]),
  method: z.enum(["header", "body"]),
  name: filledText,
  prefix: z.string().nullish(),
});

const jws = z.strictObject({
  allowed_algorithms: texts.nullish(),
  keys: z.strictObject({ sources: z.strictObject({ additional_jkus: texts.nullish() }).nullish() }).nullish(),
});

export const jwtValidation = defineModule({
  title: "JwtValidation",
  write: z.strictObject({
    enabled,
    issuer: allowList.nullish(),
    audience: allowList.nullish(),
    http: z.strictObject({ tokens: z.array(token).nullish() }).nullish(),
    jws: jws.nullish(),
  }),
  check: (value, { options }) =>
    (value.jws?.allowed_algorithms ?? []).flatMap((algorithm, index) =>
      unaccepted(
        options.acceptedValues,
        "jwt_validation.allowed_algorithms",
        algorithm,
        `jws.allowed_algorithms.${index}`,
      ),
    ),
});
