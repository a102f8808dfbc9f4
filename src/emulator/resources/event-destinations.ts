import { z } from "@hono/zod-openapi";
import {
  identity,
  nonEmptyString,
  oneMemberOf,
  secret,
  shownTexts,
  texts,
} from "../shapes/members";
import { collection } from "./collection";

const auth = oneMemberOf(
  {
    role: z.strictObject({ role_arn: nonEmptyString }).nullish(),
    creds: z
      .strictObject({ cloud_access_key_id: nonEmptyString, cloud_secret_access_key: secret })
      .nullish(),
  },
  "exactly one of role and creds must be set",
);

const monitoring = z.strictObject({
  api_key: secret,
  tags: z.string().nullish(),
  service: z.string().nullish(),
  site: z.string().nullish(),
});

// The object-storage target that the reference names has no known fields, so it is not accepted.
const target = oneMemberOf(
  {
    delivery_stream: z.strictObject({ auth, delivery_stream_arn: nonEmptyString }).nullish(),
    data_stream: z.strictObject({ auth, stream_arn: nonEmptyString }).nullish(),
    cloud_logs: z.strictObject({ auth, log_group_arn: nonEmptyString }).nullish(),
    monitoring: monitoring.nullish(),
  },
  "exactly one of delivery_stream, data_stream, cloud_logs, monitoring must be set",
);

const format = z.literal("json", "must be json");
const written = z.strictObject({ ...texts, format, target });

/** The event destinations of an account. */
export const eventDestinations = collection({
  kind: "event_destination",
  noun: "an event destination",
  tag: "Event destinations",
  path: "/event_destinations",
  listMember: "event_destinations",
  idPrefix: "evdst",
  shape: z.strictObject({ ...identity, ...shownTexts, format, target }).openapi("EventDestination"),
  creation: written.openapi("EventDestinationCreate"),
  // A target in the body replaces the whole stored target, so that two targets never mix.
  update: written.partial({ format: true, target: true }).openapi("EventDestinationUpdate"),
});
