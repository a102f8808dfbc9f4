import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { fraction, uint32 } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

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
