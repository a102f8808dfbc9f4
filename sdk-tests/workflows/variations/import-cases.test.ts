import { describe, expect } from "vitest";
import type { Emulator } from "../../../src/emulator";
import { members, newDestination, newIngress, newRoute } from "../../emulator/client";
import { withImportProject } from "../../support/import-fixtures";
import { type ImportProject, INTO_DEV } from "../../support/import-project";

/** Tests of `edge-ingress import` with different projects and stacks. */

const it = withImportProject();

const methodsOf = (emulator: Emulator) => [
  ...new Set(emulator.requests().map(({ method }) => method)),
];

/** The last line of an import, from its preview. */
const NO_CHANGE = "`pulumi preview` shows no change\n";

const expectNoChanges = (project: ImportProject) =>
  project.pulumi("preview", "--stack", "dev", "--expect-no-changes");

describe("secrets that the service masks", () => {
  const it = withImportProject({ options: { secrets: "masked" } });

  /** Fills the account, and returns the arguments that name the route. */
  async function fill(emulator: Emulator): Promise<string[]> {
    await newDestination(emulator, "audit", "canary-key");
    const route = await newRoute(emulator, {
      webhook_verification: { provider: "github", secret: "canary-hook" },
    });
    emulator.clearRequests();
    return ["--route", route.replace("/edges/https/", "").replace("/routes/", "/")];
  }

  async function setSecrets(project: ImportProject): Promise<void> {
    for (const [name, value] of [
      ["audit.targetApiKey", "canary-key"],
      ["a.webhookVerificationSecret", "canary-hook"],
    ])
      await project.run(
        "sh",
        "-c",
        `echo ${value} | pulumi config set --secret --path ${name} --stack dev`,
      );
  }

  it("are named with the commands that set them, after which there is no change", async ({
    emulator,
    project,
  }) => {
    const named = await fill(emulator);
    const text = await project.imported(...INTO_DEV, ...named);
    const commands = [
      "  pulumi config set --secret --path audit.targetApiKey --stack dev",
      "  pulumi config set --secret --path a.webhookVerificationSecret --stack dev",
      "  pulumi up --stack dev",
    ];
    expect(text).toContain(commands.join("\n"));
    expect(methodsOf(emulator)).toEqual(["GET"]);
    await setSecrets(project);
    await project.pulumi("up", "--stack", "dev", "--yes", "--skip-preview");
    await expectNoChanges(project);
    expect((await project.written()) + project.printed).not.toContain("canary-");
  });

  it("are imported if the config has them before, by GETs alone", async ({ emulator, project }) => {
    const named = await fill(emulator);
    await project.write("Pulumi.yaml", "name: infra\nruntime: nodejs\n");
    await project.pulumi("stack", "init", "dev");
    await setSecrets(project);
    const text = await project.imported(...INTO_DEV, ...named);
    expect(text).not.toContain("pulumi config set --secret");
    expect(text).toContain(NO_CHANGE);
    expect(methodsOf(emulator)).toEqual(["GET"]);
    expect((await project.written()) + project.printed).not.toContain("canary-");
  });
});

describe("credentials that the API does not call secret", () => {
  const add = {
    Authorization: "Bearer canary-token",
    "Ocp-Apim-Subscription-Key": "canary-key",
    "X-Stage": "dev",
  };
  const config = {
    credentials: ["web:canary-one", "app:canary-two"],
    url: "https://web:canary-three@example.com",
    password: 987654321,
    limit: 5,
  };
  const route = {
    metadata: '{"password":"canary-four"}',
    request_headers: { add },
    policy: { inbound: { name: "rule", actions: { type: "basic-auth", config } } },
  };

  it.for(["plugin", "dynamic"])(
    "are in no file, and encrypted in the state, after which there is no change, as %s",
    async (form, { emulator, project }) => {
      const uri = await newRoute(emulator, route);
      emulator.clearRequests();
      const named = ["--route", uri.replace("/edges/https/", "").replace("/routes/", "/")];
      const text = await project.imported(...INTO_DEV, "--form", form, ...named);
      expect(text).toContain(NO_CHANGE);
      expect(methodsOf(emulator)).toEqual(["GET"]);
      const preview = await project.pulumi(
        "preview",
        "--stack",
        "dev",
        "--expect-no-changes",
        "--refresh",
      );
      expect(preview).not.toContain("looks like a credential");
      expect((await project.written()) + project.printed).not.toMatch(/canary-|987654321/);
    },
  );
});

describe("a project", () => {
  it("with a program gets adjacent files, and the line that loads them; no file is overwritten", async ({
    emulator,
    project,
  }) => {
    await newIngress(emulator, "a.example.com");
    const own = {
      "Pulumi.yaml": "name: shop\nruntime: nodejs\n",
      "index.ts": "export const own = 1;\n",
      "ingress.ts": "// own\n",
    };
    for (const [name, text] of Object.entries(own)) await project.write(name, text);
    const { code, text } = await project.import(...INTO_DEV);
    expect(code, text).toBe(1);
    const line = 'import "./ingress-a-example-com";';
    expect(text).toMatch(
      new RegExp(`^Add to the program before the next \`pulumi up\`, .*:\\n {2}${line}$`, "m"),
    );
    for (const [name, content] of Object.entries(own))
      expect(await project.read(name)).toBe(content);
    await project.write("index.ts", `${line}\n`);
    await expectNoChanges(project);
  });

  it("whose packages are not installed gets the command that installs them, and no preview", async ({
    emulator,
    project,
  }) => {
    await newIngress(emulator, "a.example.com");
    const needed = [
      "@pulumi/pulumi",
      "pulumi-edge-ingress",
      "typescript",
      "@types/node",
      "not-installed",
    ];
    const dependencies = Object.fromEntries(needed.map((name) => [name, "*"]));
    await project.write("package.json", JSON.stringify({ dependencies }));
    const text = await project.imported(...INTO_DEV);
    expect(text).toContain("\nNext:\n  npm install\n");
    expect(text).not.toContain("pulumi preview");
  });

  it("is not touched by --dry-run, which shows what would be written and imported", async ({
    emulator,
    project,
  }) => {
    await newIngress(emulator, "a.example.com");
    await project.write("README.md", "of our own\n");
    const text = await project.imported("--stack", "dev", "--dry-run");
    expect(text).toContain("would write ingress.ts\n");
    // The file exists, and is not changed.
    expect(text).not.toContain("README.md");
    expect(text).toMatch(/would declare AgentIngress a-example-com \(agin_\w+\)\n/);
    expect(text).toContain("would import 1 object into stack dev\n");
    expect(await project.files()).toEqual(["README.md"]);
    const json = await project.import("--stack", "dev", "--dry-run", "--json");
    expect(JSON.parse(json.text)).toMatchObject({
      version: 1,
      isDryRun: true,
      objects: [{ name: "a-example-com" }],
    });
  });

  it.for([
    [["--language", "python"], "the project in "],
    [["--form", "dynamic", "--language", "yaml"], "--language yaml: the project in "],
    [["--stack", "dev"], "without a terminal, --yes is required to import into a stack"],
  ] as const)("is refused with %j", async ([args, message], { emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    await project.write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
    expect(await project.import(...args)).toMatchObject({
      code: 2,
      text: expect.stringContaining(message),
    });
    expect(await project.files()).toEqual(["Pulumi.yaml"]);
  });
});

it("next to a program in Go no program is written, which is not an error if there is nothing to write", async ({
  emulator,
  project,
}) => {
  await project.write("main.go", "package main\n");
  expect((await project.import("--language", "go")).text).toContain("nothing new to import");
  await newIngress(emulator, "a.example.com");
  const { code, text } = await project.import("--language", "go");
  expect({ code, text }).toMatchObject({
    code: 2,
    text: expect.stringContaining("has a program in Go"),
  });
  expect(await project.files()).toEqual(["main.go"]);
});

describe("an import that is run again", () => {
  it("finds only what is new, and names what was asked for and does not exist", async ({
    emulator,
    project,
  }) => {
    for (const domain of ["a.example.com", "b.example.com"]) await newIngress(emulator, domain);
    await newDestination(emulator, "audit", "canary-key");
    const patterns = ["--include", "*.example.com", "--exclude", "b.*"];
    const first = await project.import(...INTO_DEV, ...patterns, "--route", "edghts_1/gone");
    expect(first.text).toContain("imported 1 object into stack dev");
    expect(first.text).toContain("note: not found: route edghts_1/gone\n");
    const second = await project.import(...INTO_DEV, "--exclude", "evdst_*");
    expect(second.text).toContain("1 object managed by the stack already: left alone");
    expect(second.text).toContain("imported 1 object into stack dev\n");
    expect(second.text).toContain("wrote index.ts\n");
    expect(second.text).toContain(NO_CHANGE);
    expect((await project.read("index.ts")).match(/^import .*$/gm)).toEqual([
      'import "./ingress";',
      'import "./ingress-b-example-com";',
    ]);
  });

  it("leaves an index.ts alone that a person has edited: it prints the lines, and exits with 1", async ({
    emulator,
    project,
  }) => {
    await newIngress(emulator, "a.example.com");
    await project.imported(...INTO_DEV);
    const edited = `${await project.read("index.ts")}export const own = 1;\n`;
    await project.write("index.ts", edited);
    await newIngress(emulator, "b.example.com");
    const { code, text } = await project.import(...INTO_DEV);
    expect({ code, text }).toMatchObject({
      code: 1,
      text: expect.stringContaining('import "./ingress-b-example-com";'),
    });
    expect(await project.read("index.ts")).toBe(edited);
  });

  it("keeps the names of a table that a person adds the new objects to", async ({
    emulator,
    project,
  }) => {
    for (const name of ["a", "b", "c", "d"]) await newIngress(emulator, `${name}.example.com`);
    expect((await project.import(...INTO_DEV)).text).toContain(
      "imported 4 objects into stack dev\n",
    );
    for (const name of ["e", "f", "g", "h"]) await newIngress(emulator, `${name}.example.com`);
    expect((await project.import(...INTO_DEV)).text).toContain(
      "imported 4 objects into stack dev\n",
    );
    const [first, second] = [
      await project.read("ingress.ts"),
      await project.read("ingress-example-com.ts"),
    ];
    const rows = (second.match(/^ {2}\{.*\n/gm) ?? []).join("");
    await project.write("ingress.ts", first.replace("] as const", `${rows}] as const`));
    await project.write("index.ts", 'import "./ingress";\n');
    expect(await expectNoChanges(project)).toContain("9 unchanged");
  });

  it("imports into a stack what a run without a stack has declared", async ({
    emulator,
    project,
  }) => {
    await newDestination(emulator, "audit", "canary-key");
    const first = await project.import();
    expect(first.text).toContain(
      "note: no stack has these objects yet: import them into a stack before the first `pulumi up`",
    );
    expect(first.text).toContain("\n  npx edge-ingress import . --stack NAME\n");
    expect(first.text).not.toContain("pulumi config set");
    expect(await project.read("README.md")).toMatch(
      /^## Import\n\nNo stack has these objects yet/m,
    );
    const program = await project.read("ingress.ts");
    await newIngress(emulator, "a.example.com");
    const text = await project.imported(...INTO_DEV);
    expect(text).toContain("imported 1 object into stack dev\n");
    expect(text).toContain(NO_CHANGE);
    expect(await project.read("ingress.ts")).toBe(program);
    expect((await project.import(...INTO_DEV)).text).toContain("wrote ingress-a-example-com.ts\n");
    expect((await project.written()) + project.printed).not.toContain("canary-");
  });

  it("names the changes by another party since an earlier run declared the object", async ({
    emulator,
    project,
  }) => {
    const ids = [];
    for (const name of ["a", "b"]) ids.push((await newIngress(emulator, `${name}.example.com`)).id);
    await project.imported();
    await members(emulator, "PATCH", `/agent_ingresses/${ids[1]}`, {
      description: "new",
      metadata: "m",
    });
    const { code, text } = await project.import(...INTO_DEV);
    expect(code, text).toBe(1);
    expect(text).toContain(
      `note: AgentIngress b-example-com (${ids[1]}): description, metadata changed since an earlier run declared it`,
    );
    expect(text).not.toContain(`(${ids[0]})`);
    expect(text).toContain("look at `pulumi preview` before the next `pulumi up`");
  });

  it("protects the resources on request, in the program and in the stack", async ({
    emulator,
    project,
  }) => {
    for (const name of ["a", "b", "c", "d", "1"]) await newIngress(emulator, `${name}.example.com`);
    await newDestination(emulator, "audit", "canary-key");
    expect(await project.imported(...INTO_DEV, "--protect")).toContain(NO_CHANGE);
    expect(await project.read("ingress.ts")).toContain("    {\n      protect: true,\n    },");
    expect(
      JSON.stringify(JSON.parse(await project.pulumi("stack", "export", "--stack", "dev"))).match(
        /"protect":true/g,
      ),
    ).toHaveLength(6);
  });
});

it("an account that is split by edges has a project for what is shared, and one for each edge, which show no change", async ({
  emulator,
  project,
}) => {
  await newIngress(emulator, "a.example.com");
  const named: string[] = [];
  for (const edge of ["edghts_1", "edghts_2"]) {
    await members(emulator, "PUT", `/edges/https/${edge}/tls_termination`, { min_version: "1.2" });
    const route = await newRoute(emulator, { backend: { backend_id: "bkdhr_1" } }, edge);
    named.push("--https-edge", edge, "--route", `${edge}/${route.split("/").at(-1)}`);
  }
  const { code, text, json } = await project.importAsJson(...INTO_DEV, "--split", "edge", ...named);
  expect(code, text).toBe(0);
  expect(json?.parts?.map(({ part, objects }) => [part, objects.map(({ name }) => name)])).toEqual([
    ["shared", ["a-example-com"]],
    ["https-edge-edghts_1", ["tls-termination", "a"]],
    ["https-edge-edghts_2", ["tls-termination", "a"]],
  ]);
  expect(json?.parts).toMatchObject(Array(3).fill({ preview: { isUnchanged: true } }));
  const again = await project.import(...INTO_DEV, "--split", "edge", ...named);
  expect(again.text.match(/nothing new to import/g)).toHaveLength(3);
  expect(methodsOf(emulator).sort()).toEqual(["GET", "POST", "PUT"]);
});
