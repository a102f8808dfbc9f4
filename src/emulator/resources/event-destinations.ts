import { z } from "@hono/zod-openapi";
import { toAnswer, toStored } from "../shapes/forms";
import {
  countPresent,
  description,
  identity,
  metadata,
  nonEmptyString,
  secret,
  shownTexts,
  text,
} from "../shapes/members";
import { type Collection, operationsOf } from "./collection";

const authMembers = {
  role: z.strictObject({ role_arn: nonEmptyString }),
  creds: z.strictObject({ cloud_access_key_id: nonEmptyString, cloud_secret_access_key: secret }),
};

const auth = z
  .strictObject({ role: authMembers.role.nullish(), creds: authMembers.creds.nullish() })
  .refine((value) => countPresent(value, ["role", "creds"]) === 1, "exactly one of role and creds must be set");

const monitoring = z.strictObject({
  api_key: secret,
  tags: text.nullish(),
  service: text.nullish(),
  site: text.nullish(),
});

const targetMembers = {
  delivery_stream: z.strictObject({ auth, delivery_stream_arn: nonEmptyString }).nullish(),
  data_stream: z.strictObject({ auth, stream_arn: nonEmptyString }).nullish(),
  cloud_logs: z.strictObject({ auth, log_group_arn: nonEmptyString }).nullish(),
  monitoring: monitoring.nullish(),
};
const targetNames = Object.keys(targetMembers);

// The object-storage target that the reference names has no known fields, so it is not accepted.
const target = z
  .strictObject(targetMembers)
  .refine((value) => countPresent(value, targetNames) === 1, `exactly one of ${targetNames.join(", ")} must be set`);

const format = z.literal("json", "must be json");

const creation = z.strictObject({ description, metadata, format, target }).openapi("EventDestinationCreate");

const update = z
  .strictObject({ description, metadata, format: format.optional(), target: target.optional() })
  .openapi("EventDestinationUpdate");

const shape = z.strictObject({ ...identity, ...shownTexts, format, target }).openapi("EventDestination");

/** The event destinations of an account. */
export const eventDestinations: Collection = {
  kind: "event_destination",
  noun: "an event destination",
  tag: "Event destinations",
  path: "/event_destinations",
  listMember: "event_destinations",
  idPrefix: "evdst",
  relativeUri: false,
  shape,
  toAnswer: ({ path, body }, caller) => toAnswer(shape, { uri: `${caller.origin}${path}`, ...body }, caller),
};

export const eventDestinationOperations = operationsOf(eventDestinations, {
  creation,
  update,
  created: (written) => ({ format: written.format, target: toStored(target, written.target) }),
  // A target that is present replaces the whole stored one, so that two targets never mix.
  changed: (written) => (written.target === undefined ? {} : { target: toStored(target, written.target) }),
});
