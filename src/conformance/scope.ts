import type { AcceptedMember } from "../emulator/options/registry";

/** The objects of the account that a run may refer to, and what it may do. */
export interface Scope {
  readonly httpsEdge?: string | undefined;
  readonly tlsEdge?: string | undefined;
  readonly tcpEdge?: string | undefined;
  readonly backend?: string | undefined;
  readonly ipPolicy?: string | undefined;
  readonly certificateAuthority?: string | undefined;
  /** The domain below which agent ingresses are created. */
  readonly domain: string;
  /** Values to try where the reference lists none. */
  readonly values: Readonly<Partial<Record<AcceptedMember, readonly string[]>>>;
  /** Configures the modules of the edges that are not configured, and deletes them again. */
  readonly edgeModules: boolean;
  /** Sends GETs without a pause until the service refuses one. */
  readonly findRateLimit: boolean;
  /** Sends GETs alone. */
  readonly readOnly: boolean;
}
