import { z } from "@hono/zod-openapi";
import { countSet, enabled, filledText, flag, secret, text, texts, uint32 } from "../shapes/members";
import { defineModule } from "./definition";

const client = {
  client_id: filledText.nullish(),
  client_secret: secret.nullish(),
  scopes: texts.nullish(),
  email_addresses: texts.nullish(),
  email_domains: texts.nullish(),
};
type Client = z.output<z.ZodObject<typeof client>>;

const isSet = (value: unknown) => value !== undefined && value !== null;

/** The rules for the providers that offer a service-managed OAuth application. */
function clientRules({ value, issues }: z.core.ParsePayload<Client>): void {
  if (isSet(value.client_id) && !isSet(value.client_secret)) {
    issues.push({
      code: "custom",
      input: undefined,
      path: ["client_secret"],
      message: "is required when client_id is set",
    });
  }
  if (countSet(value, ["client_id", "client_secret"]) < 2 && (value.scopes ?? []).length > 0) {
    issues.push({
      code: "custom",
      input: undefined,
      path: ["scopes"],
      message: "may be set only together with client_id and client_secret",
    });
  }
}

const managed = z.strictObject(client).check(clientRules);
const own = z.strictObject(client);

const members = {
  provider_1: z
    .strictObject({ ...client, teams: texts.nullish(), organizations: texts.nullish() })
    .check(clientRules)
    .nullish(),
  provider_2: managed.nullish(),
  provider_3: managed.nullish(),
  provider_4: managed.nullish(),
  provider_5: own.nullish(),
  provider_6: own.nullish(),
  provider_7: own.nullish(),
  provider_8: own.nullish(),
};

const provider = z
  .strictObject(members)
  .refine((value) => countSet(value, Object.keys(members)) === 1, "exactly one provider must be set");

export const oauth = defineModule({
  title: "OAuth",
  write: z.strictObject({
    enabled,
    provider,
    options_passthrough: flag.nullish(),
    cookie_prefix: text.nullish(),
    inactivity_timeout: uint32.nullish(),
    maximum_duration: uint32.nullish(),
    auth_check_interval: uint32.nullish(),
  }),
  documented: ({ cookiePrefix }) => ({ cookie_prefix: cookiePrefix }),
  service: { options_passthrough: false, inactivity_timeout: 0, maximum_duration: 0, auth_check_interval: 0 },
});
