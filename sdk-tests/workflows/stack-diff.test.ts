import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportFile } from "../diff/exports";
import { COMMAND, PulumiWorkspace } from "../support/workspace";

/** Tests of `edge-ingress diff` on two stacks of the real CLI, with the resources of two exports. */

let workspace: PulumiWorkspace;

beforeAll(async () => {
  workspace = await PulumiWorkspace.empty();
  await writeFile(join(workspace.folder, "Pulumi.yaml"), "name: ingress\nruntime: nodejs\n");
  for (const name of ["dev", "prod"] as const) {
    await workspace.succeed(["stack", "init", name]);
    await workspace.succeed(["stack", "import", "--stack", name, "--file", exportFile(name)]);
  }
});

afterAll(() => workspace[Symbol.asyncDispose]());

/** Returns the exit code of the command, and its output. */
async function diff(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const ended = await workspace.begin(process.execPath, [COMMAND, "diff", ...args], { environment })
    .ended;
  return { code: ended.code, stdout: ended.printed, stderr: ended.errors };
}

it("stacks by name are compared with their secrets, which the command does not show", async () => {
  const { code, stdout, stderr } = await diff([
    "dev",
    "prod",
    "--ignore",
    "edgeId",
    "--ignore",
    "nothing",
  ]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /oauth\.provider\.provider1\.clientSecret +\[secret\], differs +\[secret\], differs\n/,
  );
  expect(stdout).toContain(
    "dev and prod: 4 of 6 resources differ; 8 differences; 2 differences ignored.\n",
  );
  expect(stdout).not.toContain("audit");
  expect(stderr).toBe("warning: --ignore nothing matches no difference: remove it\n");
  expect(stdout).not.toContain("canary");
});

it("a stack equals a file with its export, and encrypted secrets in the file are unknown", async () => {
  expect(await diff(["dev", exportFile("dev.decrypted")])).toMatchObject({ code: 0, stderr: "" });
  const encrypted = await diff(["dev", exportFile("dev"), "--format", "json"]);
  expect(encrypted).toMatchObject({ code: 1, stderr: "" });
  const { alike, differences } = JSON.parse(encrypted.stdout);
  expect(alike).toBe(false);
  expect(new Set(differences.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(["unknown"]),
  );
});

it("everything differs if only one of two stacks has ingress resources, and the command fails if neither has", async () => {
  await writeFile(join(workspace.folder, "empty.json"), '{ "version": 3, "deployment": {} }');
  expect(await diff(["dev", "empty.json"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("dev and empty.json: 6 of 6 resources differ"),
    stderr: "warning: empty.json has no ingress resources\n",
  });
  expect(await diff(["empty.json", "empty.json"])).toEqual({
    ...{ code: 2, stdout: "" },
    stderr:
      "error: neither empty.json nor empty.json has a resource of this package: there is nothing to compare\n",
  });
});

it.each<[string[], string, NodeJS.ProcessEnv?]>([
  [
    ["dev", "none"],
    "error: cannot read none: not a file, and `pulumi stack export` failed: no stack named",
  ],
  [["dev", "Pulumi.yaml"], "error: Pulumi.yaml is not what `pulumi stack export` writes"],
  [["dev"], "error: missing required argument"],
  [["dev", "prod", "--format", "xml"], "Allowed choices are table, markdown, json"],
  [["dev", "prod"], "incorrect passphrase", { PULUMI_CONFIG_PASSPHRASE: "wrong" }],
  [["dev", "prod"], "the Pulumi CLI is not on", { PATH: __dirname }],
])(
  "the command exits with 2 if it cannot compare, and shows no secret: %j, %s",
  async (args, message, environment = {}) => {
    const { code, stdout, stderr } = await diff(args, environment);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("canary");
  },
);
