import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import type { Values } from "../../../src/core/schema/values";
import type { Emulator } from "../../../src/emulator";
import { members } from "../../emulator/client";
import { FORMS } from "../../support/forms";
import { AgentIngress, declare, declaring, HttpsEdgeRoute } from "../../support/program";
import { TestStack, withStack } from "../../support/stack";

/**
 * Tests that values of a program and of the service with the same meaning are not a change, whoever created the object.
 */

const it = withStack();

it.afterEach(({ emulator }) => emulator.reset());

const place = { edgeId: "edge_1", matchType: "exact_path", match: "/a" } as const;

describe("a route that is imported by the option of a resource, and for which the service has chosen values", () => {
  const fitting = {
    ...place,
    circuitBreaker: { volumeThreshold: 5 },
    oauth: { provider: { provider1: {} } },
  };

  async function created(emulator: Emulator): Promise<string> {
    emulator.configure({ filledDefaults: "service" });
    const body = {
      match_type: "exact_path",
      match: "/a",
      circuit_breaker: { volume_threshold: 5 },
      oauth: { provider: { provider_1: {} } },
    };
    const { id } = await members(emulator, "POST", "/edges/https/edge_1/routes", body);
    return `edge_1/${String(id)}`;
  }

  it("does not differ from the program that leaves these values out", async ({ emulator }) => {
    const id = await created(emulator);
    await using stack = await TestStack.create(emulator, {}, "plugin");
    const program = declaring(() => new HttpsEdgeRoute("r", fitting, { import: id }));
    emulator.clearRequests();
    const { steps } = await stack.up(program);
    expect(steps).toEqual([{ op: "import", name: "r", paths: [] }]);
    expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect((await stack.preview(program)).steps).toEqual([]);
    await stack.refresh();
    expect((await stack.preview(program)).steps).toEqual([]);
  });

  it("does not differ from the program that states them, before and after a refresh", async ({
    emulator,
  }) => {
    const id = await created(emulator);
    await using stack = await TestStack.create(emulator, {}, "plugin");
    await stack.import([{ type: "edge-ingress:index:HttpsEdgeRoute", name: "r", id }]);
    const [stored] = (await stack.resources()).filter(({ name }) => name === "r");
    expect(stored?.inputs).toHaveProperty("circuitBreaker.numBuckets");
    const args = Object.fromEntries(
      Object.entries(stored?.inputs ?? {}).filter(([name]) => !name.startsWith("__")),
    );
    const program = declaring(() => declare("HttpsEdgeRoute", "r", args));
    expect((await stack.preview(program)).steps).toEqual([]);
    await stack.refresh();
    expect((await stack.preview(program)).steps).toEqual([]);
    await stack.up(
      declaring(() =>
        declare("HttpsEdgeRoute", "r", { ...args, circuitBreaker: { numBuckets: 7 } }),
      ),
    );
    expect(emulator.objects()[0]?.body.circuit_breaker).toMatchObject({ num_buckets: 7 });
  });
});

describe.each(FORMS)(
  "a service that stores texts in another spelling does not cause a change of %s resources",
  (form) => {
    it("with and without a refresh", async ({ emulator }) => {
      await using stack = await TestStack.create(emulator, {}, form);
      const program = declaring(() => {
        new AgentIngress("ingress", {
          domain: "XN--Bcher-kva.example",
          description: "two\r\nlines\n",
        });
        const users = { emailDomains: ["Bücher.example"], emailAddresses: ["Ann@Example.com"] };
        new HttpsEdgeRoute("route", {
          ...place,
          match: "Bücher.example/Path",
          oauth: { provider: { provider2: users } },
          webhookVerification: { provider: "GitHub", secret: "s" },
          requestHeaders: { add: { "X-A": " v" }, remove: ["X-B"] },
        });
      });
      await stack.up(program);
      const respelled: Readonly<Record<string, Values>> = {
        agent_ingress: { domain: "bücher.example", description: "two\nlines" },
        https_edge_route: { match: "xn--bcher-kva.example/Path" },
      };
      for (const { kind, path, body } of emulator.objects()) {
        emulator.edit(path, respelled[kind] ?? {});
        if (kind === "https_edge_route") respellModules(emulator, path, body);
      }
      expect((await stack.preview(program, { refresh: true })).steps).toEqual([]);
      await stack.refresh();
      expect((await stack.preview(program)).steps).toEqual([]);
    });
  },
);

function respellModules(
  emulator: Emulator,
  path: string,
  body: Readonly<Record<string, unknown>>,
): void {
  const { oauth, webhook_verification, request_headers } = body as Readonly<Record<string, object>>;
  const provider = {
    provider_2: { email_domains: ["xn--bcher-kva.example"], email_addresses: ["ann@example.com"] },
  };
  emulator.edit(path, {
    oauth: { ...oauth, provider },
    webhook_verification: { ...webhook_verification, provider: "github" },
    request_headers: { ...request_headers, add: { "x-a": "v" }, remove: ["x-b"] },
  });
}

/** A service that stores the match of routes in lower case. */
async function loweringService(emulator: Emulator) {
  const server = createServer(async (request, response) => {
    const { method = "GET", url } = request;
    const sent = await text(request);
    const body =
      sent === ""
        ? {}
        : {
            body: sent.replace(
              /("match":")([^"]*)/,
              (_, name, match) => name + match.toLowerCase(),
            ),
          };
    const { authorization = "", "service-version": version = "" } = request.headers as Readonly<
      Record<string, string>
    >;
    const type = sent === "" ? {} : { "content-type": "application/json" };
    const answer = await fetch(emulator.url + url, {
      method,
      headers: { authorization, "service-version": version, ...type },
      ...body,
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    ...emulator,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.each(FORMS)(
  "a service that stores a text in a spelling that no table names (%s)",
  (form) => {
    it("causes one warning, and no change afterwards, with and without a refresh", async ({
      emulator,
    }) => {
      await using service = await loweringService(emulator);
      await using stack = await TestStack.create(service, {}, form);
      const program = (description: string) =>
        declaring(() => new HttpsEdgeRoute("route", { ...place, match: "/Path", description }));
      const warning = "the service stores match with other letter case than the program has";
      expect((await stack.up(program("one"))).text).toContain(warning);
      expect((await stack.preview(program("one"))).steps).toEqual([]);
      expect((await stack.preview(program("one"), { refresh: true })).steps).toEqual([]);
      await stack.refresh();
      expect((await stack.preview(program("one"))).steps).toEqual([]);
      expect((await stack.up(program("two"))).text).not.toContain(warning);
      expect((await stack.preview(program("two"), { refresh: true })).steps).toEqual([]);
      for (const { path } of emulator.objects()) emulator.edit(path, { match: "/other" });
      expect(
        (await stack.preview(program("two"), { refresh: true })).steps.map(({ op }) => op),
      ).toContain("update");
    });
  },
);
