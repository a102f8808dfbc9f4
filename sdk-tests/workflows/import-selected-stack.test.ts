import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { startEmulator } from "../../src/emulator";
import { newIngress, newRoute } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import type { ImportProject } from "../support/import-project";
import { COMMAND } from "../support/workspace";

/** The commands of README.md "From an existing account", in the folder of a project whose selected stack has the settings. */

const KEY = "canary-key";

const it = withImportProject({ apiKeys: { [KEY]: "main" } });

const run = (project: ImportProject, ...args: string[]) =>
  project.run(process.execPath, COMMAND, ...args);

/** Makes a stack in the folder that has the settings, as README.md "Your first program" does. The environment has none. */
async function settle(project: ImportProject, url: string): Promise<void> {
  Object.assign(project.environment, {
    EDGE_INGRESS_API_KEY: undefined,
    EDGE_INGRESS_BASE_URL: undefined,
  });
  await project.write("Pulumi.yaml", "name: first-ingress\nruntime: nodejs\n");
  await project.pulumi("stack", "init", "dev");
  await project.pulumi("config", "set", "edge-ingress:baseUrl", url);
  await project.pulumi("config", "set", "--secret", "edge-ingress:apiKey", KEY);
}

describe("without variables of the environment", () => {
  it("list, map and import read the account of the selected stack, and the stack that import makes is selected", async ({
    emulator,
    project,
  }) => {
    await settle(project, emulator.url);
    await newIngress(emulator, "a.example.com");
    const route = (await newRoute(emulator)).replace("/edges/https/", "").replace("/routes/", "/");
    const named = ["--https-edge", "edghts_1", "--route", route];
    const listed = await run(project, "list", ...named);
    expect(listed).toMatchObject({
      code: 0,
      printed: expect.stringContaining("2 objects: 0 managed, 2 unmanaged."),
    });
    expect(await run(project, "map", "--account", "--format", "json")).toMatchObject({ code: 0 });

    const imported = await run(project, "import", "infra", "--stack", "prod", ...named, "--yes");
    expect(imported.code, imported.text).toBe(0);
    expect(imported.text).toContain("imported 2 objects into stack prod\n");
    expect(imported.text).toContain(
      "note: HTTPS edge edghts_1 has neither mutual TLS nor TLS termination\n",
    );
    expect(imported.text).toContain(
      "  pulumi config set --secret edge-ingress:apiKey --stack prod\n",
    );
    const selected = await project.begin("pulumi", ["stack", "--show-name"], { below: "infra" })
      .ended;
    expect(selected.printed).toBe("prod\n");
    const config = await project.begin("pulumi", ["config", "--json"], { below: "infra" }).ended;
    expect(JSON.parse(config.printed)["edge-ingress:baseUrl"]).toMatchObject({
      value: emulator.url,
    });
    // In the project's folder, the other stack remains selected, and the next run uses its settings.
    expect(await run(project, "import", "infra", "--stack", "prod", "--yes")).toMatchObject({
      code: 0,
      text: expect.stringContaining("nothing new to import"),
    });
    expect((await project.written()) + project.printed).not.toContain(KEY);
  });

  it("an address of the stack that is imported into never gets the key of another stack", async ({
    emulator,
    project,
  }) => {
    await settle(project, emulator.url);
    await using other = await startEmulator();
    await mkdir(join(project.folder, "infra"));
    await writeFile(join(project.folder, "infra/Pulumi.yaml"), "name: infra\nruntime: nodejs\n");
    const below = { below: "infra" };
    await project.succeed(["stack", "init", "prod", "--no-select"], below);
    await project.succeed(
      ["config", "set", "edge-ingress:baseUrl", other.url, "--stack", "prod"],
      below,
    );
    const { code, text } = await run(project, "import", "infra", "--stack", "prod", "--yes");
    expect({ code, text }).toEqual({
      code: 2,
      text: expect.stringMatching(
        /^error: edge-ingress:apiKey is not set: .*, or select a stack that has it with/m,
      ),
    });
    expect(other.requests()).toEqual([]);
  });

  it("and without a selected stack, the error explains how to name a stack", async ({
    project,
  }) => {
    Object.assign(project.environment, {
      EDGE_INGRESS_API_KEY: undefined,
      EDGE_INGRESS_BASE_URL: undefined,
    });
    expect(await run(project, "list")).toEqual(
      expect.objectContaining({
        code: 2,
        text: expect.stringMatching(
          /^error: edge-ingress:apiKey is not set: run .*, or name a stack that has it with --stack\n$/,
        ),
      }),
    );
    expect(await run(project, "import", ".")).toMatchObject({
      code: 2,
      text: expect.stringContaining("or select a stack that has it with `pulumi stack select`"),
    });
  });
});

it("with both variables, the environment counts, and no CLI is needed", async ({
  emulator,
  project,
}) => {
  await settle(project, "http://127.0.0.1:9");
  project.use({ url: emulator.url, apiKey: KEY });
  project.environment.PATH = "";
  expect(await run(project, "list")).toMatchObject({
    code: 0,
    printed: "0 objects: 0 managed, 0 unmanaged.\n",
  });
});

it("a stack that is named with its organization and project has its settings in the same file", async ({
  emulator,
  project,
}) => {
  await newIngress(emulator, "a.example.com");
  project.use({ url: emulator.url, apiKey: KEY });
  await project.write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
  await project.pulumi("stack", "init", "dev");
  // The settings of the stack name a provider of secrets that needs no passphrase.
  delete project.environment.PULUMI_CONFIG_PASSPHRASE;
  const { code, text } = await run(
    project,
    "import",
    ".",
    "--stack",
    "organization/shop/dev",
    "--yes",
  );
  expect({ code, text }).toEqual({
    code: 0,
    text: expect.stringContaining("imported 1 object into stack organization/shop/dev"),
  });
});
