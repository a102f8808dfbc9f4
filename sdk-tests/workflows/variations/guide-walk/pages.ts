import { expect } from "vitest";
import { newIngress, newRoute } from "../../../emulator/client";
import { REVIEWED_ROUTE } from "../../../support/reviewed-route";
import { createSessionAccount } from "../../../support/session-account";
import { skippedIn } from "./left-out";
import { type GuideWalk, programsOf } from "./walk";

/** The steps of a reader on each page, in the order in which the pages are read. */
export const pages: Readonly<Record<string, (walk: GuideWalk) => Promise<void>>> = {
  "guides/certificates-and-dns": async ({ reader }) => {
    await reader.follow("Certificates and DNS");
    await reader.typeInline("pulumi up");
    await reader.typeInline("pulumi refresh");
    expect(await reader.bash("pulumi stack output nsRecords")).toContain("ns1.");
    await reader.follow("Clean up");
  },

  "guides/events": async ({ reader }) => {
    await reader.follow("Events");
    const answers = { monitoringApiKey: "canary-monitoring" };
    await reader.follow("Rotate credentials", {}, { answers });
    await reader.typeInline("pulumi up");
    expect(await reader.local.objects()).toHaveLength(2);
    await reader.follow("Clean up");
  },

  "guides/look-up": async (walk) => {
    const { reader } = walk;
    const ids = await createSessionAccount(walk.server);
    const before = await reader.local.objects();
    await reader.follow("Look up existing objects");
    await reader.follow("As a resource", ids);
    await reader.follow("By a function");
    await reader.bash("pulumi up");
    expect(JSON.parse(await reader.bash("pulumi stack output --json"))).toMatchObject({
      domain: "connect.example.com",
      match: "/api",
      monitoringApiKey: "[secret]",
    });
    await reader.follow("Clean up");
    expect(await reader.local.objects()).toEqual(before);
    await walk.removeObjects();
  },

  "guides/recipes": async ({ reader }) => {
    const [protectedRoute = ""] = programsOf("guides/protect-a-route");
    const [beginning] = protectedRoute.split(/^(?=const admin)/m);
    const [publicPath, maintenance, colors, edges] = programsOf("guides/recipes");
    await reader.follow("Recipes");
    await reader.write("index.ts", [beginning, publicPath, maintenance].join("\n"));
    reader.requireTypeCheck();
    await reader.follow("Maintenance mode");
    const backends = (await reader.local.objects()).filter(({ path }) => path.endsWith("/backend"));
    expect(backends.map(({ body }) => body.enabled).sort()).toEqual([false, true, true]);
    await reader.write("index.ts", [beginning, colors, edges].join("\n"));
    reader.requireTypeCheck();
    await reader.bash("pulumi config set blueBackend bkdhr_blue");
    await reader.bash(`pulumi config set edges '["edghts_1", "edghts_2"]'`);
    await reader.bash("pulumi up");
    await reader.follow("Clean up");
  },

  "guides/unit-test": async ({ reader }) => {
    await reader.follow("Test a program");
    await reader.typeInline("npx vitest run");
    expect(reader.output).toMatch(/Tests .*2 passed/);
  },

  "guides/protect-a-route": async ({ reader }) => {
    await reader.follow("Require an OAuth login");
    const answers = { clientSecret: "canary-client" };
    await reader.follow("Require an OpenID Connect login", {}, { answers });
    const skipped = skippedIn("guides/protect-a-route", "Check who gets in");
    await reader.follow("Check who gets in", {}, { skipped });
    expect(reader.output).toMatch(/login \(OAuth\): .*example/);
    await reader.typeInline("pulumi up");
    expect(
      await reader.bash("npx edge-ingress explain /intranet --edge edghts_1 --stack protect"),
    ).toContain("weak");
    await reader.follow("Clean up");
  },

  "guides/split-ownership": async (walk) => {
    const { reader } = walk;
    const [platform = "", security = ""] = programsOf("guides/split-ownership").flatMap((program) =>
      program.split(/^(?=\/\/ Stack of the security team)/m),
    );
    await walk.withStack("platform", `${IDS}${platform}`, async () => {
      const { routeId } = await walk.deployedRoute();
      const program = `${IDS}const routeId = "${routeId}";\n${security}`;
      await walk.withStack("security", program, async () => {
        const paths = (await reader.local.objects()).map(({ path }) => path);
        expect(paths).toContain(`/edges/https/edghts_1/routes/${routeId}/oauth`);
      });
    });
  },

  "guides/keys": async (walk) => {
    const { reader } = walk;
    await walk.returnToDev();
    await reader.bash("(unset EDGE_INGRESS_API_KEY; pulumi preview)");
    await reader.typeInline(
      "pulumi config set --secret edge-ingress:apiKey --stack prod",
      { "--stack prod": "--stack dev" },
      { answers: { "edge-ingress:apiKey": walk.server.apiKey } },
    );
    await reader.bash("(unset EDGE_INGRESS_API_KEY; pulumi up)");
  },

  "guides/rotate-keys": async (walk) => {
    await walk.returnToDev();
    const answers = { "edge-ingress:apiKey": "local-api-key" };
    await walk.reader.follow("The API key", {}, { answers });
  },

  review: async (walk) => {
    const { reader } = walk;
    await walk.returnToDev();
    await reader.edit("index.ts", "AgentIngress }", "AgentIngress, HttpsEdgeRoute }");
    await reader.edit("index.ts", /(?=export const)/, REVIEWED_ROUTE);
    await reader.bash("pulumi up");
    const login = (await reader.local.objects()).find(({ path }) => path.endsWith("/oauth"));
    await reader.edit("index.ts", / {2}certificateManagementPolicy.*\n/, "");
    await reader.follow("Review a preview");
    expect(reader.output).toContain("certificates-unmanaged");
    await reader.follow("Accept a finding");
    await reader.local.remove(login?.path ?? "");
    await reader.follow("Review drift");
  },

  "guides/ci-review": async (walk) => {
    await walk.returnToDev();
    await walk.reader.follow("Review in CI");
  },

  policies: async (walk) => {
    await walk.returnToDev();
    await walk.reader.follow("A policy pack");
    expect(walk.reader.output).toContain("edge-ingress");
  },

  expectations: async (walk) => {
    const { reader } = walk;
    await walk.withStack("prod", EXPECTED, async () => {
      const [expectations = ""] = programsOf("expectations", "yaml");
      await reader.write("expectations.yaml", expectations);
      for (const file of ["staging.json", "prod.json"])
        await reader.bash(`pulumi stack export --file ${file}`);
      await reader.follow("Test expectations", {}, { skipped: ["/shop on edge edghts_1"] });
      expect(reader.output).toContain("served by route /admin");
    });
  },

  map: async (walk) => {
    const { reader } = walk;
    await walk.withStack("prod", EXPECTED, async () => {
      const { routeId, match } = await walk.deployedRoute();
      await reader.bash("pulumi stack export --file export.json");
      await reader.follow("Draw a map", { edghtsrt_1: routeId });
      expect(await reader.contents("account.html")).toContain(match);
    });
  },

  "guides/promotion": async ({ reader }) => {
    await reader.follow("Promotion");
    await reader.follow("Deploy the plan that was reviewed");
    await reader.follow("Compare two stages");
    await reader.follow("Clean up");
  },

  "stack-diff": async (walk) => {
    const { reader } = walk;
    await walk.returnToDev();
    await reader.bash("pulumi stack export --file before.json");
    const program = await reader.contents("index.ts");
    const changed = program.replace("connect.example.com", "connect.prod.example.com");
    await walk.withStack("prod", changed, async () => {
      await reader.bash("pulumi stack export --file after.json");
      await reader.follow("Compare stacks", {}, { highestExitCode: 1 });
    });
  },

  "guides/drift": async (walk) => {
    await walk.returnToDev();
    await walk.reader.follow("Drift");
    await walk.reader.follow("What the stacks and the account have");
  },

  "guides/conformance": async ({ reader }) => {
    await reader.follow("Before you start");
    await reader.follow("Run it");
    await reader.follow("Test against a server like your service");
  },

  "guides/state-backends": async (walk) => {
    const { reader } = walk;
    await walk.returnToDev();
    const skipped = skippedIn("guides/state-backends", "State backends");
    await reader.follow("State backends", {}, { skipped });
    await reader.follow("Secrets");
    await reader.follow("Moving a stack", { "/srv/pulumi": reader.emptyFolder("srv") });
    await reader.bash("pulumi preview --expect-no-changes");
  },

  "guides/several-accounts": async (walk) => {
    const { reader } = walk;
    const values = { "https://api.example.com": walk.server.url };
    const answers = { prodApiKey: walk.server.apiKey, "read -rs": `${walk.server.apiKey}\n` };
    await reader.follow("Several accounts", values, { answers });
    await reader.bash("pulumi up");
    await reader.follow("What each account contains", {}, { answers });
    expect(reader.output).toContain("connect.staging.example.com");
    await reader.follow("Clean up");
  },

  "guides/large-stacks": async (walk) => {
    const { reader } = walk;
    await createSessionAccount(walk.server);
    await newIngress(walk.server, "connect.eu.example.com");
    for (const [option, project] of Object.entries(SPLITS)) {
      const command = `npx edge-ingress import parts ${option} --https-edge edghts_1 --dry-run`;
      await reader.typeInline(option, { [option]: command });
      expect(reader.output).toContain(`\n${project}:\n`);
    }
    await walk.removeObjects();
  },

  "guides/disaster-recovery": async (walk) => {
    const { reader } = walk;
    await walk.returnToDev();
    await reader.follow("Disaster recovery");
    await reader.follow("The state is lost");
    const [ingress] = await reader.local.objects();
    await reader.local.remove(ingress?.path ?? "");
    await reader.follow("An object was deleted by hand");
    expect(await reader.local.objects()).toHaveLength(1);
    await reader.follow("A key has leaked");
  },

  import: async (walk) => {
    const { reader } = walk;
    await walk.returnToDev();
    await reader.bash("pulumi destroy");
    const ids = await createSessionAccount(walk.server);
    await reader.follow("A session", { ...ids, "https://api.example.com": walk.server.url });
    await reader.bash("pulumi destroy --stack prod");
  },

  "guides/import": async (walk) => {
    const { reader } = walk;
    const { id } = await newIngress(walk.server, "connect.example.com");
    const backend = { backend_id: "bkdhr_1" };
    const route = await newRoute(walk.server, {
      match_type: "path_prefix",
      match: "/api",
      backend,
    });
    const ids = { agin_1: String(id), edghtsrt_1: route.split("/").at(-1) ?? "" };
    await reader.follow("With the plugin", ids);
    await reader.typeInline("pulumi preview");
    await reader.typeInline("pulumi up");
    await reader.bash("pulumi preview --expect-no-changes");
    await reader.follow("Dynamic resources", ids, { highestExitCode: 1 });
    expect(reader.output).toContain("Add to the program");
    await walk.removeObjects();
  },

  "guides/migrate-to-plugin": async (walk) => {
    await walk.returnToDev();
    await walk.reader.follow("Migrate to the plugin");
    expect(await walk.reader.bash("pulumi stack --show-urns")).toContain(
      "edge-ingress:index:AgentIngress",
    );
  },

  "guides/leave": async (walk) => {
    const { reader } = walk;
    await walk.returnToDev();
    await reader.follow("Stop managing objects without deleting them");
    expect(await reader.local.objects()).toHaveLength(1);
    await reader.follow("Uninstall");
  },
};

/** The ids that the programs of the page on ownership leave to the reader. */
const IDS = `
import { HttpsEdgeRoute, HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";

const edgeId = "edghts_1";
const backendId = "bkdhr_1";
`;

/** A project that each option of the page on large stacks makes. */
const SPLITS = {
  "--split edge": "https-edge-edghts_1",
  "--split kind": "agent-ingresses",
  "--split count:500": "agent-ingresses-1",
  '--split "pattern:*.eu.example.com,*.us.example.com"': "eu-example-com",
};

/** A program that meets the expectations of their page. */
const EXPECTED = `
import { HttpsEdgeRoute, HttpsEdgeTlsTermination } from "pulumi-edge-ingress";

const edgeId = "edghts_1";
const backend = { backendId: "bkdhr_1" };
new HttpsEdgeTlsTermination("tls", { edgeId, minVersion: "1.2" });
new HttpsEdgeRoute("admin", {
  edgeId,
  matchType: "path_prefix",
  match: "/admin",
  backend,
  oauth: { provider: { provider3: { emailDomains: ["acme.example"] } } },
});
new HttpsEdgeRoute("health", { edgeId, matchType: "exact_path", match: "/health", backend });
`;
