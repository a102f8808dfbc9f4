import { z } from "@hono/zod-openapi";
import { countSet, description, filledText, identity, metadata, secret, shownTexts, text } from "./common";

const authMembers = {
  role: z.strictObject({ role_arn: filledText }),
  creds: z.strictObject({ cloud_access_key_id: filledText, cloud_secret_access_key: secret }),
};

const auth = z
  .strictObject({ role: authMembers.role.nullish(), creds: authMembers.creds.nullish() })
  .refine((value) => countSet(value, ["role", "creds"]) === 1, "exactly one of role and creds must be set");

const monitoring = z.strictObject({
  api_key: secret,
  tags: text.nullish(),
  service: text.nullish(),
  site: text.nullish(),
});

const targetMembers = {
  delivery_stream: z.strictObject({ auth, delivery_stream_arn: filledText }).nullish(),
  data_stream: z.strictObject({ auth, stream_arn: filledText }).nullish(),
  cloud_logs: z.strictObject({ auth, log_group_arn: filledText }).nullish(),
  monitoring: monitoring.nullish(),
};
const targetNames = Object.keys(targetMembers);

/** Where events go. The object-storage target that the reference names has no known fields, so it is not accepted. */
export const eventTarget = z
  .strictObject(targetMembers)
  .refine((value) => countSet(value, targetNames) === 1, `exactly one of ${targetNames.join(", ")} must be set`);

const format = z.literal("json", "must be json");

export const eventDestinationCreate = z
  .strictObject({ description, metadata, format, target: eventTarget })
  .openapi("EventDestinationCreate");

export const eventDestinationUpdate = z
  .strictObject({ description, metadata, format: format.optional(), target: eventTarget.optional() })
  .openapi("EventDestinationUpdate");

export const eventDestination = z
  .strictObject({ ...identity, ...shownTexts, format, target: eventTarget })
  .openapi("EventDestination");
