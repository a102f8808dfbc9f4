import { describe, expect } from "vitest";
import { members, newIngress } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";

/**
 * Tests of `edge-ingress import` in an existing project: the files and packages that it adds, and its errors for names
 * and for files that are not states.
 */

const it = withImportProject();

/** Returns the `package.json` of a project in TypeScript with these settings. */
function manifest(settings: object = {}): string {
  const needed = ["@pulumi/pulumi", "pulumi-edge-ingress", "typescript", "@types/node"];
  return JSON.stringify({
    ...settings,
    dependencies: Object.fromEntries(needed.map((name) => [name, "*"])),
  });
}

describe("a project that exists", () => {
  it("with ECMAScript modules gets lines that load files as they are when they are compiled", async ({
    emulator,
    project,
  }) => {
    await newIngress(emulator, "a.example.com");
    await project.write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
    await project.write("package.json", manifest({ type: "module" }));
    await project.imported();
    expect(await project.read("index.ts")).toContain('import "./ingress.js";');
  });

  it("with a program in ECMAScript modules gets lines for the program", async ({
    emulator,
    project,
  }) => {
    await newIngress(emulator, "a.example.com");
    await project.write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
    await project.write("package.json", manifest({ type: "module" }));
    await project.write("index.ts", "export const own = 1;\n");
    expect((await project.import()).text).toContain(
      'Add to the program:\n  import "./ingress.js";\n',
    );
  });

  it("keeps an index.ts that was edited between two runs", async ({ emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    await project.imported();
    const edited = `${await project.read("index.ts")}export const own = 1;\n`;
    await project.write("index.ts", edited);
    const { code, text } = await project.import();
    expect(await project.read("index.ts")).toBe(edited);
    expect({ code, lines: text.includes("Add to the program") }).toEqual({ code: 0, lines: false });
    await project.write("index.ts", "export const own = 1;\n");
    const again = await project.import();
    expect(again.text).toContain('Add to the program:\n  import "./ingress";\n');
    expect(again.code).toBe(1);
  });

  it("gets no additional settings if it has a program", async ({ emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    await project.write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
    await project.write("package.json", manifest());
    await project.write("index.ts", "export const own = 1;\n");
    const before = await project.files();
    await project.import();
    const written = (await project.files()).filter((name) => !before.includes(name));
    expect(written).toEqual([".edge-ingress-import.json", "ingress.ts"]);
  });

  it.for(["pyproject.toml", "setup.py", "Pipfile"])(
    "in Python with %s and no lock file gets a requirements.txt, which pip needs to add the SDK",
    async (file, { emulator, project }) => {
      await newIngress(emulator, "a.example.com");
      await project.write("Pulumi.yaml", "name: shop\nruntime: python\n");
      await project.write(file, "");
      await project.imported();
      expect(await project.read("requirements.txt")).toMatch(/^pulumi>=/);
    },
  );

  it.for(["uv.lock", "poetry.lock"])(
    "in Python with %s gets no requirements.txt",
    async (file, { emulator, project }) => {
      await newIngress(emulator, "a.example.com");
      await project.write(file, "");
      await project.imported("--language", "python");
      expect(await project.files()).not.toContain("requirements.txt");
      expect(await project.files()).toContain("__main__.py");
    },
  );

  it.for<[file: string, options: string]>([
    ["uv.lock", "toolchain: uv"],
    ["poetry.lock", "toolchain: poetry"],
    ["requirements.txt", "toolchain: pip\n    virtualenv: venv"],
  ])(
    "in Python with %s has the options of its toolchain",
    async ([file, options], { emulator, project }) => {
      await newIngress(emulator, "a.example.com");
      await project.write(file, "");
      await project.imported("--language", "python");
      expect(await project.read("Pulumi.yaml")).toContain(`  options:\n    ${options}\n`);
    },
  );

  it("with a file that would be loaded in place of the new file gets a file of another name", async ({
    emulator,
    project,
  }) => {
    await newIngress(emulator, "a.example.com");
    await project.write("ingress.js", "exports.own = 1;\n");
    await project.write("ingress-notes.md", "of our own\n");
    await project.imported();
    expect(await project.read("index.ts")).toContain('import "./ingress-a-example-com";');
  });
});

describe("a document", () => {
  it("whose names the program cannot have is imported with a note of each change", async ({
    emulator,
    project,
  }) => {
    const { id } = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example.com" });
    const resources = ["main", "web"].map((name) => ({
      ...{ mode: "managed", type: "restapi_object", name },
      instances: [{ attributes: { id, path: "/agent_ingresses" } }],
    }));
    await project.write("terraform.tfstate", JSON.stringify({ version: 4, resources }));
    const { code, json } = await project.importAsJson(
      "--dry-run",
      "--ids",
      "terraform.tfstate",
      "--only-ids",
    );
    const note = `AgentIngress a.example.com (${id}) is named main, not web: the document contains the object more than once`;
    expect(json?.objects).toMatchObject([{ name: "main" }]);
    expect(json?.notes).toContain(note);
    expect(code).toBe(0);
  });

  it("is refused with a description of its content if it is not a state", async ({ project }) => {
    await project.write("plan.json", JSON.stringify({ format_version: "1.2", planned_values: {} }));
    await project.write("empty.tfstate", "");
    const results = [];
    for (const file of ["plan.json", "empty.tfstate"])
      results.push(await project.import("--ids", file, "--only-ids"));
    expect(results.map(({ code }) => code)).toEqual([2, 2]);
    expect(results[0]?.text).toContain("plan.json: the document is a plan of Terraform");
    expect(results[1]?.text).toContain("empty.tfstate: the file is empty");
    expect(results[1]?.text).not.toContain("--only-ids");
  });
});
