import { z } from "@hono/zod-openapi";
import { enabled, idOf, nonEmptyString, ref, restricted, strings, uint32 } from "../shapes/members";
import { defineModule } from "./definition";

/** `backend` of a route and of a TCP edge. */
export const backend = defineModule({
  write: z.strictObject({ enabled, backend_id: idOf("backends") }),
  read: z.strictObject({ enabled, backend: ref("backends") }),
  toStored: ({ backend_id, ...rest }) => ({ ...rest, backend: { id: backend_id } }),
});

export const circuitBreaker = defineModule({
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

export const compression = defineModule({ write: z.strictObject({ enabled }) });

const headers = defineModule({
  write: z.strictObject({
    enabled,
    add: z.record(nonEmptyString, z.string()).nullish(),
    remove: z.array(nonEmptyString).nullish(),
  }),
  service: { add: {}, remove: [] },
});

export { headers as requestHeaders, headers as responseHeaders };

export const websocketTcpConverter = defineModule({
  title: "WebsocketTcpConverter",
  write: z.strictObject({ enabled }),
});

export const userAgentFilter = defineModule({
  write: z.strictObject({ enabled, allow: strings.nullish(), deny: strings.nullish() }),
  service: { allow: [], deny: [] },
});

const action = z.strictObject({
  type: restricted("policy.type"),
  config: z.record(z.string(), z.unknown()).nullish(),
});

const rule = z.strictObject({
  name: z.string().nullish(),
  expressions: strings.nullish(),
  actions: action.nullish(),
});

export const policy = defineModule({
  write: z.strictObject({ enabled, inbound: rule.nullish(), outbound: rule.nullish() }),
});
