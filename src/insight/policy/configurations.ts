import type { Expectation } from "../expectations/expectation";

/** The configurable properties of the policies by their names, apart from the enforcement level. */
export interface PolicyConfigurations {
  readonly "route-protected": {
    /** The least strength. `weak` also accepts logins and policies that name no users. Default: `real`. */
    readonly strength: "weak" | "real";
    /** Matches of routes that may be open, on every edge, or on one: `edghts_1 /health`. A star at the end stands for anything. */
    readonly exceptions: readonly string[];
  };
  readonly "no-public-mail-domain": object;
  readonly "no-weak-algorithm": object;
  readonly "tls-minimum": {
    /** The oldest version that edges may accept. Default: 1.2. */
    readonly version: "1.0" | "1.1" | "1.2" | "1.3";
    /** True if each edge with a serving route of the stack needs an `HttpsEdgeTlsTermination` in the stack. Default: false. */
    readonly required: boolean;
  };
  readonly "session-maximum": {
    /** Longest session, in seconds, 1 to 86,400. Default: 86,400. */
    readonly maximumDuration: number;
    /** Longest time without a request, in seconds. Default: 0, any time. */
    readonly inactivityTimeout: number;
  };
  readonly "no-secret-in-metadata": object;
  readonly "no-adopt": object;
  readonly expectations: {
    /** As in a file of expectations. */
    readonly expectations: readonly Expectation[];
  };
}

export type PolicyName = keyof PolicyConfigurations;

/** The configurable properties of a policy. */
export type ConfigOf<Name extends PolicyName> = PolicyConfigurations[Name];
