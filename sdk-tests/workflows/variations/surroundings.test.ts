import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Values } from "../../../src/core/schema/values";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { FORMS, type FormName } from "../../support/forms";
import { provider, routeOn } from "../../support/moving-modules";
import { preload } from "../../support/preload";
import { declareAs, sourceProgram } from "../../support/program";
import { CA_FILE, connectProxy, secureServer } from "../../support/secure";
import { failureText, type Program, TestStack } from "../../support/stack";

/** Tests of real environments of the provider, with Pulumi's engine: a proxy, a private CA, large values. */

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ hostNames: ["api.example.com"] });
});

beforeEach(() => {
  emulator.reset();
  emulator.clearFaults();
});

afterAll(() => emulator.close());

/** An ingress in each form. */
const ingresses: Program = async () => {
  for (const form of FORMS)
    declareAs(form, "AgentIngress", form, { domain: `${form}.example.com` });
};

it("both forms reach a server of a private CA through the proxy of HTTPS_PROXY or https_proxy, and log it", async () => {
  await using server = await secureServer(emulator.url);
  await using proxy = await connectProxy(server.port);
  const address = `http://user:canary@127.0.0.1:${proxy.port}`;
  await using stack = await TestStack.create(
    { url: "https://api.example.com", apiKey: emulator.apiKey },
    { NODE_EXTRA_CA_CERTS: CA_FILE, HTTPS_PROXY: address },
  );
  emulator.addFault({ method: "POST", status: 429, headers: { "Retry-After": "6" }, times: 2 });
  const { text } = await stack.up(ingresses);
  expect(emulator.objects()).toHaveLength(2);
  expect(text).toMatch(/AgentIngress \(plugin\):\n +retrying POST \/agent_ingresses in 6 s/);
  expect(proxy.requestedHosts.splice(0)).toContain("api.example.com:443");

  stack.setEnvironment("HTTPS_PROXY", "");
  stack.setEnvironment("https_proxy", address);
  await stack.destroy();
  expect(emulator.objects()).toEqual([]);
  expect(proxy.requestedHosts).toContain("api.example.com:443");
  expect(stack.printed).not.toContain("canary");
});

it("both forms reach a server of a private CA at an IPv6 address, and name the variable if its file does not exist", async () => {
  await using server = await secureServer(emulator.url, "::1");
  const service = { url: `https://[::1]:${server.port}`, apiKey: emulator.apiKey };
  await using stack = await TestStack.create(service, {
    NODE_EXTRA_CA_CERTS: "/nonexistent/ca.pem",
  });
  const message = await failureText(stack.up(ingresses));
  expect(
    message.match(/check that the file of NODE_EXTRA_CA_CERTS exists/g)?.length,
  ).toBeGreaterThanOrEqual(FORMS.length);
  stack.setEnvironment("NODE_EXTRA_CA_CERTS", CA_FILE);
  await stack.up(ingresses);
  expect(emulator.objects()).toHaveLength(2);
  await stack.destroy();
  expect(emulator.objects()).toEqual([]);
});

/** A route with a login, whose arguments a transform changes. */
const transformed = (set: Values, remove: readonly string[] = []) =>
  sourceProgram(
    ({ edge, pulumi }, { site, set, remove }) => {
      const isKept = ([name]: [string, unknown]) => !remove.includes(name);
      pulumi.runtime.registerResourceTransform(({ type, props, opts }) => {
        if (!type.endsWith(":HttpsEdgeRoute")) return undefined;
        return {
          props: { ...Object.fromEntries(Object.entries(props).filter(isKept)), ...set },
          opts,
        };
      });
      new edge.HttpsEdgeRoute("site", site);
    },
    { site: routeOn("edge_1", { oauth: { provider } }), set, remove },
  );

it.each(FORMS)(
  "a transform changes, adds and removes arguments and modules of a route, as %s",
  async (form) => {
    await using stack = await TestStack.create(emulator, {}, form);
    await stack.up(transformed({ description: "added", compression: { enabled: true } }));
    const [created] = emulator.objects();
    expect(created?.body).toMatchObject({
      description: "added",
      compression: { enabled: true },
      oauth: { enabled: true },
    });
    const without = transformed({}, ["oauth"]);
    const { text } = await stack.up(without);
    expect(text).not.toContain("this run leaves that resource out");
    expect(emulator.objects()[0]?.body).toMatchObject({ oauth: null });
    expect((await stack.preview(without)).steps).toEqual([]);
    const refused = transformed({ compression: { enabld: true }, match: 7 });
    expect(await failureText(stack.up(refused))).toMatch(
      /compression\.enabld is not an argument; did you mean/,
    );
    await stack.destroy();
    expect(emulator.objects()).toEqual([]);
  },
);

const MEGABYTE = 1_000_000;

/** Routes with 1 MB in texts of a module, in a header's value, and in free JSON. */
const largeRoutes = (form: FormName, letter: string) => async () => {
  const large = letter.repeat(MEGABYTE);
  const route = { edgeId: "edge_1", matchType: "path_prefix", backend: { backendId: "bkd_1" } };
  const actions = { type: "custom-response", config: { content: large } };
  declareAs(form, "HttpsEdgeRoute", "saml", {
    ...route,
    match: "/s",
    saml: { idpMetadata: large },
  });
  declareAs(form, "HttpsEdgeRoute", "headers", {
    ...route,
    match: "/h",
    requestHeaders: { add: { "x-large": large } },
  });
  declareAs(form, "HttpsEdgeRoute", "policy", {
    ...route,
    match: "/p",
    policy: { inbound: { actions } },
  });
};

it.each(FORMS)(
  "values of 1 MB are created, refreshed and changed, and survive a failed update, as %s",
  async (form) => {
    await using stack = await TestStack.create(emulator, { NODE_OPTIONS: preload("fast-clock") });
    await stack.up(largeRoutes(form, "a"));
    expect((await stack.preview(largeRoutes(form, "a"), { refresh: true })).steps).toEqual([]);
    emulator.addFault({ method: "PATCH", status: 500, times: "always", when: "after" });
    await failureText(stack.up(largeRoutes(form, "b")));
    expect((await stack.ids()).size).toBe(3);
    emulator.clearFaults();
    expect((await stack.up(largeRoutes(form, "b"))).steps).toHaveLength(3);
    expect((await stack.preview(largeRoutes(form, "b"))).steps).toEqual([]);
    expect(JSON.stringify(emulator.objects())).not.toContain("aaaa");
    await stack.destroy();
    expect(emulator.objects()).toEqual([]);
  },
);
