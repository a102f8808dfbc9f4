import { type ConformanceResult, runConformance } from "../../src/conformance/conformance";
import type { SessionOptions } from "../../src/conformance/requests/session";
import type { Scope } from "../../src/conformance/scope";
import { systemClock } from "../../src/core/client/wait";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator";

/** The values that a user knows from the operator. */
const VALUES = {
  authority: ["example-ca"],
  "webhook_verification.provider": ["other"],
  "saml.nameid_format": ["urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"],
  "policy.type": ["deny"],
};

/** A run with everything that a user can name. */
export const wholeScope: Scope = {
  httpsEdge: "edghts_1",
  tlsEdge: "edgtls_1",
  tcpEdge: "edgtcp_1",
  backend: "bkdhr_1",
  ipPolicy: "ipp_1",
  certificateAuthority: "ca_1",
  domain: "example.com",
  values: VALUES,
  edgeModules: true,
  findRateLimit: false,
  readOnly: false,
};

/** A clock whose waits take no time. */
export const clock = { ...systemClock, sleep: () => Promise.resolve() };

/** Runs against a local server as fast as possible. */
export const runAt = (
  { apiKey, url: baseUrl }: Pick<Emulator, "apiKey" | "url">,
  scope: Partial<Scope> = {},
  session: Partial<SessionOptions> = {},
): Promise<ConformanceResult> =>
  runConformance(
    { apiKey, baseUrl, requestsPerSecond: 1_000, ...session },
    { ...wholeScope, ...scope },
  );

/** Runs against a local server with options of its own. Returns the result, and the objects that are left. */
export async function runWith(options: EmulatorOptions["options"], scope: Partial<Scope> = {}) {
  await using emulator = await startEmulator({ options: options ?? {} });
  const result = await runAt(emulator, scope);
  return { result, objects: emulator.objects() };
}
