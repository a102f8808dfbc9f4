import { z } from "@hono/zod-openapi";
import { enabled, filledText, texts, uint32 } from "../shapes/members";
import { defineModule } from "./definition";

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
  add: z.record(filledText, z.string()).nullish(),
  remove: z.array(filledText).nullish(),
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
  write: z.strictObject({ enabled }),
});

export const userAgentFilter = defineModule({
  title: "UserAgentFilter",
  write: z.strictObject({ enabled, allow: texts.nullish(), deny: texts.nullish() }),
  service: { allow: [], deny: [] },
});
