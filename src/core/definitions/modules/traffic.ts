import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/row-types";
import {
  fraction,
  headerNames,
  headers,
  json,
  list,
  object,
  string,
  uint32,
} from "../../schema/rows";
import { type JsonObjectArgs, type ModuleArgs, moduleFields } from "../common";

/** The backend that serves the traffic (API reference: backend). */
export interface BackendArgs extends ModuleArgs {
  /** Id of the backend. Required. */
  backendId: Input<string>;
}

export const backend = nested<BackendArgs>()({
  ...moduleFields,
  backendId: string({ required: true, readFrom: "backend.id", refersTo: "backend" }),
});

/** Stops sending requests to an upstream that keeps failing (API reference: circuit_breaker). */
export interface CircuitBreakerArgs extends ModuleArgs {
  /**
   * Seconds to wait after the circuit trips before the upstream's health is checked again, 0 to 4294967295. Default:
   * the service chooses.
   */
  trippedDuration?: Input<number | undefined>;
  /** Length of the rolling window of statistics, in seconds, 0 to 4294967295. Default: the service chooses. */
  rollingWindow?: Input<number | undefined>;
  /** Number of buckets that the rolling window is divided into, 0 to 128. Default: the service chooses. */
  numBuckets?: Input<number | undefined>;
  /** Requests in a rolling window that trip the circuit, 0 to 4294967295. Default: the service chooses. */
  volumeThreshold?: Input<number | undefined>;
  /** Share of failing requests that trips the circuit, from 0 to 1 (not 0 to 100). Default: the service chooses. */
  errorThresholdPercentage?: Input<number | undefined>;
}

export const circuitBreaker = nested<CircuitBreakerArgs>()({
  ...moduleFields,
  trippedDuration: uint32(),
  rollingWindow: uint32(),
  numBuckets: uint32({ max: 128 }),
  volumeThreshold: uint32(),
  errorThresholdPercentage: fraction(),
});

/** Compresses responses (API reference: compression). */
export interface CompressionArgs extends ModuleArgs {}

export const compression = nested<CompressionArgs>()({ ...moduleFields });

/** Changes the headers of requests on their way upstream (API reference: request_headers). */
export interface RequestHeadersArgs extends ModuleArgs {
  /** Headers to add, values by names; letter case of a name makes no difference. Default: none. */
  add?: Input<Record<string, Input<string>> | undefined>;
  /** Names of the headers to remove, in any letter case and order. Default: none. */
  remove?: Input<Input<string>[] | undefined>;
}

export const requestHeaders = nested<RequestHeadersArgs>()({
  ...moduleFields,
  add: headers(),
  remove: headerNames(),
});

/** Changes the headers of responses on their way to the client (API reference: response_headers). */
export interface ResponseHeadersArgs extends RequestHeadersArgs {}

export const responseHeaders = nested<ResponseHeadersArgs>()({ ...requestHeaders });

/** Converts websocket connections to TCP (API reference: websocket_tcp_converter). */
export interface WebsocketTcpConverterArgs extends ModuleArgs {}

export const websocketTcpConverter = nested<WebsocketTcpConverterArgs>()({ ...moduleFields });

/** Action of a rule on the traffic (API reference: EndpointAction). */
export interface PolicyActionArgs {
  /** Type of the action, by a name that the service knows; not checked by the provider. Required. */
  type: Input<string>;
  /** Settings of the action, as its type requires; passed on unchanged. Default: none. */
  config?: Input<JsonObjectArgs | undefined>;
}

/** A rule (API reference: EndpointRule). */
export interface PolicyRuleArgs {
  /** Name of the rule. Default: none. */
  name?: Input<string | undefined>;
  /** CEL expressions that select the traffic, in order. Default: none. */
  expressions?: Input<Input<string>[] | undefined>;
  /** The action that is taken. Default: none. */
  actions?: Input<PolicyActionArgs | undefined>;
}

/** Traffic policy (API reference: EndpointPolicy). */
export interface PolicyArgs extends ModuleArgs {
  /** The rule for requests. Default: none. */
  inbound?: Input<PolicyRuleArgs | undefined>;
  /** The rule for responses. Default: none. */
  outbound?: Input<PolicyRuleArgs | undefined>;
}

const action = nested<PolicyActionArgs>()({
  type: string({ required: true, equalUpTo: "letterCase" }),
  config: json<JsonObjectArgs>(),
});

const rule = nested<PolicyRuleArgs>()({
  name: string(),
  expressions: list(),
  actions: object(action),
});

export const policy = nested<PolicyArgs>()({
  ...moduleFields,
  inbound: object(rule),
  outbound: object(rule),
});
