import { describe, expect } from "vitest";
import { type AccountReader, edgeWithoutModulesNote, readAccount } from "../../src/account/account";
import { type NamedObject, namedObjectLabel } from "../../src/account/ids/named-objects";
import { withApi } from "../emulator/api";
import { readerOf } from "./reader";

/** Tests of reading an account from the local server. */

const HTTPS: NamedObject = { kind: "https-edge", id: "edghts_1" };

/** Tests with a server, and with an agent ingress for each domain that a test names. */
const it = withApi().extend("ingressesOf", ({ api }) => async (...domains: string[]) => {
  for (const domain of domains) await api.members("POST", "/agent_ingresses", { domain });
});

const domainsOf = async (reader: AccountReader) =>
  (await readAccount(reader, [])).objects.map(({ outputs }) => outputs.domain);

describe("an account", () => {
  it("is read page by page, by GET requests alone, the oldest object first", async ({
    emulator,
    ingressesOf,
  }) => {
    emulator.configure({ pageSize: 2 });
    const domains = [
      "c.example.com",
      "a.example.com",
      "b.example.com",
      "e.example.com",
      "d.example.com",
    ];
    await ingressesOf(...domains);
    emulator.clearRequests();
    expect(await domainsOf(readerOf(emulator))).toEqual(domains);
    expect(emulator.requests().map(({ method }) => method)).toEqual(Array(5).fill("GET"));
  });

  it("has each object once if a list grows while it is read", async ({ emulator, ingressesOf }) => {
    await ingressesOf("a.example.com", "b.example.com", "c.example.com");
    const [newest, middle, oldest] = emulator
      .objects()
      .map(({ body }) => body)
      .reverse();
    const pages = [
      {
        ingresses: [newest, middle],
        uri: "/agent_ingresses",
        next_page_uri: "/agent_ingresses?page=2",
      },
      { ingresses: [middle, oldest], uri: "/agent_ingresses", next_page_uri: null },
    ];
    for (const body of pages)
      emulator.addFault({ method: "GET", path: "/agent_ingresses", status: 200, body });
    expect(await domainsOf(readerOf(emulator))).toEqual([
      "a.example.com",
      "b.example.com",
      "c.example.com",
    ]);
  });

  it.for([[null], ["text"], [{}]])(
    "has an error for an item of a list without an id: %j",
    async ([item], { emulator, ingressesOf }) => {
      await ingressesOf("a.example.com");
      const [ingress] = emulator.objects().map(({ body }) => body);
      const body = { ingresses: [item, ingress], uri: "/agent_ingresses", next_page_uri: null };
      emulator.addFault({ method: "GET", path: "/agent_ingresses", status: 200, body });
      const { objects, skipped } = await readAccount(readerOf(emulator), []);
      expect(objects.map(({ outputs }) => outputs.domain)).toEqual(["a.example.com"]);
      expect(skipped).toEqual([{ type: "AgentIngress", id: "?", reason: expect.any(String) }]);
    },
  );

  it.for(["404", "null", "empty", "disabled"] as const)(
    "has the modules of named edges and named routes, if the service answers %s for others",
    async (unsetModule, { emulator, api }) => {
      emulator.configure({ unsetModule, filledDefaults: "none" });
      const route = await api.newRoute({ compression: { enabled: true } });
      await api.members("PUT", "/edges/tcp/edgtcp_1/backend", { backend_id: "bkdtcp_1" });
      emulator.clearRequests();
      const named: NamedObject[] = [
        HTTPS,
        { kind: "tcp-edge", id: "edgtcp_1" },
        { kind: "route", edgeId: "edghts_1", id: route.split("/").at(-1) ?? "" },
        { kind: "route", edgeId: "edghts_1", id: "gone" },
        { kind: "tls-edge", id: "edgtls_1" },
      ];
      const { objects, missingRoutes, edgesWithoutModules } = await readAccount(
        readerOf(emulator),
        named,
      );
      expect(
        objects.map(({ definition, outputs }) => [definition.type, outputs.backendId]),
      ).toEqual([
        ["TcpEdgeBackend", "bkdtcp_1"],
        ["HttpsEdgeRoute", undefined],
      ]);
      expect(missingRoutes.map(namedObjectLabel)).toEqual(["route edghts_1/gone"]);
      expect(edgesWithoutModules.map(edgeWithoutModulesNote)).toEqual([
        "HTTPS edge edghts_1 has neither mutual TLS nor TLS termination",
        "TLS edge edgtls_1 has no mutual TLS, or does not exist: the API does not show edges",
      ]);
      expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
    },
  );

  const route: NamedObject = { kind: "route", edgeId: "edghts_1", id: "edghtsrt_1" };
  const path = "/edges/https/edghts_1/routes/edghtsrt_1";
  const config = { "edge-ingress:maxRetries": "0" };

  it.for([400, 410, 422, 500])(
    "skips an object for which the service answers %d",
    async (status, { emulator }) => {
      emulator.addFault({ method: "GET", path, status, times: "always" });
      const { skipped } = await readAccount(readerOf(emulator, config), [route]);
      expect(skipped).toMatchObject([{ type: "HttpsEdgeRoute", id: "edghtsrt_1" }]);
    },
  );

  it.for([401, 403, 408, 429, 502, 503, 504])(
    "fails if the service answers %d, which concerns all objects",
    async (status, { emulator }) => {
      const headers = { "Retry-After": "3600" };
      emulator.addFault({ method: "GET", path, status, headers, times: "always" });
      const reading = readAccount(readerOf(emulator, config), [route]);
      await expect(reading).rejects.toMatchObject({ status });
    },
  );

  it("names the secrets that the service masks, and not those that are not set", async ({
    emulator,
    api,
  }) => {
    emulator.configure({ secrets: "masked" });
    const target = { monitoring: { api_key: "canary" } };
    await api.members("POST", "/event_destinations", { format: "json", target });
    const route = await api.newRoute({
      webhook_verification: { provider: "github", secret: "canary" },
      oauth: { provider: { provider_1: {} } },
    });
    const named = { kind: "route", edgeId: "edghts_1", id: route.split("/").at(-1) ?? "" } as const;
    const { objects } = await readAccount(readerOf(emulator), [named]);
    expect(objects.map(({ masked }) => masked)).toEqual([
      ["target.monitoring.apiKey"],
      ["webhookVerification.secret"],
    ]);
    expect(JSON.stringify(objects.map(({ outputs }) => outputs))).not.toMatch(/canary|\*\*\*/);
  });
});
