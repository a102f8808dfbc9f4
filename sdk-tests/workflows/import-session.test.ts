import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { ImportProject } from "../support/import-project";
import { Release } from "../support/release";
import { createSessionAccount } from "../support/session-account";

/** Tests of the session in docs/import.md, typed word for word in a project that has installed the package. */

const PAGE = join(__dirname, "../../docs/import.md");

const it = withEmulator();

/**
 * Removes values that differ between two runs and machines: ids, ages, dates, progress, the width of columns, and
 * warnings of npm.
 */
const comparable = (text: string): string[] =>
  text
    .replaceAll(/\b(agin|evdst|sshca|edghtsrt)_\w+/g, "$1_1")
    .replaceAll(/\b\d+ (?:s|min|h|d)\b/g, "AGE")
    .replaceAll(/\d{4}-\d\d-\d\d/g, "DATE")
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter(
      (line) => line !== "" && !line.startsWith("npm ") && !/, AGE(, about AGE left)?$/.test(line),
    );

it("the session prints what the page shows, and writes the program that it shows", async ({
  emulator,
}) => {
  const page = await readFile(PAGE, "utf8");
  const [, session = ""] = /```console\n(.*?)```/s.exec(page) ?? [];
  const [, program = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const { edghtsrt_1: route } = await createSessionAccount(emulator);
  emulator.clearRequests();
  const release = await Release.create();
  await using project = await ImportProject.createInstalled(emulator, release, ["typescript"]);
  // The settings of the reader of the page: the compiler checks the program, and a passphrase encrypts the secrets.
  const own = {
    PULUMI_NODEJS_TRANSPILE_ONLY: undefined,
    PULUMI_OPTION_SECRETS_PROVIDER: undefined,
  };
  Object.assign(project.environment, own);
  let below = ".";
  for (const step of session.split(/^\$ /m).slice(1)) {
    const [line = "", ...shown] = step.split("\n");
    let printed = "";
    for (const command of line.replaceAll("edghtsrt_1", route).split(" && ")) {
      if (command.startsWith("export ")) continue;
      if (command.startsWith("cd ")) below = join(below, command.slice("cd ".length));
      else if (command === "npm install") await release.install(join(project.folder, below));
      else
        printed += (await project.begin("sh", ["-c", `${command} 2>&1`], { below }).ended).printed;
    }
    const expected = comparable(shown.join("\n"));
    // The page shows only the end of Pulumi's output.
    const isWhole = line.startsWith("npx ");
    expect(
      isWhole ? comparable(printed) : comparable(printed).slice(-expected.length),
      line,
    ).toEqual(expected);
  }
  const written = await project.read("infra/ingress.ts");
  const inPage = (text: string) =>
    text.replace(emulator.url, "https://api.example.com").replace(/\d{4}-\d\d-\d\d/, "DATE");
  expect(inPage(written)).toBe(inPage(program));
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});
