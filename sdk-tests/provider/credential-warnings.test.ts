import { expect, it } from "vitest";
import { emptyServer } from "../support/empty-server";
import { printedLines } from "../support/printed";

/** Tests of the warnings about arguments that look like credentials, and are not secrets. */

const lines = printedLines();
const server = emptyServer();

const route = {
  edgeId: "edghts_1",
  matchType: "path_prefix",
  match: "/",
  backend: { backendId: "bkd_1" },
  requestHeaders: { add: { "X-Api-Key": "canary", "X-Stage": "dev" } },
  policy: {
    inbound: { name: "rule", actions: { type: "x", config: { credentials: ["web:canary"] } } },
  },
};

const HEADER = 'requestHeaders.add["X-Api-Key"] (by its name)';
const MEMBER = 'policy.inbound.actions.config["credentials"][0] (by its name)';

const routes = (config = {}) => server.dynamic("httpsEdgeRoute", config);

async function warningsOf(args: object, config = {}): Promise<string[]> {
  const provider = await routes(config);
  expect(await provider.check({ ...args })).toEqual([]);
  return lines();
}

it("arguments with the names of credentials are one warning, which shows no value", async () => {
  const [warning, ...others] = await warningsOf(route);
  expect(warning).toContain(
    `warning: HttpsEdgeRoute: looks like a credential, and is not a secret: ${HEADER}, ${MEMBER};`,
  );
  expect(warning).not.toContain("canary");
  expect(others).toEqual([]);
});

it.each([
  {
    title: "an argument that is a secret is not a warning",
    marked: ['requestHeaders.add["X-Api-Key"]', 'policy.inbound.actions.config["credentials"]'],
  },
  {
    title: "an argument that is part of a secret is not a warning",
    marked: ["requestHeaders", "policy.inbound"],
  },
])("$title", async ({ marked }) => {
  expect(await warningsOf({ ...route, __secrets: marked })).toEqual([]);
});

it("an argument causes no warning if the setting plaintextNames contains its name, in any letter case", async () => {
  expect(
    await warningsOf(route, { "edge-ingress:plaintextNames": "x-api-key, Credentials" }),
  ).toEqual([]);
  const [warning] = await warningsOf(route, { "edge-ingress:plaintextNames": "X-API-KEY" });
  expect(warning).toContain(`is not a secret: ${MEMBER};`);
});

it("arguments without credentials cause no warning", async () => {
  const { policy: _, ...plain } = {
    ...route,
    requestHeaders: { add: { "X-Cache-Key": "path", Authorization: "" } },
  };
  expect(
    await warningsOf({
      ...plain,
      metadata: '{"owner":"web"}',
      description: "Password: required for staff",
    }),
  ).toEqual([]);
});

it("an argument that is known at apply is not a warning", async () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect(
    await warningsOf({
      ...route,
      requestHeaders: { add: { Authorization: unknown } },
      policy: unknown,
    }),
  ).toEqual([]);
});
