import type { CustomResourceOptions } from "@pulumi/pulumi";
import { describe, expect } from "vitest";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { newRoute } from "../emulator/client";
import { FoundObjects } from "../support/found";
import { unwrapped } from "../support/in-process-dynamic";
import { Places } from "../support/places";
import {
  AgentIngress,
  declare,
  declareAs,
  declaring,
  HttpsEdgeRoute,
  Provider,
  secret,
  sourceProgram,
} from "../support/program";
import { expectNoSecretInClear } from "../support/secrets";
import { continueFromPrevious } from "../support/sequence";
import { failureText, type Program, TestStack, withStack } from "../support/stack";

/**
 * Tests of features of the plugin on the real engine that dynamic resources lack.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

// Fixtures of a file are defined at its top, one for each group of tests.
const switched = withStack();
const filled = withStack({ options: { filledDefaults: "service" } });
const masked = withStack({ options: { secrets: "masked" } }, {}, "plugin");
const previewed = withStack({}, {}, "plugin");

const USES_PLUGIN = "edge-ingress:plugin";

describe("a stack of dynamic resources that is switched to the plugin", () => {
  const it = switched;
  let places: Places;

  it.beforeAll(async ({ emulator }) => {
    places = await Places.create(emulator, cases, ["own"]);
  });

  const programOf =
    ({ apiKey }: Emulator, description: string): Program =>
    async () => {
      for (const testCase of cases)
        declare(testCase.type, testCase.type, {
          ...places.of(testCase, "own"),
          ...testCase.whole.args,
        });
      const provider = new Provider("other", { apiKey: secret(apiKey), maxRetries: 3 });
      new AgentIngress("of-other", { domain: "other.example.com", description }, { provider });
    };

  it("shows no change, is refreshed, changed and destroyed as what it was, and never goes back", async ({
    emulator,
    stack,
  }) => {
    const program = programOf(emulator, "one");
    await stack.up(program);
    const ids = await stack.ids();
    await stack.setConfig(USES_PLUGIN, "true");
    emulator.clearRequests();
    const preview = await stack.preview(program);
    expect(preview.steps).toEqual([]);
    expect(preview.text).toMatch(/Resources:\s+\d+ unchanged/);
    expect((await stack.up(program)).steps).toEqual([]);
    expect(emulator.requests()).toEqual([]);
    expect((await stack.refresh()).steps).toEqual([]);
    const { steps } = await stack.up(programOf(emulator, "two"));
    expect(steps).toEqual([{ op: "update", name: "of-other", paths: ["description"] }]);
    expect(await stack.ids()).toEqual(ids);
    const types = (await stack.exported()).deployment.resources.map(
      ({ type }: { type: string }) => type,
    );
    expect(types.filter((type: string) => type.includes("dynamic"))).toEqual([]);

    await stack.setConfig(USES_PLUGIN, "false");
    const back = await failureText(stack.preview(programOf(emulator, "two")));
    expect(back).toMatch(
      /this stack was migrated to the plugin and cannot switch back: run .*pulumi config set edge-ingress:plugin true/,
    );

    await stack.setConfig(USES_PLUGIN, "true");
    await stack.destroy();
    expect(emulator.objects().filter(({ path }) => !places.isForeign(path))).toEqual([]);
    await expectNoSecretInClear(stack, emulator, "hidden");
  });
});

describe("an object that another party has made", () => {
  const it = filled;
  let found: FoundObjects;

  it.beforeAll(async ({ emulator }) => {
    found = await FoundObjects.make(emulator);
  });

  /** The import id of a route consists of the ids of its edge and of the route. */
  const importId = (testCase: ResourceCase): string =>
    testCase.type === "HttpsEdgeRoute"
      ? `${found.statedOf(testCase).edgeId}/${found.idOf(testCase)}`
      : found.idOf(testCase);

  /** A program with the actual values of every object, like the code that Pulumi writes for an import. */
  async function programOf(
    stack: TestStack,
    options: (testCase: ResourceCase) => CustomResourceOptions,
  ): Promise<Program> {
    const inputs = new Map(
      (await stack.resources()).map(({ name, inputs }) => [name, unwrapped(inputs) as Values]),
    );
    return async () => {
      for (const testCase of cases)
        declareAs(
          "plugin",
          testCase.type,
          testCase.type,
          inputs.get(testCase.type) ?? {},
          options(testCase),
        );
    };
  }

  it("of any kind is imported by its id, and a program with its actual values shows no change", async ({
    emulator,
    stack,
  }) => {
    const resources = cases.map((testCase) => ({
      type: `edge-ingress:index:${testCase.type}`,
      name: testCase.type,
      id: importId(testCase),
    }));
    expect(await stack.import(resources)).toContain(`${cases.length} imported`);
    expect((await stack.refresh()).steps).toEqual([]);
    emulator.clearRequests();
    expect((await stack.preview(await programOf(stack, () => ({})))).steps).toEqual([]);
    expect(emulator.requests()).toEqual([]);
    await expectNoSecretInClear(stack, emulator, "hidden");
  });

  it("is imported by the option of a resource, too", async ({ emulator, stack }) => {
    await using other = await TestStack.create(emulator);
    const program = await programOf(stack, (testCase) => ({
      import: importId(testCase),
      retainOnDelete: true,
    }));
    const { steps } = await other.up(program);
    expect(steps.map(({ op }) => op)).toEqual(cases.map(() => "import"));
    expect((await other.preview(program)).steps).toEqual([]);
  });
});

describe("a route whose client secret the service masks", () => {
  const it = masked;

  const place = { edgeId: "edge_1", matchType: "exact_path", match: "/a" } as const;
  const application = { clientId: "client", clientSecret: "hidden-secret" };

  const stating = (provider1: object) =>
    declaring(() => new HttpsEdgeRoute("route", { ...place, oauth: { provider: { provider1 } } }));

  it("is imported with a warning with advice, which the first `pulumi up` needs", async ({
    emulator,
    stack,
  }) => {
    const oauth = {
      provider: { provider_1: { client_id: "client", client_secret: "hidden-secret" } },
    };
    const routePath = await newRoute(emulator, { oauth }, "edge_1");
    const id = `edge_1/${routePath.split("/").at(-1)}`;
    const text = await stack.import([
      { type: "edge-ingress:index:HttpsEdgeRoute", name: "route", id },
    ]);
    expect(text).toContain(
      "the service does not show oauth.provider.provider1.clientSecret: set it in the program",
    );
    expect(text).toContain("1 imported");
    expect(text).not.toMatch(/bug in the/);
    const refused = await failureText(stack.preview(stating({ clientId: "client" })));
    expect(refused).toContain("requires oauth.provider.provider1.clientSecret to be set");
    emulator.clearRequests();
    const { steps } = await stack.up(stating(application));
    const paths = expect.arrayContaining(["oauth.provider.provider1.clientSecret"]);
    expect(steps).toEqual([{ op: "update", name: "route", paths }]);
    expect((await stack.preview(stating(application))).steps).toEqual([]);
    const [sent] = emulator.requests().filter(({ method }) => method === "PATCH");
    expect(JSON.stringify(sent)).toContain("hidden-secret");
    expect(`${await stack.written()}${stack.printed}`).not.toContain("hidden-secret");
  });

  it("shows in a preview that a module which is taken out of the route stays on the server", async ({
    stack,
  }) => {
    const retaining = declaring(
      () => new HttpsEdgeRoute("route", { ...place, retainRemovedModules: true }),
    );
    const { steps, text } = await stack.preview(retaining);
    expect(steps).toEqual([
      { op: "update", name: "route", paths: ["oauth", "retainRemovedModules"] },
    ]);
    expect(text).toContain("+ retainRemovedModules: true");
  });

  it("is imported by the option of a resource, and the secret sent, in one go", async ({
    emulator,
  }) => {
    await using other = await TestStack.create(emulator, {}, "plugin");
    const [object] = emulator.objects();
    const id = `edge_1/${object?.path.split("/").at(-1)}`;
    const args = { ...place, oauth: { provider: { provider1: application } } };
    const program = declaring(
      () => new HttpsEdgeRoute("route", args, { import: id, retainOnDelete: true }),
    );
    const { steps } = await other.up(program);
    expect(steps.map(({ op }) => op)).toEqual(["import", "update"]);
    expect((await other.preview(program)).steps).toEqual([]);
  });
});

describe("a preview", () => {
  const it = previewed;

  interface Changes {
    readonly domain: string;
    readonly ingress: object;
    readonly policies: string[];
    readonly header: string;
    readonly apiKey: string;
  }

  const programOf = (parameters: Changes): Program =>
    sourceProgram(({ edge }, changes: Changes) => {
      const { AgentIngress, EventDestination, HttpsEdgeRoute, SshCertificateAuthority } = edge;
      const ingress = new AgentIngress("ingress", { domain: changes.domain, ...changes.ingress });
      new EventDestination("dependent", {
        format: "json",
        target: { monitoring: { apiKey: "hidden-1", tags: ingress.uri } },
      });
      new SshCertificateAuthority("authority", {
        description: ingress.nsTargets.apply(([first]) => String(first)),
      });
      new EventDestination("secret", {
        format: "json",
        target: { monitoring: { apiKey: changes.apiKey } },
      });
      new HttpsEdgeRoute("route", {
        edgeId: ingress.uri.apply((uri) => `edge_${uri.length}`),
        matchType: "exact_path",
        match: "/",
        ipRestriction: { ipPolicyIds: changes.policies },
        requestHeaders: {
          add: { [changes.header]: "1", ...(changes.header === "x-a" && { "X-B": "2" }) },
        },
      });
    }, parameters);

  it("of a harmless change shows what changes and nothing else, and no secret", async ({
    emulator,
    stack,
  }) => {
    const none = {};
    await stack.up(
      programOf({
        domain: "a.example.com",
        ingress: none,
        policies: ["p1", "p2", "p3"],
        header: "X-A",
        apiKey: "hidden-2",
      }),
    );
    emulator.clearRequests();
    const { steps, text } = await stack.preview(
      programOf({
        domain: "A.Example.com",
        ingress: { description: "new", certificateManagementPolicy: { authority: "letsencrypt" } },
        policies: ["p3", "p1", "p2", "p4"],
        header: "x-a",
        apiKey: "hidden-3",
      }),
    );
    expect(steps.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { op: "update", name: "ingress", paths: ["certificateManagementPolicy", "description"] },
      {
        op: "update",
        name: "route",
        paths: ["ipRestriction.ipPolicyIds[3]", 'requestHeaders.add["X-B"]'],
      },
      { op: "update", name: "secret", paths: ["target.monitoring.apiKey"] },
    ]);
    expect(text).toMatch(/\+ \[3\]: "p4"/);
    expect(text).toMatch(/\+ X-B\s*: "2"/);
    expect(text).toContain("~ apiKey: [secret] => [secret]");
    expect(text).not.toMatch(/p1|domain|\[unknown\]|hidden/);
    expect(emulator.requests()).toEqual([]);
  });
});
