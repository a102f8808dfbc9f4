import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { ImportProject } from "../support/import-project";

/** What `edge-ingress import` finds in its way, before it writes anything. */

const INTO_DEV = ["--stack", "dev", "--yes"];

const errorsIn = (text: string): string[] => text.split("\n").flatMap((line) => /^error: (.*)/.exec(line)?.[1] ?? []);

it("everything that is in the way is listed together, and nothing is written", async () => {
  await using emulator = await startEmulator();
  await using project = await ImportProject.create(emulator);
  project.use({ url: "http://127.0.0.1:9", apiKey: "canary" });
  project.environment.PULUMI_BACKEND_URL = "file:///no-such-folder";
  const { code, text } = await project.import("--stack", "dev", "--ids", "missing.txt");
  expect({ code, errors: errorsIn(text) }).toEqual({
    code: 2,
    errors: [
      "cannot read missing.txt: there is no such file; check the path",
      expect.stringMatching(/^Could not access the backend: .*; see `pulumi login`$/),
      expect.stringContaining("no response (ECONNREFUSED); check edge-ingress:baseUrl"),
      "without a terminal, --yes is required to import into a stack",
    ],
  });
  expect(await project.files()).toEqual([]);
});

it.each([
  ["a file in place of the folder", ["--stack", "dev"], "is not a folder: name another one"],
  ["a name that no stack can have", ["--stack", "a b"], "a stack name may only contain"],
  ["dynamic resources without packages", [...INTO_DEV, "--form", "dynamic"], "run `npm install"],
])("%s is refused before anything is written", async (title, args, message) => {
  await using emulator = await startEmulator();
  await members(emulator, "POST", "/agent_ingresses", { domain: "a.example.com" });
  await using project = await ImportProject.create(emulator);
  await project.write("package.json", '{ "dependencies": { "not-installed": "1" } }');
  const folder = title.startsWith("a file") ? "package.json" : ".";
  const command = join(__dirname, "../../dist/cli/main.js");
  const { code, text } = await project.run(process.execPath, command, "import", folder, ...args, "--yes");
  // The packages that are not installed are in the way of each of them, too.
  expect(code).toBe(2);
  expect(errorsIn(text)).toContainEqual(expect.stringContaining(message));
  expect(await project.files()).toEqual(["package.json"]);
});

it("a passphrase and a stack of a project elsewhere are looked for before a new project is written", async () => {
  await using emulator = await startEmulator();
  await members(emulator, "POST", "/agent_ingresses", { domain: "a.example.com" });
  await using project = await ImportProject.create(emulator);
  const { PULUMI_CONFIG_PASSPHRASE: passphrase = "" } = project.environment;
  delete project.environment.PULUMI_CONFIG_PASSPHRASE;
  const without = await project.import(...INTO_DEV);
  expect(errorsIn(without.text)).toEqual([expect.stringContaining("set PULUMI_CONFIG_PASSPHRASE")]);
  expect(await project.files()).toEqual([]);

  project.environment.PULUMI_CONFIG_PASSPHRASE = passphrase;
  expect((await project.import(...INTO_DEV)).code).toBe(0);
  const command = join(__dirname, "../../dist/cli/main.js");
  const other = await project.run(process.execPath, command, "import", "../other/infra", ...INTO_DEV);
  expect(errorsIn(other.text)).toEqual([
    expect.stringMatching(/^stack dev of project infra exists, and .*other\/infra /),
  ]);
});
