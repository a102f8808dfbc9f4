import { describe, expect } from "vitest";
import { readAccount } from "../../src/account/account";
import { namedObjectsOfStacks } from "../../src/account/ids/pulumi";
import {
  listJson,
  listJunit,
  listSarif,
  listTable,
  type ObjectList,
} from "../../src/account/list-formats";
import { listObjects } from "../../src/account/listing";
import { resourcesOfOtherAccounts, type SettingSources } from "../../src/account/other-accounts";
import { wrapSecretForState } from "../../src/core/pulumi/engine-values";
import { readExport, type StackState } from "../../src/insight/engine/export";
import { withApi } from "../emulator/api";
import { readerOf } from "./reader";

/** Tests of the output of `edge-ingress list`. */

const NOW = new Date("2026-01-03T12:00:00Z");

type Exported = readonly [type: string, id: string, inputs?: object];

function stackWith(label: string, ...exported: readonly Exported[]): StackState {
  const resources = exported.map(([type, id, inputs], index) => ({
    ...{ urn: `urn:pulumi:${label}::p::${type}::x${index}`, custom: true, type, id, inputs },
  }));
  return readExport(label, JSON.stringify({ deployment: { resources } }));
}

const token = (type: string) => `edge-ingress:index:${type}`;

const whole = (all: ObjectList["all"], notes: ObjectList["notes"] = []): ObjectList => ({
  all,
  selected: all,
  notes,
});

/** Adds a stack with a route, its login and deleted objects, and an account that another party has changed. */
const it = withApi().extend("changed", async ({ emulator, api }) => {
  emulator.configure({ unsetModule: "disabled" });
  const path = await api.newRoute({
    compression: { enabled: true },
    oauth: { provider: { provider_1: {} } },
  });
  const id = path.split("/").at(-1) ?? "";
  const at = { edgeId: "edghts_1" };
  const stack = stackWith(
    "prod",
    [token("HttpsEdgeRoute"), id, { ...at, match: "/a", compression: { enabled: true } }],
    [token("HttpsEdgeRouteOAuth"), `edghts_1/${id}`, { ...at, routeId: id }],
    [token("HttpsEdgeRoute"), "edghtsrt_gone", { ...at, match: "/gone" }],
    [token("TcpEdgeBackend"), "edgtcp_1", { edgeId: "edgtcp_1" }],
    [token("TlsEdgeMutualTls"), "edgtls_1", { edgeId: "edgtls_1", enabled: false }],
    [token("AgentIngress"), "agin_gone", { domain: "gone.example.com" }],
  );
  const listed = async () =>
    listObjects(await readAccount(readerOf(emulator), namedObjectsOfStacks([stack])), [stack]);
  return { id, path, listed };
});

describe("objects of a provider", () => {
  const PROVIDER = "urn:pulumi:prod::p::pulumi:providers:edge-ingress::asia";
  const read = { apiKey: "key-of-europe", baseUrl: "https://a.example" };
  const stackOf = (inputs: object, urn = PROVIDER) => {
    const type = token("AgentIngress");
    const own = {
      urn: `urn:pulumi:prod::p::${type}::a`,
      custom: true,
      type,
      id: "agin_1",
      provider: `${urn}::id`,
      inputs: {},
    };
    const resources = [
      { urn, custom: true, type: "pulumi:providers:edge-ingress", id: "id", inputs },
      own,
    ];
    return readExport("prod", JSON.stringify({ deployment: { resources } }));
  };
  const missingIn = (
    stack: StackState,
    sources: SettingSources = { environment: {}, stack: read },
  ) =>
    listObjects(
      { objects: [], skipped: [] } as never,
      [stack],
      resourcesOfOtherAccounts(stack, read, sources),
    ).map(({ id }) => id);
  const named = (name: string) => `urn:pulumi:prod::p::pulumi:providers:edge-ingress::${name}`;

  it("with another key, or with one that cannot be read, are not missing in the account", () => {
    expect(missingIn(stackOf({ apiKey: wrapSecretForState("key-of-asia") }))).toEqual([]);
    expect(
      missingIn(
        stackOf({ apiKey: { ...wrapSecretForState("x"), plaintext: undefined, ciphertext: "c" } }),
      ),
    ).toEqual([]);
    expect(missingIn(stackOf({ "edge-ingress:apiKey": "key-of-asia" }))).toEqual([]);
    expect(missingIn(stackOf({ baseUrl: "https://b.example" }))).toEqual([]);
  });

  it("are missing if the provider has the key and the base URL of the account, or neither", () => {
    expect(
      missingIn(
        stackOf({ apiKey: wrapSecretForState("key-of-europe"), baseUrl: "https://a.example" }),
      ),
    ).toEqual(["agin_1"]);
    expect(missingIn(stackOf({ baseUrl: "https://a.example/" }))).toEqual(["agin_1"]);
    expect(missingIn(stackOf({ version: "1.0.0" }))).toEqual(["agin_1"]);
  });

  it("that the engine has made are judged by the config of their stack, and not by what the state recorded", () => {
    const ofDefault = stackOf(
      { apiKey: "rotated", baseUrl: "https://a.example" },
      named("default_0_2_0"),
    );
    const environment = {};
    expect(missingIn(ofDefault)).toEqual(["agin_1"]);
    expect(
      missingIn(ofDefault, { environment, stack: { ...read, apiKey: "key-of-asia" } }),
    ).toEqual([]);
    // The config of a stack in a file is unknown: its address counts, and its key may be out of date.
    expect(missingIn(ofDefault, { environment })).toEqual(["agin_1"]);
    expect(
      missingIn(stackOf({ baseUrl: "https://b.example" }, named("default")), { environment }),
    ).toEqual([]);
  });

  it("are judged by its settings if the program declares it under a name like that of a default provider", () => {
    expect(missingIn(stackOf({ apiKey: "key-of-asia" }, named("default_eu")))).toEqual([]);
  });

  it("have the key of the environment if the provider has none, as outside TypeScript", () => {
    const environment = { apiKey: "key-of-asia" };
    expect(
      missingIn(stackOf({ baseUrl: "https://a.example" }), { environment, stack: read }),
    ).toEqual([]);
    expect(
      missingIn(stackOf({ baseUrl: "https://a.example" }), { environment: read, stack: read }),
    ).toEqual(["agin_1"]);
  });
});

it("a list has kind, name, id, age and certificate state of each object, and every stack that manages it", async ({
  emulator,
  api,
}) => {
  const { id } = await api.members("POST", "/agent_ingresses", {
    ...{ domain: "a.example.com", certificate_management_policy: { authority: "letsencrypt" } },
  });
  await api.members("POST", "/ssh_certificate_authorities", {
    description: "ho\u001b[31msts\nof all",
  });
  const account = await readAccount(readerOf(emulator), []);
  const createdAt = "2026-01-01T00:00:00Z";
  const objects = account.objects.map((object) => ({
    ...object,
    outputs: { ...object.outputs, createdAt },
  }));
  const stacks = [
    stackWith("prod", [token("AgentIngress"), String(id)]),
    stackWith("old", ["pulumi-nodejs:dynamic/edge-ingress:AgentIngress", String(id)]),
  ];
  const list = listObjects({ ...account, objects }, stacks);
  expect(list).toMatchObject([
    {
      ...{
        kind: "AgentIngress",
        name: "a.example.com",
        state: "managed",
        managedBy: ["prod", "old"],
      },
      certificate: expect.stringMatching(/^renews 20/),
    },
    { kind: "SshCertificateAuthority", state: "unmanaged", managedBy: [] },
  ]);
  const lines = listTable(whole(list), NOW).split("\n");
  expect(lines[0]).toMatch(/^ {2}KIND +NAME +ID +EDGE +AGE +CERTIFICATE +STATE +MANAGED BY$/);
  expect(lines[1]).toMatch(
    /^ {2}AgentIngress +a\.example\.com +agin_\w+ +2 d +renews 20\S+ +managed +prod, old$/,
  );
  expect(lines[2]).toContain("ho\\u{1b}[31msts\\u{a}of all");
  expect(lines.slice(-2)).toEqual(["", "2 objects: 1 managed, 1 unmanaged."]);
  const unmanaged = listTable({ ...whole(list), selected: list.slice(1) }, NOW);
  expect(unmanaged).toMatch(
    /^.*\n {2}SshCertificateAuthority .*\n\n2 objects: 1 managed, 1 unmanaged\.$/,
  );
  expect(JSON.parse(listJson(whole(list, ["a note"])))).toMatchObject({
    version: 1,
    objects: list,
    notes: ["a note"],
  });
});

it("a list names a stack once, however many of its resources have the object", () => {
  const twice = stackWith(
    "prod",
    [token("AgentIngress"), "agin_1"],
    [token("AgentIngress"), "agin_1"],
  );
  const list = listObjects({ objects: [], skipped: [] } as never, [twice]);
  expect(list).toMatchObject([{ id: "agin_1", managedBy: ["prod"] }]);
});

describe("of a stack, a list", () => {
  it("includes the edges in the stack, with missing objects and objects that no stack declares", async ({
    api,
    changed: { id, path, listed },
  }) => {
    await api.members("PATCH", path, { ip_restriction: { ip_policy_ids: ["ipp_1"] } });
    await api.members("PUT", "/edges/https/edghts_1/tls_termination", { min_version: "1.2" });
    const list = await listed();
    expect(list.map(({ kind, id: of, edge, state }) => [kind, of, edge, state])).toEqual([
      ["HttpsEdgeTlsTermination", "edghts_1", undefined, "unmanaged"],
      ["HttpsEdgeRoute", id, "edghts_1", "managed"],
      ["HttpsEdgeRoute.ipRestriction", `edghts_1/${id}`, "edghts_1", "undeclared"],
      ["HttpsEdgeRoute", "edghtsrt_gone", "edghts_1", "missing"],
      ["TcpEdgeBackend", "edgtcp_1", undefined, "missing"],
      ["AgentIngress", "agin_gone", undefined, "missing"],
    ]);
    expect(listTable(whole(list), NOW).split("\n").at(-1)).toBe(
      "5 objects: 1 managed, 1 unmanaged, 3 missing, 1 undeclared module.",
    );
  });

  it("does not call an object missing that cannot be read", async ({
    emulator,
    changed: { path, listed },
  }) => {
    emulator.addFault({ method: "GET", path, status: 200, body: {}, times: "always" });
    const list = await listed();
    expect(list.map(({ id, state }) => [id, state])).toEqual([
      ["edghtsrt_gone", "missing"],
      ["edgtcp_1", "missing"],
      ["agin_gone", "missing"],
    ]);
  });

  it("is a report for code scanning and for pipelines", async ({ changed: { listed } }) => {
    const list = whole(await listed());
    const [run] = JSON.parse(
      listSarif(list, { name: "edge-ingress list", semanticVersion: "1.0.0" }),
    ).runs;
    const rules = ["object-unmanaged", "object-missing", "module-undeclared"];
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(rules);
    expect(run.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(
      Array(3).fill("object-missing"),
    );
    expect(run.results[2].message.text).toContain(
      "AgentIngress x5 (agin_gone; prod): The account does not have",
    );
    const junit = listJunit(list);
    expect(junit).toContain(
      '<testsuite name="edge-ingress list" tests="4" failures="3" errors="0">',
    );
    expect(junit.match(/<failure /g)).toHaveLength(3);
  });
});
