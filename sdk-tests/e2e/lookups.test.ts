import { ComponentResource, Config, output, secret } from "@pulumi/pulumi";
import {
  AgentIngress,
  EventDestination,
  getAgentIngress,
  getAgentIngressOutput,
  getEventDestination,
  getEventDestinationOutput,
  listAgentIngresses,
  listAgentIngressesOutput,
  listEventDestinations,
  Provider,
  SshCertificateAuthority,
} from "pulumi-edge-ingress";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { failureText, type Program, TestStack } from "../support/stack";

/** Lookups in programs of the real engine. */

let emulator: Emulator;
let stack: TestStack;
let shared: string;
let audit: string;

beforeAll(async () => {
  emulator = await startEmulator({ apiKeys: { "canary-key-dev": "dev", "canary-key-prod": "prod" } });
  const make = async (path: string, body: object) => String((await members(emulator, "POST", path, body)).id);
  shared = await make("/agent_ingresses", { domain: "shared.example.com", description: "of the platform" });
  const monitoring = { api_key: "canary-of-monitoring", tags: null, service: null, site: "eu" };
  const target = { delivery_stream: null, data_stream: null, cloud_logs: null, monitoring };
  audit = await make("/event_destinations", { format: "json", target });
  // Stack config goes before the environment, as for resources.
  stack = await TestStack.create(emulator, { EDGE_INGRESS_API_KEY: "canary-wrong-key" });
  // A program of the Automation API runs here, where the environment is the tests' own.
  await stack.setConfig("edge-ingress:baseUrl", emulator.url);
  await stack.setConfig("edge-ingress:apiKey", "canary-key-dev", true);
  await stack.setConfig("edge-ingress:prodKey", "canary-key-prod", true);
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await emulator.close();
});

beforeEach(() => emulator.clearRequests());

const asked = () => emulator.requests().map(({ method, path }) => `${method} ${path}`);

/** Resources made of what both forms of lookups find, of objects that exist and of one that the program makes. */
const program: Program = async () => {
  const found = await getAgentIngress({ id: shared });
  const { target } = await getEventDestination({ id: audit });
  const all = await listAgentIngresses();
  const copied = target.monitoring ?? { apiKey: "none", site: "none" };
  new EventDestination("copy", {
    format: "json",
    target: { monitoring: { apiKey: copied.apiKey ?? "", site: copied.site } },
  });
  const own = new AgentIngress("own", { domain: `own.${found.domain}` });
  const again = getAgentIngressOutput({ id: own.id });
  new SshCertificateAuthority("named", { description: again.domain, metadata: found.description });
  return {
    wasThere: all.some(({ id }) => id === shared),
    nsTargets: again.nsTargets,
    count: listAgentIngressesOutput().apply(({ length }) => length > 0),
    wholly: getEventDestinationOutput({ id: audit }),
    listed: (await listEventDestinations()).map(({ target: { monitoring } }) => monitoring?.apiKey),
  };
};

it("looks up what exists in a preview, and sends nothing for an id that only an apply knows", async () => {
  const { steps } = await stack.preview(program);
  expect(steps.map(({ op, name }) => `${op} ${name}`).sort()).toEqual(["create copy", "create named", "create own"]);
  expect(asked().sort()).toEqual([
    "GET /agent_ingresses",
    "GET /agent_ingresses",
    `GET /agent_ingresses/${shared}`,
    "GET /event_destinations",
    `GET /event_destinations/${audit}`,
    `GET /event_destinations/${audit}`,
  ]);
});

it("gives what it found to resources and outputs, the secrets encrypted and shown nowhere", async () => {
  await stack.up(program);
  const bodies = emulator.objects().map(({ body }) => body);
  expect(bodies).toContainEqual(
    expect.objectContaining({ description: "own.shared.example.com", metadata: "of the platform" }),
  );
  const keys = bodies.filter(({ format }) => format === "json").map(({ target }) => JSON.stringify(target));
  expect(keys.filter((text) => text.includes("canary-of-monitoring"))).toHaveLength(2);
  const { wasThere, nsTargets, count, wholly, listed } = await stack.outputs();
  expect([wasThere, count].map((each) => each?.value)).toEqual([true, true]);
  expect(nsTargets?.value).toHaveLength(4);
  expect(listed?.value).toEqual(["canary-of-monitoring"]);
  expect(wholly?.value).toMatchObject({ id: audit, format: "json" });
  expect([wholly, nsTargets].map((each) => each?.secret)).toEqual([true, false]);
  expect(`${await stack.written()}${stack.printed}`).not.toContain("canary-");
  expect((await stack.preview(program)).steps).toEqual([]);
});

it("looks in the account of the provider that it is given, or that a component has", async () => {
  await stack.preview(async () => {
    const prod = new Provider("prod", { apiKey: new Config("edge-ingress").requireSecret("prodKey") });
    const component = new ComponentResource("test:index:Component", "component", {}, { provider: prod });
    expect(await listAgentIngresses({ provider: prod })).toEqual([]);
    expect(await listAgentIngresses({ parent: component })).toEqual([]);
    expect(await listAgentIngresses()).not.toEqual([]);
    return { none: listAgentIngressesOutput({ provider: prod }).length };
  });
  expect(
    emulator
      .requests()
      .map(({ account }) => account)
      .sort(),
  ).toEqual(["dev", "prod", "prod", "prod"]);
});

it("fails the program with the name of the function, and shows no key and no id that is a secret", async () => {
  const hidden = async () => ({ out: getAgentIngressOutput({ id: secret("canary-id") }) });
  expect(await failureText(stack.preview(hidden))).toContain(
    "getAgentIngress: there is no AgentIngress with the id [secret]; check the id",
  );
  const unborn = async () => {
    const made = new AgentIngress("unborn", { domain: "unborn.example.com" });
    const provider = new Provider("later", { apiKey: made.uri });
    await listAgentIngresses({ provider });
    return {};
  };
  expect(await failureText(stack.preview(unborn))).toContain(
    "listAgentIngresses: a setting of its provider is only known after an apply: use the form with …Output",
  );
  const wrong = async () => {
    const provider = new Provider("wrong", { apiKey: output("canary-mine") });
    await getAgentIngress({ id: shared }, { provider });
    return {};
  };
  expect(await failureText(stack.preview(wrong))).toContain(
    'the API key is not accepted: it came from the argument apiKey of Provider "wrong"',
  );
  expect(stack.printed).not.toContain("canary-");
});
