import { describe, expect, it } from "vitest";
import { changedOptions } from "../../src/conformance/observations";
import type { OptionName, OptionValues } from "../../src/emulator/options/registry";
import { optionTable } from "../../src/emulator/options/registry";
import { runWith } from "./run";

/**
 * The contract between the command and the local server: with each value of each option, a run observes exactly the options that were
 * set.
 */

type Options = Partial<OptionValues>;

/** Every value of every option, but for the defaults. */
const cases: readonly Options[] = [
  { pageSize: 1 },
  { pageSize: 2 },
  { listUris: "relative" },
  { listUris: "absolute" },
  { errorBody: "html" },
  { errorBody: "text" },
  { errorBody: "empty" },
  { secrets: "masked" },
  { secrets: "null" },
  { secrets: "absent" },
  { filledDefaults: "none" },
  { filledDefaults: "service" },
  { unsetText: "null" },
  { unsetText: "empty" },
  { unsetText: "absent" },
  { agentIngressMetadata: "as-text" },
  { domainSpelling: "lower" },
  { duplicates: "reject" },
  { acceptedValues: { authority: ["example-ca"] } },
  { acceptedValues: { elliptic_curve: ["nistp384"] } },
  { acceptedValues: { "jwt_validation.allowed_algorithms": ["ES256"] } },
  { acceptedValues: { "policy.type": ["deny"] } },
  {
    acceptedValues: {
      "saml.nameid_format": ["urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"],
    },
  },
  { acceptedValues: { "tls_termination.min_version": ["1.2", "1.3"] } },
  { acceptedValues: { "webhook_verification.provider": ["sns", "other"] } },
  { regions: ["us", "eu"] },
  { routeDeletion: "none" },
  { terminateAt: "upstream" },
  { unsetModule: "null" },
  { unsetModule: "empty" },
  { unsetModule: "disabled" },
  { deleteUnsetModule: "204" },
  { terminateAt: "upstream", modulesOnUpstreamEdge: "reject" },
  { cookiePrefix: "edge." },
  { webhookProvidersWithoutSecret: ["sns", "other"] },
  { defaultMinVersion: "1.3" },
];

describe.concurrent("a run against the local server", () => {
  it("observes no option of a server with the defaults", async () => {
    const { result, objects } = await runWith({});
    expect(changedOptions(result.observations.options)).toEqual({});
    expect(result).toMatchObject({ failures: [], left: [], refusals: 0 });
    expect(objects).toEqual([]);
  });

  it.for(cases)("observes exactly %j", async (options) => {
    const { result, objects } = await runWith(options);
    expect(changedOptions(result.observations.options)).toEqual(options);
    expect(result.failures).toEqual([]);
    // A service without the deletion of routes keeps the route, and the record that names it.
    const left = objects.filter(({ path }) => /(authorities|routes)\/[^/]+$/.test(path));
    expect(left).toHaveLength(options.routeDeletion === "none" ? 2 : 0);
    expect(result.left).toHaveLength(options.routeDeletion === "none" ? 1 : 0);
  });
});

it("a run with --find-rate-limit observes about the rate limit, and waits for it", async () => {
  const { result, objects } = await runWith({ requestsPerSecond: 20 }, { findRateLimit: true });
  const { requestsPerSecond, ...others } = changedOptions(result.observations.options);
  expect(requestsPerSecond).toBeGreaterThan(10);
  expect(requestsPerSecond).toBeLessThan(40);
  expect(others).toEqual({});
  expect(result.refusals).toBeGreaterThan(0);
  expect(objects).toEqual([]);
});

it("every option has a case", () => {
  const tried = new Set(["requestsPerSecond", ...cases.flatMap((options) => Object.keys(options))]);
  expect([...tried].sort()).toEqual((Object.keys(optionTable) as OptionName[]).sort());
});
