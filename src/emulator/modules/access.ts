import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, memberNotes, nonEmptyString, ref, referenceId, texts } from "../shapes/members";
import { defineModule } from "./definition";

export const ipRestriction = defineModule({
  title: "IpRestriction",
  write: z.strictObject({ enabled, ip_policy_ids: z.array(referenceId).nullish() }),
  read: z.strictObject({ enabled, ip_policies: z.array(ref("ip_policies")).nullish() }),
  documented: () => ({ ip_policy_ids: [] }),
  check: (value, { known }) => known.check("ip_policies", value.ip_policy_ids ?? [], "ip_policy_ids"),
  toStored: ({ ip_policy_ids, ...rest }) => ({ ...rest, ip_policies: ip_policy_ids?.map((id) => ({ id })) ?? null }),
});

// May be empty: one provider has no secret, and a program may send "" for it.
const webhookSecret = z.string().openapi({ format: "password" }).register(memberNotes, { secret: true });

export const webhookVerification = defineModule({
  title: "WebhookVerification",
  isAddressed: true,
  write: z.strictObject({ enabled, provider: nonEmptyString, secret: webhookSecret.nullish() }),
  check: ({ provider, secret }, { options }) => {
    const needsSecret = !options.webhookProvidersWithoutSecret.includes(provider);
    const missing = secret === undefined || secret === null || secret === "";
    return [
      ...unaccepted(options.acceptedValues, "webhook_verification.provider", provider, "provider"),
      ...(needsSecret && missing ? [{ member: "secret", message: "is required for this provider" }] : []),
    ];
  },
});

const allowList = z.strictObject({ allow_list: z.array(z.strictObject({ value: nonEmptyString })).nullish() });

const token = z.strictObject({
  type: z.enum(["jwt", "at+jwt", "it+jwt"]),
  method: z.enum(["header", "body"]),
  name: nonEmptyString,
  prefix: z.string().nullish(),
});

const jws = z.strictObject({
  allowed_algorithms: texts.nullish(),
  keys: z.strictObject({ sources: z.strictObject({ additional_jkus: texts.nullish() }).nullish() }).nullish(),
});

export const jwtValidation = defineModule({
  title: "JwtValidation",
  isAddressed: true,
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
