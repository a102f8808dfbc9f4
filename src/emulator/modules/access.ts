import { z } from "@hono/zod-openapi";
import {
  enabled,
  issueIf,
  nonEmptyString,
  restricted,
  rules,
  secretOf,
  strings,
} from "../shapes/members";
import { defineListModule, defineModule } from "./definition";

export const ipRestriction = defineListModule("ip_policy_ids", "ip_policies");

// The secret may be empty: one provider has no secret, and a program may send "" for it.
const webhookSecret = secretOf(z.string());

export const webhookVerification = defineModule({
  title: "WebhookVerification",
  write: z
    .strictObject({
      enabled,
      provider: restricted("webhook_verification.provider"),
      secret: webhookSecret.nullish(),
    })
    .register(rules, {
      check: ({ provider, secret }, { options }) => {
        const needsSecret = !options.webhookProvidersWithoutSecret.includes(provider);
        return issueIf(needsSecret && !secret, "is required for this provider", "secret");
      },
    }),
});

const allowList = z.strictObject({
  allow_list: z.array(z.strictObject({ value: nonEmptyString })).nullish(),
});

const token = z.strictObject({
  type: z.enum(["jwt", "at+jwt", "it+jwt"]),
  method: z.enum(["header", "body"]),
  name: nonEmptyString,
  prefix: z.string().nullish(),
});

const jws = z.strictObject({
  allowed_algorithms: z
    .array(restricted("jwt_validation.allowed_algorithms", z.string()))
    .nullish(),
  keys: z
    .strictObject({ sources: z.strictObject({ additional_jkus: strings.nullish() }).nullish() })
    .nullish(),
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
});
