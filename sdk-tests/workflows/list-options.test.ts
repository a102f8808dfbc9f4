import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { newDestination } from "../emulator/client";
import { type InstalledProject, withProject } from "../support/installed";
import { foreignRouteOn } from "../support/places";

/** `edge-ingress list` on an account of which a real stack manages a part. */

const it = withProject(
  'new (require("pulumi-edge-ingress").AgentIngress)("agents", { domain: "a.example.com" });',
);

/** The environment of the stack and of the command: the stack's config has the account. */
const UNSET = { EDGE_INGRESS_API_KEY: "", EDGE_INGRESS_BASE_URL: "" };

it.beforeAll(async ({ emulator, project }) => {
  await project.init("dev", "plugin");
  await project.succeed(["config", "set", "edge-ingress:baseUrl", emulator.url]);
  await project.succeed(["config", "set", "--secret", "edge-ingress:apiKey", emulator.apiKey]);
  await project.succeed(["up", "--yes", "--skip-preview"], { environment: UNSET });
});

const list = (project: InstalledProject, args: readonly string[], environment = UNSET) =>
  project.edgeIngress(["list", ...args], environment);

it("the command lists the objects that a stack manages, with the encrypted key of that stack's config, and sends only GET requests", async ({
  emulator,
  project,
}) => {
  emulator.clearRequests();
  const { code, printed, errors } = await list(project, ["--stack", "dev"]);
  expect(errors).toContain("note: not looked for: HTTPS edges");
  expect(code).toBe(0);
  expect(printed).toMatch(/AgentIngress +a\.example\.com +agin_\w+ .*not managed +managed +dev\n/);
  expect(printed).toContain("1 object: 1 managed, 0 unmanaged.");
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(printed + errors).not.toContain(emulator.apiKey);
});

it("without --stack, the command notes that it compares no stack, and only then", async ({
  project,
}) => {
  const note = "note: no stack was compared: name the stacks that may manage these objects";
  const alone = await list(project, []);
  expect(alone.errors).toContain(note);
  expect(alone.printed).toContain("1 object: 0 managed, 1 unmanaged.");
  expect((await list(project, ["--stack", "dev"])).errors).not.toContain(note);
});

it("the command exits with 1 if --unmanaged finds an object that no listed stack manages, and with 0 if it finds none", async ({
  emulator,
  project,
}) => {
  expect(await list(project, ["--stack", "dev", "--unmanaged", "--json"])).toMatchObject({
    code: 0,
  });
  await newDestination(emulator, "audit", "canary-key");
  const found = await list(project, ["--stack", "dev", "--unmanaged", "--json"]);
  expect(found.code).toBe(1);
  expect(JSON.parse(found.printed)).toMatchObject({
    version: 1,
    objects: [{ kind: "EventDestination", name: "audit", managedBy: [] }],
  });
  expect(found.printed).not.toContain("canary");
});

it("the command reads the file with an export in place of a stack, and then the key from the environment", async ({
  emulator,
  project,
}) => {
  await newDestination(emulator, "of-nobody", "canary-key");
  await writeFile(join(project.folder, "dev.json"), await project.succeed(["stack", "export"]));
  const environment = {
    EDGE_INGRESS_API_KEY: emulator.apiKey,
    EDGE_INGRESS_BASE_URL: emulator.url,
  };
  const { code, printed } = await list(
    project,
    ["--stack", "dev.json", "--unmanaged"],
    environment,
  );
  expect(code).toBe(1);
  expect(printed).not.toContain("AgentIngress");
});

it.for([
  [["--stack", "none"], "error: cannot read none"],
  [["--https-edge", "a/b"], "error: the id of a HTTPS edge must be an id"],
  [["--ids", "missing.txt"], "error: cannot read missing.txt: there is no such file"],
] as const)(
  "the command exits with 2 if the account cannot be read: %j",
  async ([args, message], { project }) => {
    const { code, printed, errors } = await list(project, args);
    expect({ code, printed }).toEqual({ code: 2, printed: "" });
    expect(errors).toContain(message);
  },
);

it("the command names the edges on which it cannot find unmanaged routes", async ({
  emulator,
  project,
}) => {
  const route = { edgeId: "edge_1", matchType: "exact_path", match: "/managed" };
  const program = `new (require("pulumi-edge-ingress").HttpsEdgeRoute)("route", ${JSON.stringify(route)});`;
  await writeFile(join(project.folder, "index.js"), program);
  await project.succeed(["up", "--yes", "--skip-preview", "--stack", "dev"], {
    environment: UNSET,
  });
  await foreignRouteOn(emulator, "edge_1");
  const { errors } = await list(project, ["--stack", "dev"]);
  expect(errors).toContain(
    "note: not looked for: other routes of edge_1, other HTTPS edges and their routes, TLS edges",
  );
});
