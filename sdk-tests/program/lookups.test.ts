import * as pulumi from "@pulumi/pulumi";
import { describe, expect } from "vitest";
import * as resources from "../../src/core/definitions";
import { collectionPath, type Definition, isListed } from "../../src/core/schema/definition";
import type { Emulator } from "../../src/emulator";
import * as lookups from "../../src/fronts/program/lookups";
import type { Provider } from "../../src/fronts/program/provider";
import { cases } from "../cases";
import { members } from "../emulator/client";
import { fieldsOf } from "../support/fields";
import { withEmulator } from "../support/fixtures";
import { failureOf } from "../support/in-process-dynamic";
import { gatheringServer, json, scriptedServer } from "../support/server";

/** Functions that look up what exists, in the process of the program. */

const it = withEmulator({
  apiKeys: { "canary-key-dev": "dev", "canary-key-prod": "prod", "canary-wrong-key": "none" },
});

it.beforeEach(({ emulator }) => {
  useConfig(emulator, {});
  emulator.clearRequests();
});

it.afterEach(({ emulator }) => {
  emulator.clearFaults();
  emulator.configure({ secrets: "plain", pageSize: 100 });
});

const useConfig = (emulator: Emulator, config: Record<string, string>): void =>
  pulumi.runtime.setAllConfig({
    "edge-ingress:baseUrl": emulator.url,
    "edge-ingress:apiKey": "canary-key-dev",
    ...config,
  });

const make = async (emulator: Emulator, path: string, body: object) =>
  String((await members(emulator, "POST", path, body)).id);

const knownOf = <T>(output: pulumi.Output<T>): Promise<T> =>
  new Promise((resolve) => void output.apply(resolve));

type Lookup = (args?: object) => Promise<{ readonly id: string }>;
type Listing = () => Promise<readonly { readonly id: string }[]>;
type InOutput = (args?: object) => pulumi.Output<unknown>;

/** A function and its form that takes outputs, by its name. */
const functionsOf = <Plain>(name: string) => {
  const known = lookups as unknown as Readonly<Record<string, unknown>>;
  return { plain: known[name] as Plain, output: known[`${name}Output`] as InOutput };
};

const collections = Object.values<Definition>(resources).filter(
  ({ kind }) => kind === "collection",
);

/** Types that are looked up by their ids, and their paths on the local server. */
const single = collections.map(
  ({ type, path }) => [type, collectionPath(path).replace("{edge_id}", "edghts_1")] as const,
);

/** Returns a value without the outputs that contain its secrets. */
async function revealed(value: unknown): Promise<unknown> {
  if (pulumi.Output.isInstance(value)) {
    expect(await pulumi.isSecret(value)).toBe(true);
    return knownOf(value);
  }
  if (Array.isArray(value)) return Promise.all(value.map(revealed));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([key, member]) => [key, await revealed(member)]);
  return Object.fromEntries(await Promise.all(entries));
}

describe.each(single)("a lookup of one %s", (type, path) => {
  const { plain, output } = functionsOf<Lookup>(`get${type}`);
  const testCase = cases.find((candidate) => candidate.type === type);
  const resource = Object.values(resources).find((candidate) => candidate.type === type);
  const place = type === "HttpsEdgeRoute" ? { edgeId: "edghts_1" } : {};
  let id: string;
  it.beforeAll(async ({ emulator }) => {
    id = await make(emulator, path, testCase?.whole.body ?? {});
  });

  const argsOf = (known: string) => ({ ...place, id: known });

  it("returns what the resource's arguments were, and every output, by one request", async ({
    emulator,
  }) => {
    const found = await plain(argsOf(id));
    const answered = Object.entries(resource?.fields ?? {}).filter(
      ([, row]) => !row.writeOnly && !row.providerOnly,
    );
    const args = Object.entries(testCase?.whole.args ?? {}).filter(
      ([key]) => !resource?.fields[key]?.writeOnly,
    );
    expect(
      emulator.requests().map(({ method, path: requestedPath }) => `${method} ${requestedPath}`),
    ).toEqual([`GET ${path}/${id}`]);
    expect(await revealed(found)).toMatchObject({ id, ...place, ...Object.fromEntries(args) });
    expect(Object.keys(found).sort()).toEqual(expect.arrayContaining(["createdAt", "id", "uri"]));
    expect(
      Object.keys(found).filter((key) => key !== "id" && !answered.some(([name]) => name === key)),
    ).toEqual([]);
  });

  it("has each secret as an output that is one, and shows none otherwise", async () => {
    const found = await plain(argsOf(id));
    expect(testCase?.secrets.filter((secret) => JSON.stringify(found).includes(secret))).toEqual(
      [],
    );
    const whole = output(argsOf(id));
    const has = fieldsOf(resource?.fields ?? {}).some(({ row }) => row.secret);
    expect(await pulumi.isSecret(whole)).toBe(has);
    expect(await knownOf(whole)).toEqual(await revealed(found));
  });

  it("leaves out secrets that the service masks, so that none is taken for one", async ({
    emulator,
  }) => {
    for (const secrets of ["masked", "null", "absent"] as const) {
      emulator.configure({ secrets });
      expect(JSON.stringify(await revealed(await plain(argsOf(id))))).not.toMatch(/canary|\*\*\*/);
      expect(await pulumi.isSecret(output(argsOf(id)))).toBe(false);
    }
  });

  it("fails for an id that does not exist, with advice", async () => {
    const missing = path.includes("edges") ? "edghtsrt_none" : "none_1";
    expect((await failureOf(plain(argsOf(missing)))).message).toBe(
      `get${type}: there is no ${type} with the id ${missing}; check the id, and that the API key is of its account`,
    );
  });

  it("refuses ids that are none before it sends anything", async ({ emulator }) => {
    const refused = async (args?: object) => (await failureOf(plain(args))).message;
    expect(await refused({ ...place })).toBe(`get${type}: id is required`);
    expect(await refused({ ...place, id: "" })).toBe(`get${type}: id is required`);
    expect(await refused({ ...place, id: 5 })).toBe(
      `get${type}: id must be a string, got a number`,
    );
    expect(await refused({ ...place, id: pulumi.output(id) })).toBe(
      `get${type}: id must be a string: for an output, use the form of this function with …Output`,
    );
    expect(await refused({ ...place, id: "../x" })).toContain("id is not a well-formed id");
    expect(await refused({ ...place, id, ID: id })).toContain(
      `get${type}: ID is not an argument; did you mean id?`,
    );
    expect(await refused(undefined)).toBe(`get${type}: the arguments must be an object`);
    expect(emulator.requests()).toEqual([]);
  });
});

it("a lookup names every problem with its arguments, in the words of the plugin", async () => {
  const failure = await failureOf(lookups.getHttpsEdgeRoute({ edgeID: "edge_1", id: 5 } as never));
  expect(failure.message).toBe(
    "getHttpsEdgeRoute: edgeID is not an argument; did you mean edgeId?; edgeId is required; " +
      "id must be a string, got a number",
  );
});

/** Functions that list, and the lists that they read. */
const lists = collections
  .filter(isListed)
  .map(({ plural, path, member }) => [`list${plural}`, collectionPath(path), member] as const);

describe.each(lists)("%s", (name, path, member) => {
  const { plain, output } = functionsOf<Listing>(name);
  const body = cases.find((testCase) => testCase.path("", {}) === `${path}/`)?.whole.body ?? {};

  it("returns every object of the account in the service's order, page after page", async ({
    emulator,
  }) => {
    for (let more = 0; more < 4; more++) await make(emulator, path, body);
    const ids = ((await members(emulator, "GET", path))[member] as { id: string }[]).map(
      ({ id }) => id,
    );
    emulator.configure({ pageSize: 2 });
    emulator.clearRequests();
    const found = await plain();
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(emulator.requests()).toHaveLength(Math.ceil(ids.length / 2));
    expect(await knownOf(output())).toEqual(await revealed(found));
  });

  it("is empty for an account that has none", async ({ emulator }) => {
    useConfig(emulator, { "edge-ingress:apiKey": "canary-key-prod" });
    expect(await plain()).toEqual([]);
  });

  it.for([
    [{}, `the answer has no list ${member}`],
    [{ [member]: [null], next_page_uri: null }, "an item of the list: the answer is empty"],
    [
      { [member]: [{ id: "x", uri: 5 }], next_page_uri: null },
      "the member uri of the answer has an unexpected type",
    ],
    [{ [member]: [], next_page_uri: "https://evil.example/" }, "not below the base URL"],
  ] as const)(
    "fails for the answer %j, and names what is wrong in it",
    async ([answer, problem], { emulator }) => {
      await using server = await scriptedServer((_, response) => json(response, 200, answer));
      useConfig(emulator, { "edge-ingress:baseUrl": server.url });
      const { message } = await failureOf(plain());
      expect(message).toMatch(new RegExp(`^${name}: `));
      expect(message).toContain(problem);
    },
  );
});

describe("a lookup", () => {
  it("is sent again after a failure that passes", async ({ emulator }) => {
    const id = await make(emulator, "/agent_ingresses", { domain: "again.example.com" });
    emulator.addFault({ method: "GET", path: "/agent_ingresses/{id}", status: 503, times: 1 });
    emulator.clearRequests();
    expect((await lookups.getAgentIngress({ id })).domain).toBe("again.example.com");
    expect(emulator.requests()).toHaveLength(2);
  });

  it("shares its client, and so the limit of requests at the same time, with the others of the run", async ({
    emulator,
  }) => {
    await using server = await gatheringServer(2, 5, {
      ingresses: [],
      event_destinations: [],
      next_page_uri: null,
    });
    useConfig(emulator, { "edge-ingress:baseUrl": server.url, "edge-ingress:maxConcurrency": "2" });
    const { listAgentIngresses, listEventDestinations, listAgentIngressesOutput } = lookups;
    const begun = [
      listAgentIngresses(),
      listEventDestinations(),
      listAgentIngresses(),
      listEventDestinations(),
    ];
    await Promise.all([...begun, knownOf(listAgentIngressesOutput())]);
    expect(server.received).toHaveLength(5);
    expect(server.most()).toBe(2);
  });

  it("names the source of a key that is refused and never shows the key, nor what repeats it", async ({
    emulator,
  }) => {
    useConfig(emulator, { "edge-ingress:apiKey": "canary-wrong-key" });
    emulator.addFault({
      method: "GET",
      status: 401,
      body: { msg: "no account has canary-wrong-key" },
    });
    const { message } = await failureOf(lookups.listAgentIngresses());
    expect(message).toMatch(
      /^listAgentIngresses: GET \/agent_ingresses answered 401.*"no account has \[secret\]"/,
    );
    expect(message).toMatch(
      /the API key is not accepted: it came from stack config edge-ingress:apiKey$/,
    );
  });

  it("reports every problem of the settings at once, with the settings to add", async ({
    emulator,
  }) => {
    useConfig(emulator, {
      "edge-ingress:maxRetries": "abc",
      "edge-ingress:baseUrl": "api.example.com",
    });
    expect((await failureOf(lookups.listAgentIngresses())).message).toBe(
      "listAgentIngresses: edge-ingress:baseUrl must be an absolute URL; edge-ingress:maxRetries must be a whole number",
    );
    useConfig(emulator, { "edge-ingress:apiKey": "" });
    expect((await failureOf(lookups.listAgentIngresses())).message).toContain(
      "listAgentIngresses: edge-ingress:apiKey is not set: run `pulumi config set --secret edge-ingress:apiKey`",
    );
  });

  it("trusts a 404 of the API only if the base URL is the API's", async ({ emulator }) => {
    await using server = await scriptedServer((_, response) => json(response, 404, {}));
    useConfig(emulator, { "edge-ingress:baseUrl": server.url });
    expect((await failureOf(lookups.getAgentIngress({ id: "agin_1" }))).message).toContain(
      "the answer is not the API's",
    );
  });

  it("refuses a provider that is none of this package", async () => {
    const provider = {} as Provider;
    expect((await failureOf(lookups.listAgentIngresses({ provider }))).message).toContain(
      "the provider of a lookup must be a Provider of pulumi-edge-ingress",
    );
  });
});

it("the types of lookups know the names of all secrets, and give no other field such a name", () => {
  const rows = Object.values(resources).flatMap(({ fields }) => fieldsOf(fields));
  const nameOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);
  const names = new Set(rows.filter(({ row }) => row.secret).map(({ path }) => nameOf(path)));
  expect([...names].sort()).toEqual(["apiKey", "clientSecret", "cloudSecretAccessKey", "secret"]);
  expect(rows.filter(({ path, row }) => names.has(nameOf(path)) && !row.secret)).toEqual([]);
});
