import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Release } from "../support/release";
import { REVIEWED_ROUTE } from "../support/reviewed-route";
import { continueFromPrevious } from "../support/sequence";
import { TypedPage } from "../support/typed-page";
import { deployByQuickStart, finishQuickStart, QUICK_START } from "../support/typed-quick-start";

/**
 * The quick start, typed word for word on a machine on which Pulumi has never run, and then the commands of guides that change a
 * state.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const page = (name: string) => join(__dirname, "../../docs", `${name}.md`);

let reader: TypedPage;

/** The program of the quick start. */
let program: string;

beforeAll(async () => {
  reader = await TypedPage.create(QUICK_START, await Release.create());
  await deployByQuickStart(reader);
  program = await reader.contents("index.ts");
});

afterAll(() => reader[Symbol.asyncDispose]());

it("the quick start needs no account, and its commands print what the page shows", async () => {
  await finishQuickStart(reader);
  expect(await reader.local.objects()).toEqual([]);
  await reader.write("index.ts", program);
  await reader.follow("Deploy");
});

it("a lost state is restored from an export, and an object that was deleted by hand is created again", async () => {
  await reader.open(page("guides/disaster-recovery"));
  await reader.follow("Disaster recovery");
  await reader.follow("The state is lost");
  const [ingress] = await reader.local.objects();
  await reader.local.remove(ingress?.path ?? "");
  await reader.follow("An object was deleted by hand");
  expect((await reader.local.objects()).map(({ body }) => body.domain)).toEqual([
    "connect.example.com",
  ]);
  await reader.follow("A key has leaked");
});

it("the review reports drift, and what a preview changes, until the finding is accepted", async () => {
  await reader.open(page("review"));
  await reader.edit("index.ts", "AgentIngress }", "AgentIngress, HttpsEdgeRoute }");
  await reader.edit("index.ts", /(?=export const)/, REVIEWED_ROUTE);
  await reader.bash("pulumi up");
  const login = (await reader.local.objects()).find(({ path }) => path.endsWith("/oauth"));
  await reader.local.remove(login?.path ?? "");
  await reader.follow("Review drift");
  await reader.edit("index.ts", REVIEWED_ROUTE, "");
  await reader.bash("pulumi up");
  await reader.edit("index.ts", / {2}certificateManagementPolicy.*\n/, "");
  await reader.follow("Review a preview");
  await expect(
    reader.bash("npx edge-ingress review preview.json --fail-on medium"),
  ).rejects.toThrow("certificates-unmanaged");
  await reader.follow("Accept a finding");
  await reader.edit(
    "index.ts",
    /(?<=domain: .*\n)/,
    '  certificateManagementPolicy: { authority: "letsencrypt" },\n',
  );
});

it("a stack moves to another backend, where a preview shows no change", async () => {
  await reader.open(page("guides/state-backends"));
  await reader.follow("Moving a stack", { "/srv/pulumi": reader.emptyFolder("srv") });
  expect(await reader.bash("pulumi preview --expect-no-changes")).toContain("2 unchanged");
});

it("a stack releases all objects, which stay on the service", async () => {
  await reader.open(page("guides/leave"));
  await reader.follow("Stop managing objects without deleting them");
  expect(await reader.local.objects()).toHaveLength(1);
  expect(await reader.bash("pulumi stack --show-urns")).not.toContain("AgentIngress");
});

it("routes require an OAuth and an OpenID Connect login, by the programs of the guide, and the commands show whom they admit", async () => {
  await reader.open(page("guides/protect-a-route"));
  await reader.follow("Require an OAuth login");
  const answers = { clientSecret: "canary" };
  await reader.follow("Require an OpenID Connect login", {}, { answers });
  await reader.follow("Check who gets in", { "https://HOST": reader.local.url });
  expect(await reader.bash("cat preview.json")).not.toContain("canary");
  expect(
    await reader.bash("npx edge-ingress explain /intranet --edge edghts_1 preview.json"),
  ).toContain("weak");
  await reader.bash("pulumi up");
  const paths = (await reader.local.objects()).map(({ path }) => path);
  expect(paths.filter((path) => /\/(oauth|oidc)$/.test(path))).toHaveLength(2);
  await reader.follow("Clean up");
});

it("the commands of the guides to drift, CI, recipes, rotation and single objects run as the guides show them", async () => {
  await reader.write(
    "index.ts",
    `import { HttpsEdgeRoute } from "pulumi-edge-ingress";\n${REVIEWED_ROUTE}`,
  );
  await reader.open(page("guides/drift"));
  await reader.follow("Drift");
  // The stack has released an object.
  const listed = reader.follow("What the stacks and the account have");
  await expect(listed).rejects.toThrow("1 unmanaged");
  await reader.open(page("guides/ci-review"));
  await reader.follow("Review in CI");
  await reader.open(page("guides/recipes"));
  await reader.follow("Maintenance mode");
  await reader.open(page("guides/rotate-keys"));
  const answers = { "edge-ingress:apiKey": "local-api-key" };
  await reader.follow("The API key", {}, { answers });

  const left = (await reader.local.objects()).find(({ path }) =>
    path.startsWith("/agent_ingresses/"),
  );
  const id = left?.path.split("/").at(-1) ?? "";
  await reader.open(page("guides/import"));
  await expect(reader.follow("Dynamic resources", { agin_1: id })).rejects.toThrow(
    "Add to the program",
  );
  expect(await reader.bash("pulumi stack --stack adopted --show-ids")).toContain(id);
});
