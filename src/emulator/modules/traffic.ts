import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, nonEmptyString, ref, referenceId, text, texts, uint32 } from "../shapes/members";
import { defineModule } from "./definition";

/** `backend` of a route and of a TCP edge. */
export const backend = defineModule({
  title: "Backend",
  write: z.strictObject({ enabled, backend_id: referenceId }),
  read: z.strictObject({ enabled, backend: ref("backends") }),
  check: (value, { known }) => known.check("backends", [value.backend_id], "backend_id"),
  toStored: ({ backend_id, ...rest }) => ({ ...rest, backend: { id: backend_id } }),
});

export const circuitBreaker = defineModule({
  title: "CircuitBreaker",
  write: z.strictObject({
    enabled,
    tripped_duration: uint32.nullish(),
    rolling_window: uint32.nullish(),
    num_buckets: uint32.max(128).nullish(),
    volume_threshold: uint32.nullish(),
    error_threshold_percentage: z.number().min(0).max(1).nullish().openapi({ format: "double" }),
  }),
  service: {
    tripped_duration: 10,
    rolling_window: 10,
    num_buckets: 10,
    volume_threshold: 10,
    error_threshold_percentage: 0.5,
  },
});

export const compression = defineModule({ title: "Compression", write: z.strictObject({ enabled }) });

const headersShape = {
  enabled,
  add: z.record(nonEmptyString, z.string()).nullish(),
  remove: z.array(nonEmptyString).nullish(),
};

export const requestHeaders = defineModule({
  title: "RequestHeaders",
  write: z.strictObject(headersShape),
  service: { add: {}, remove: [] },
});

export const responseHeaders = defineModule({
  title: "ResponseHeaders",
  write: z.strictObject(headersShape),
  service: { add: {}, remove: [] },
});

export const websocketTcpConverter = defineModule({
  title: "WebsocketTcpConverter",
  isAddressed: true,
  write: z.strictObject({ enabled }),
});

export const userAgentFilter = defineModule({
  title: "UserAgentFilter",
  write: z.strictObject({ enabled, allow: texts.nullish(), deny: texts.nullish() }),
  service: { allow: [], deny: [] },
});

const action = z.strictObject({
  type: nonEmptyString,
  config: z.record(z.string(), z.unknown()).nullish(),
});

const rule = z.strictObject({
  name: text.nullish(),
  expressions: texts.nullish(),
  actions: action.nullish(),
});

export const policy = defineModule({
  title: "EndpointPolicy",
  write: z.strictObject({ enabled, inbound: rule.nullish(), outbound: rule.nullish() }),
  check: (value, { options }) =>
    (["inbound", "outbound"] as const).flatMap((direction) =>
      unaccepted(options.acceptedValues, "policy.type", value[direction]?.actions?.type, `${direction}.actions.type`),
    ),
});
