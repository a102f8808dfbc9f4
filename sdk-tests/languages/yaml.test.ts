import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator";
import { newRoute } from "../emulator/client";
import { root, textOf } from "../support/files";
import { importAccount } from "../support/import-life";
import { ImportProject } from "../support/import-project";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";
import { live } from "../support/languages";
import { Walkthrough } from "../support/walkthrough";

/** The account is the same in every run; SEED tries another account. */
const SEED = Number(process.env.SEED ?? 588_924);

const refuseInstall = () => Promise.reject(new Error("the program needs no packages"));

it("a program in YAML is deployed, changed and destroyed", () =>
  live({
    name: "yaml",
    file: "Pulumi.yaml",
    line: "domain: connect.example.com",
    described: "domain: connect.example.com\n      description: of the agents",
    place: "Pulumi.yaml:1",
    refusal: /Property descripton does not exist on 'edge-ingress:index:AgentIngress'/,
  }));

it("a program in YAML is deployed by its README, alone in an empty folder, and destroyed without a trace", async () => {
  await using walkthrough = await Walkthrough.create(join(root, "examples/yaml"), refuseInstall);
  await walkthrough.follow();
  expect((await walkthrough.local.objects()).map(({ body }) => body.domain)).toEqual([
    "connect.example.com",
  ]);
  await walkthrough.settle();
});

it(`an account of 300 objects with odd values is imported as a program in YAML (SEED=${SEED})`, () =>
  importAccount({ language: "yaml", form: "plugin", seed: SEED, share: 1 }));

it("what a program in YAML cannot state is noted by an import, with the change that a preview shows", async () => {
  await using emulator = await startEmulator();
  const policy = {
    inbound: { name: "rule", expressions: [], actions: { type: "deny", config: { none: null } } },
  };
  const path = await newRoute(emulator, { policy });
  await using project = await ImportProject.create(emulator);
  const route = path.replace("/edges/https/", "").replace("/routes/", "/");
  const { code, text } = await project.import(
    "--language",
    "yaml",
    "--stack",
    "dev",
    "--yes",
    "--route",
    route,
  );
  expect(code, text).toBe(1);
  expect(text).toMatch(
    /before the next `pulumi up`: it proposes changes\n {2}~ edge-ingress:index:HttpsEdgeRoute a update \[diff: ~policy\]\nnote: HttpsEdgeRoute \/a \(\w+\): policy\.inbound\.actions\.config\.none is null, which/,
  );
});

const UP = ["up", "--yes", "--skip-preview"];

it("a program in YAML takes a stack of dynamic resources over, unchanged", async () => {
  await using emulator = await startEmulator();
  const program = `
    const { AgentIngress, HttpsEdgeRoute, HttpsEdgeRouteJwtValidation } = require("pulumi-edge-ingress");
    new AgentIngress("agents", { domain: "a.example.com", description: "of the agents" });
    const route = new HttpsEdgeRoute("api", { edgeId: "edge_1", matchType: "exact_path", match: "/" });
    new HttpsEdgeRouteJwtValidation("tokens", { route });
  `;
  await using project = await InstalledProject.create(program, sdks.newest);
  project.use(emulator);
  await project.init();
  await project.succeed(UP);
  const created = emulator.objects();
  emulator.clearRequests();
  const resources = {
    agents: {
      type: "edge-ingress:AgentIngress",
      properties: { domain: "a.example.com", description: "of the agents" },
    },
    api: {
      type: "edge-ingress:HttpsEdgeRoute",
      properties: { edgeId: "edge_1", matchType: "exact_path", match: "/" },
    },
    tokens: {
      type: "edge-ingress:HttpsEdgeRouteJwtValidation",
      properties: { edgeId: "edge_1", routeId: `\${api.id}` },
    },
  };
  const yaml = { name: "test", runtime: "yaml", plugins: PLUGINS, resources };
  await writeFile(join(project.folder, "Pulumi.yaml"), JSON.stringify(yaml));
  await project.succeed(["preview", "--expect-no-changes"]);
  await project.succeed(UP);
  expect(emulator.requests()).toEqual([]);
  expect(emulator.objects()).toEqual(created);
  await project.succeed(["destroy", "--yes", "--skip-preview"]);
  expect(emulator.objects()).toEqual([]);
});

/** The program of docs/plugin.md; the same on another edge without its option; and another login on the same route. */
async function routesAndLogins() {
  const page = textOf("docs/plugin.md");
  const [, documented = ""] = /```yaml\nresources:\n(.*?)```/s.exec(page) ?? [];
  const byIds = documented
    .replaceAll("edghts_1", "edghts_2")
    .replaceAll(/admin|login/g, "$&-by-ids")
    .replace(/ +options: .*\n/, "");
  // YAML declares resources concurrently. With a dependency, the second resource is always the refused resource.
  const twin = documented
    .slice(documented.indexOf("  login:"))
    .replace("login:", "twin:")
    .replace(/deletedWith: \S+/, `dependsOn: ["\${login}"]`);
  return { documented, byIds, twin };
}

it("a program in YAML lets a module go with its route: in an `up` that removes both, and in a destroy by `deletedWith`", async () => {
  await using emulator = await startEmulator();
  await using project = await InstalledProject.create("", sdks.newest);
  project.use(emulator);
  const declare = (...resources: string[]) =>
    writeFile(
      join(project.folder, "Pulumi.yaml"),
      [
        "name: test",
        "runtime: yaml",
        `plugins: ${JSON.stringify(PLUGINS)}`,
        "resources:",
        ...resources,
      ].join("\n"),
    );
  const deletions = async (...args: string[]) => {
    emulator.clearRequests();
    await project.succeed([...args, "--yes", "--skip-preview"]);
    const sent = emulator.requests().filter(({ method }) => method === "DELETE");
    return sent.map(({ path }) => path.replace(/edghtsrt_\w+/, "{id}"));
  };
  const { documented, byIds, twin } = await routesAndLogins();
  await project.init();
  await declare(documented, byIds);
  expect(await deletions("up")).toEqual([]);
  expect(emulator.objects()).toHaveLength(4);

  await declare(documented, byIds, twin);
  expect((await project.pulumi(["preview"])).text).toMatch(
    /the module at \S+\/oauth is already configured by HttpsEdgeRouteOAuth login: remove one of the two/,
  );

  await declare(documented);
  expect(await deletions("up")).toEqual(["/edges/https/edghts_2/routes/{id}"]);
  expect(await deletions("destroy")).toEqual(["/edges/https/edghts_1/routes/{id}"]);
  expect(emulator.objects()).toEqual([]);
});

it("the commands of the page on installation install the plugin and add its package to a project, without a network", async () => {
  await using emulator = await startEmulator();
  await using project = await InstalledProject.create("", sdks.newest);
  project.use(emulator);
  await project.addPlugin();
  Object.assign(project.environment, {
    PULUMI_HOME: join(project.folder, "home"),
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  });
  const page = textOf("docs/installation-configuration.md");
  expect(page).toMatch(
    /^npm install --global (\.\/pulumi-edge-ingress-\S+\.tgz|pulumi-edge-ingress)\nedge-ingress plugin install\n/m,
  );
  expect(page).toContain("`pulumi package add edge-ingress`");
  const overview = textOf("docs/_index.md");
  const [, example = ""] = /```yaml\n(resources:.*?)```/s.exec(overview) ?? [];
  await writeFile(join(project.folder, "Pulumi.yaml"), `name: test\nruntime: yaml\n${example}`);
  expect((await project.edgeIngress(["plugin", "install"])).code).toBe(0);
  for (const args of [["package", "add", "edge-ingress"], ["stack", "init", "test"], UP])
    await project.succeed(args);
  expect(emulator.objects().map(({ body }) => body.domain)).toEqual(["connect.example.com"]);
});
