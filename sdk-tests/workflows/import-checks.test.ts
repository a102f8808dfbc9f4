import { expect } from "vitest";
import { newIngress } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { INTO_DEV } from "../support/import-project";
import { COMMAND } from "../support/workspace";

/** Tests of the problems that `edge-ingress import` finds before it writes any file. */

const it = withImportProject();

const errorsIn = (text: string): string[] =>
  text.split("\n").flatMap((line) => /^error: (.*)/.exec(line)?.[1] ?? []);

it("all problems are listed together, and nothing is written", async ({ project }) => {
  project.use({ url: "http://127.0.0.1:9", apiKey: "canary" });
  project.environment.PULUMI_BACKEND_URL = "file:///no-such-folder";
  const { code, text } = await project.import("--stack", "dev", "--ids", "missing.txt");
  expect({ code, errors: errorsIn(text) }).toEqual({
    code: 2,
    errors: [
      "cannot read missing.txt: there is no such file; check the path",
      expect.stringMatching(/^Could not access the backend: .*; see `pulumi login`$/),
      expect.stringContaining(
        "no response from 127.0.0.1:9 (ECONNREFUSED); check edge-ingress:baseUrl",
      ),
      "without a terminal, --yes is required to import into a stack",
    ],
  });
  expect(await project.files()).toEqual([]);
});

it.for([
  ["a file in place of the folder", ["--stack", "dev"], "is not a folder: name another one"],
  ["a name that no stack can have", ["--stack", "a b"], "a stack name may only contain"],
  ["dynamic resources without packages", [...INTO_DEV, "--form", "dynamic"], "run `npm install"],
] as const)(
  "%s is refused before anything is written",
  async ([title, args, message], { emulator, project }) => {
    await newIngress(emulator, "a.example.com");
    await project.write("package.json", '{ "dependencies": { "not-installed": "1" } }');
    const folder = title.startsWith("a file") ? "package.json" : ".";
    const { code, text } = await project.run(
      process.execPath,
      COMMAND,
      "import",
      folder,
      ...args,
      "--yes",
    );
    // The missing packages are an additional problem in each case, so the output has other errors, too.
    expect(code).toBe(2);
    expect(errorsIn(text)).toContainEqual(expect.stringContaining(message));
    expect(await project.files()).toEqual(["package.json"]);
  },
);

it("a passphrase and a stack of a project elsewhere are looked for before a new project is written", async ({
  emulator,
  project,
}) => {
  await newIngress(emulator, "a.example.com");
  const { PULUMI_CONFIG_PASSPHRASE: passphrase = "" } = project.environment;
  delete project.environment.PULUMI_CONFIG_PASSPHRASE;
  const without = await project.import(...INTO_DEV);
  expect(errorsIn(without.text)).toEqual([expect.stringContaining("set PULUMI_CONFIG_PASSPHRASE")]);
  expect(await project.files()).toEqual([]);

  project.environment.PULUMI_CONFIG_PASSPHRASE = passphrase;
  await project.imported(...INTO_DEV);
  const other = await project.run(
    process.execPath,
    COMMAND,
    "import",
    "../other/infra",
    ...INTO_DEV,
  );
  expect(errorsIn(other.text)).toEqual([
    expect.stringMatching(/^stack dev of project infra exists, and .*other\/infra /),
  ]);
});
