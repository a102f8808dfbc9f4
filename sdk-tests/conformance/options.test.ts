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

const SAML_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** Every value of every option, but for the defaults. Options of a case do not hide one another. */
const cases: readonly Options[] = [
  {
    pageSize: 1,
    listUris: "relative",
    errorBody: "html",
    secrets: "masked",
    filledDefaults: "none",
    unsetText: "null",
    domainSpelling: "lower",
    unsetModule: "null",
    regions: ["us", "eu"],
    acceptedValues: { authority: ["example-ca"] },
  },
  {
    pageSize: 2,
    listUris: "absolute",
    errorBody: "text",
    secrets: "null",
    filledDefaults: "service",
    unsetText: "empty",
    agentIngressMetadata: "as-text",
    duplicates: "reject",
    unsetModule: "empty",
    deleteUnsetModule: "204",
    acceptedValues: { elliptic_curve: ["nistp384"], "policy.type": ["deny"] },
  },
  {
    errorBody: "empty",
    secrets: "absent",
    unsetText: "absent",
    unsetModule: "disabled",
    cookiePrefix: "edge.",
    defaultMinVersion: "1.3",
    webhookProvidersWithoutSecret: ["sns", "other"],
    acceptedValues: {
      "jwt_validation.allowed_algorithms": ["ES256"],
      "saml.nameid_format": [SAML_FORMAT],
    },
  },
  {
    routeDeletion: "none",
    acceptedValues: {
      "tls_termination.min_version": ["1.2", "1.3"],
      "webhook_verification.provider": ["sns", "other"],
    },
  },
  { terminateAt: "upstream" },
  { terminateAt: "upstream", modulesOnUpstreamEdge: "reject" },
  { agentIngressMetadata: "as-text" },
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
