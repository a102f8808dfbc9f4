import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../src/emulator";
import { newDestination, newIngress, newRoute } from "../emulator/client";
import { root, textOf } from "../support/files";
import { folderOfTest, folderOfTests } from "../support/folders";
import { makeVenv } from "../support/python-venv";
import { type GuideLanguage, languages, yaml } from "./guide-languages";
import { expectOnlyReads, GuideProject, INTRODUCTION, listings, objectsOf } from "./guide-project";

/**
 * Tests of the programs and commands of the guides, taken from the pages, in every language of the pages. All languages
 * of a guide have the same expectation, because their programs have the same effects.
 */

const venvFolder = folderOfTests();

beforeAll(() => makeVenv(venvFolder));

const ROUTE = "/edges/https/edghts_1/routes/edghtsrt_ID";
const BACKEND = { enabled: true, backend: { id: "bkdhr_1" } };

const destinations = (monitoringApiKey: string) => [
  {
    "local /event_destinations/evdst_ID": {
      format: "json",
      target: {
        cloud_logs: {
          auth: { role: { role_arn: "arn:cloud:iam::123456789012:role/events" } },
          log_group_arn: "arn:cloud:logs:eu-central-1:123456789012:log-group:audit",
        },
      },
    },
  },
  {
    "local /event_destinations/evdst_ID": {
      format: "json",
      target: { monitoring: { api_key: monitoringApiKey } },
    },
  },
];

const idIn = (path: string): string => path.split("/").at(-1) ?? "";

async function expectProtected(language: GuideLanguage): Promise<void> {
  await using server = await startEmulator();
  await using project = await GuideProject.withProgram({
    page: "protect-a-route",
    language,
    server,
    venvFolder,
  });
  await project.type("pulumi stack init dev");
  await project.follow("Require an OAuth login");
  await project.follow("Require an OpenID Connect login", {
    clientSecret: "clientSecret canary-client",
  });
  expect(await project.follow("Check who gets in", { "https://HOST": server.url })).toMatch(
    /oauth.*example/is,
  );
  expect(await project.type("cat preview.json")).toContain("intranet");
  expect(
    await project.type("edge-ingress explain /intranet --edge edghts_1 preview.json"),
  ).toContain("weak");
  await project.deploy();
  expect(
    await project.type("edge-ingress explain /admin/users --edge edghts_1 --stack protect"),
  ).toMatch(/oauth/i);
  expect(objectsOf(server)).toEqual([
    { [`local ${ROUTE}`]: { match_type: "path_prefix", match: "/admin" } },
    { [`local ${ROUTE}`]: { match_type: "path_prefix", match: "/intranet" } },
    { [`local ${ROUTE}/backend`]: BACKEND },
    { [`local ${ROUTE}/backend`]: BACKEND },
    {
      [`local ${ROUTE}/oauth`]: {
        enabled: true,
        cookie_prefix: "service.",
        provider: { provider_1: { organizations: ["example"] } },
      },
    },
    {
      [`local ${ROUTE}/oidc`]: {
        enabled: true,
        cookie_prefix: "service.",
        issuer: "https://login.example.com",
        client_id: "intranet",
        client_secret: "canary-client",
        scopes: ["openid", "email"],
      },
    },
  ]);
  await project.expectUnchanged(server);
  await project.type("pulumi destroy");
  expect(server.objects()).toEqual([]);
}

async function expectDelivered(language: GuideLanguage): Promise<void> {
  await using server = await startEmulator();
  await using project = await GuideProject.withProgram({
    page: "events",
    language,
    server,
    venvFolder,
  });
  await project.type("pulumi stack init dev");
  await project.follow(INTRODUCTION);
  await project.follow("Rotate credentials", { monitoringApiKey: "monitoringApiKey canary-first" });
  await project.deploy();
  expect(objectsOf(server)).toEqual(destinations("canary-first"));
  await project.expectUnchanged(server);

  await project.follow("Rotate credentials", {
    monitoringApiKey: "monitoringApiKey canary-second",
  });
  await project.type("pulumi up");
  const sent = server.requests().filter(({ method }) => method !== "GET");
  expect(sent.map(({ method }) => method)).toEqual(["PATCH"]);
  expect(objectsOf(server)).toEqual(destinations("canary-second"));
  await project.expectUnchanged(server);
  await project.type("pulumi destroy");
  expect(server.objects()).toEqual([]);
}

async function expectLookedUp(language: GuideLanguage): Promise<void> {
  await using server = await startEmulator();
  const { id, ns_targets } = await newIngress(server, "connect.example.com", {
    description: "ours",
  });
  await newIngress(server, "other.example.com");
  const route = await newRoute(server, { match: "/found" });
  const destination = await newDestination(server, "of the alerts", "canary-key");
  const before = server.objects();
  server.clearRequests();

  await using project = await GuideProject.withProgram({
    page: "look-up",
    language,
    server,
    venvFolder,
  });
  await project.type("pulumi stack init dev");
  const ids = { agin_1: String(id), edghtsrt_1: idIn(route), evdst_1: String(destination.id) };
  await project.follow("As a resource", ids);
  await project.deploy();
  // YAML has no function that filters a list.
  const ours = language.fence === "yaml" ? undefined : ["connect.example.com"];
  expect(await project.outputs()).toEqual({
    domain: "connect.example.com",
    match: "/found",
    nsRecords: ns_targets,
    monitoringApiKey: "[secret]",
    ours,
  });
  await project.expectUnchanged(server);
  expect(await project.type("pulumi stack output monitoringApiKey --show-secrets")).toBe(
    "canary-key\n",
  );
  await project.type("pulumi destroy");
  expectOnlyReads([server]);
  expect(server.objects()).toEqual(before);
}

async function expectTwoAccounts(language: GuideLanguage): Promise<void> {
  await using staging = await startEmulator();
  await using prod = await startEmulator({ apiKeys: { "canary-key": "prod" } });
  const contents = { page: "several-accounts", language, server: staging, venvFolder };
  await using project = await GuideProject.withProgram(contents);
  await project.type("pulumi stack init prod");
  await project.follow(INTRODUCTION, {
    "https://api.example.com": prod.url,
    prodApiKey: "prodApiKey canary-key",
  });
  await project.deploy();
  expect(objectsOf(staging)).toEqual([
    { "local /agent_ingresses/agin_ID": { domain: "connect.staging.example.com" } },
  ]);
  expect(objectsOf(prod)).toEqual([
    { "prod /agent_ingresses/agin_ID": { domain: "connect.example.com" } },
  ]);
  const listed = await project.follow("What each account contains", {
    "read -rs EDGE_INGRESS_API_KEY": `export EDGE_INGRESS_BASE_URL=${prod.url}; read -rs EDGE_INGRESS_API_KEY <<< canary-key`,
  });
  expect(listed).toContain("connect.example.com");
  expect(listed).not.toContain("connect.staging.example.com");
  await project.expectUnchanged(staging, prod);
  await project.type("pulumi destroy");
  expect([...staging.objects(), ...prod.objects()]).toEqual([]);
}

/** The resource option in the program of the guide. */
const importOption = ({ fence }: GuideLanguage, id: string): string =>
  ({
    ts: `\n  { import: "${id}" },`,
    python: `\n    opts=pulumi.ResourceOptions(import_="${id}"),`,
    go: `, pulumi.Import(pulumi.ID("${id}"))`,
    yaml: `\n    options: { import: ${id} }`,
  })[fence] ?? "";

async function expectImported(language: GuideLanguage): Promise<void> {
  await using server = await startEmulator();
  const { id } = await newIngress(server, "connect.example.com");
  const backend = { backend_id: "bkdhr_1" };
  const route = await newRoute(server, { match_type: "path_prefix", match: "/api", backend });
  const before = server.objects();
  server.clearRequests();

  const ids = { agin_1: String(id), edghtsrt_1: idIn(route) };
  await using project = await GuideProject.withProgram(
    { page: "import", language, server, venvFolder },
    ids,
  );
  await project.type("pulumi stack init dev");
  // The other languages have no dynamic resources.
  if (language.fence === "ts") await project.type("pulumi config set edge-ingress:plugin true");
  await project.follow("With the plugin", { agin_1: ids.agin_1 });
  await project.edit("/api", "/other");
  expect(await project.type("pulumi preview")).toMatch(
    /= +\S+ api import.*~ +\S+ api update \[diff: ~match\]/s,
  );
  await project.edit("/other", "/api");
  await project.deploy();
  await project.expectUnchanged(server);
  await project.edit(importOption(language, `edghts_1/${idIn(route)}`), "");
  await project.expectUnchanged(server);
  expect(server.objects()).toEqual(before);
  await project.type("pulumi destroy");
  expect(server.objects()).toEqual([]);
}

async function expectPromoted(language: GuideLanguage): Promise<void> {
  await using server = await startEmulator();
  await using project = await GuideProject.withProgram({
    page: "promotion",
    language,
    server,
    venvFolder,
  });
  await project.follow(INTRODUCTION);
  expect(objectsOf(server)).toEqual([
    { "local /agent_ingresses/agin_ID": { domain: "connect.example.com" } },
    { "local /agent_ingresses/agin_ID": { domain: "connect.staging.example.com" } },
    ...["prod", "staging"].flatMap((stage) => [
      {
        [`local /edges/https/edghts_${stage}/routes/edghtsrt_ID`]: {
          match_type: "path_prefix",
          match: "/",
        },
      },
      {
        [`local /edges/https/edghts_${stage}/routes/edghtsrt_ID/backend`]: {
          enabled: true,
          backend: { id: `bkdhr_${stage}` },
        },
      },
    ]),
  ]);
  await project.follow("Compare two stages");
  expect((await project.tryOut("edge-ingress diff staging prod")).code).toBe(1);

  await project.edit("path_prefix", "exact_path");
  await project.type("pulumi stack select staging; pulumi up");
  await expect(project.follow("Compare two stages")).rejects.toThrow(
    /matchType +"exact_path" +"path_prefix"/,
  );
  await project.type("pulumi stack select prod; pulumi up");
  await project.follow("Compare two stages");

  for (const stage of ["staging", "prod"]) {
    await project.type(`pulumi stack select ${stage}`);
    await project.expectUnchanged(server);
    await project.type("pulumi destroy");
  }
  expect(server.objects()).toEqual([]);
}

/** The component and the suite of a language, the command that runs it, and a fault of the component. */
const unitTests = {
  ts: {
    files: ["protected-route.ts", "protected-route.test.ts"],
    command: "npx vitest run",
    passed: /Tests .*2 passed/,
    fault: ["[organization]", '["other"]'],
  },
  python: {
    files: ["protected_route.py", "test_protected_route.py"],
    command: "python -m unittest",
    passed: /^Ran 2 tests .*^OK$/ms,
    fault: ["[organization]", '["other"]'],
  },
  go: {
    files: ["protected_route.go", "protected_route_test.go"],
    command: "go test",
    passed: /^PASS$/m,
    fault: ["{organization}", '{"other"}'],
  },
} as const;

const UNIT_TEST = "unit-test";

async function expectUnitTested(
  language: GuideLanguage,
  fence: keyof typeof unitTests,
): Promise<void> {
  const { files, command, passed, fault } = unitTests[fence];
  const page = textOf("docs/guides/unit-test.md");
  for (const file of files) expect(page).toContain(`\`${file}\``);
  expect(page).toContain(`| ${language.name} | \`${command}\` |`);
  const [component = "", suite = ""] = listings(UNIT_TEST, fence, INTRODUCTION);
  await using server = await startEmulator();
  const contents = { page: UNIT_TEST, language, server, venvFolder };
  await using project = await GuideProject.withFiles(contents, {
    [files[0]]: component,
    [files[1]]: suite,
  });
  const { code, text } = await project.tryOut(command);
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(passed) });
  await project.edit(fault[0], fault[1], files[0]);
  expect((await project.tryOut(command)).code).not.toBe(0);
  expect(server.requests()).toEqual([]);
}

const unitTestedFence = ({ fence }: GuideLanguage) =>
  fence in unitTests ? (fence as keyof typeof unitTests) : undefined;

/** An expectation takes the place of a unit test. */
async function expectExpected(language: GuideLanguage): Promise<void> {
  const [program = "", expectations = ""] = listings(UNIT_TEST, "yaml", "In YAML");
  await using server = await startEmulator();
  const files = { [language.file]: program, "expectations.yaml": expectations };
  await using project = await GuideProject.withFiles(
    { page: UNIT_TEST, language, server, venvFolder },
    files,
  );
  await project.type("pulumi stack init dev");
  await project.follow("In YAML");
  await project.edit("[example]", "[other]");
  await expect(project.follow("In YAML")).rejects.toThrow("organizations");
  expect(server.requests()).toEqual([]);
}

const PAGES = ["protect-a-route", "events", "look-up", "several-accounts", "import", "promotion"];

it.each(PAGES)("the page %s shows each program in all languages", (page) => {
  const [count, ...others] = languages.map(({ fence }) => listings(page, fence).length);
  expect(count).toBeGreaterThan(0);
  expect(others).toEqual([count, count, count]);
});

describe.each(languages)("the guides in $name", (language) => {
  it("protect routes, and show who gets in", () => expectProtected(language));

  it("deliver events, and rotate a key in place", () => expectDelivered(language));

  it("look up objects, which stay as they are, and keep a secret", () => expectLookedUp(language));

  it("manage two accounts, each with its objects alone", () => expectTwoAccounts(language));

  it("import objects by a command and by an option, and send only GET requests", () =>
    expectImported(language));

  it("promote a change, and compare the stages", () => expectPromoted(language));

  const fence = unitTestedFence(language);
  if (fence) it("test a component without the API", () => expectUnitTested(language, fence));
  else it("compare a preview with expectations", () => expectExpected(language));
});

it("the guide to imports warns of a route that the command has imported, and that the option would import again", async () => {
  await using server = await startEmulator();
  const id = idIn(await newRoute(server, { match_type: "path_prefix", match: "/api" }));
  const contents = { page: "import", language: yaml, server, venvFolder };
  await using project = await GuideProject.withProgram(contents, { edghtsrt_1: id });
  await project.type("pulumi stack init dev");
  await project.type(
    `pulumi import edge-ingress:index:HttpsEdgeRoute api edghts_1/${id} --generate-code=false`,
  );
  expect(await project.type("pulumi preview")).toContain("HttpsEdgeRoute api import replacement");
});

it("the guide to unit tests starts the local server in a test, which stops it at the end", async () => {
  const [listing = ""] = listings(UNIT_TEST, "ts", "Against the whole API");
  const folder = folderOfTest(join(root, ".edge-ingress/tests"));
  const printStatus =
    'console.log((await fetch(process.env.EDGE_INGRESS_BASE_URL + "/openapi.json")).status);';
  const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  writeFileSync(join(folder, "local.mjs"), ts.transpile(listing + printStatus, target));
  expect(execFileSync(process.execPath, [join(folder, "local.mjs")], { encoding: "utf8" })).toBe(
    "200\n",
  );
});
