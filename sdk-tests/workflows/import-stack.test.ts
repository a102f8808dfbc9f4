import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { newDestination, newIngress } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { type ImportProject, INTO_DEV } from "../support/import-project";

/** Tests of the stack's config that `edge-ingress import` sets, and of the detection of the stack's account. */

const SECRETS = 12;

/** Values that quoting, a shell or a limit of the system could change. */
const secretOf = (index: number): string =>
  `canary-${index} ${["$HOME 'a' \"b\"", "two\nlines\n", "\\ üñ 鍵", "x".repeat(index === 7 ? 40_000 : 9_000)][index % 4]}`;

const it = withImportProject();

async function fill(emulator: Emulator): Promise<void> {
  for (let index = 0; index < SECRETS; index += 1)
    await newDestination(emulator, `log ${index}`, secretOf(index));
  emulator.clearRequests();
}

/** Puts a CLI that records its arguments in front of the real CLI, and returns a function that reads the record. */
async function noteCommands(project: ImportProject, change = ""): Promise<() => Promise<string>> {
  const folder = join(project.folder, "../bin");
  const log = join(folder, "log");
  await mkdir(folder);
  const path = process.env.PATH ?? "";
  const script = `#!/bin/sh\necho "$*" >> ${log}\nPATH='${path}'\n${change}\nexec pulumi "$@"\n`;
  await writeFile(join(folder, "pulumi"), script, { mode: 0o755 });
  project.environment.PATH = `${folder}${delimiter}${path}`;
  return () => readFile(log, "utf8");
}

it.for([
  {
    title:
      "secrets are set unchanged, and no argument of a command contains a secret: all but a long one in a few runs of the CLI",
    change: "",
    most: 3,
  },
  {
    title:
      "secrets are set unchanged, and no argument of a command contains a secret: one by one by a CLI that reads no options from the environment",
    change: "unset PULUMI_OPTION_JSON",
    most: SECRETS,
  },
] as const)("$title", async ({ change, most }, { emulator, project }) => {
  await fill(emulator);
  const commands = await noteCommands(project, change);
  await project.imported(...INTO_DEV);
  const list = (await commands()).split("\n");
  const runs = list.filter((line) => /^config set --secret/.test(line)).length;
  expect(runs).toBeLessThanOrEqual(most);
  expect(list.filter((line) => line.startsWith("config set-all")).length).toBeLessThanOrEqual(5);
  const config = JSON.parse(
    await project.pulumi("config", "--stack", "dev", "--json", "--show-secrets"),
  );
  const values = Object.values(config as Record<string, { value: string; secret: boolean }>);
  expect(
    values.flatMap(({ value, secret }) => (secret ? [JSON.parse(value).targetApiKey] : [])).sort(),
  ).toEqual(Array.from({ length: SECRETS }, (_, index) => secretOf(index)).sort());
  expect(config["edge-ingress:baseUrl"]).toMatchObject({ value: emulator.url, secret: false });
  project.printed = "";
  await project.pulumi("preview", "--stack", "dev", "--expect-no-changes");
  expect((await project.written()) + project.printed + list.join("\n")).not.toContain("canary-");
});

it("a stack is not imported into from another account, unless an option allows it", async ({
  emulator,
  project,
}) => {
  await fill(emulator);
  await using other = await startEmulator();
  await newIngress(other, "b.example.com");
  await project.imported(...INTO_DEV);
  // The settings of the stack's config have priority over the environment.
  project.use(other);
  expect((await project.import(...INTO_DEV)).text).toContain("nothing new to import");
  await project.pulumi("config", "set", "edge-ingress:baseUrl", other.url, "--stack", "dev");
  const refused = await project.import(...INTO_DEV);
  expect(refused).toMatchObject({
    code: 2,
    text: expect.stringContaining(`stack dev manages ${SECRETS} objects`),
  });
  expect(refused.text).toContain("add --other-account");
  const allowed = await project.import(...INTO_DEV, "--other-account");
  expect(allowed.text).toContain("imported 1 object into stack dev\n");
});

it.for([
  ["", `import true\n`],
  // A CLI that does not know the settings: the engine writes the state for each object.
  ["unset PULUMI_EXPERIMENTAL PULUMI_SKIP_CHECKPOINTS", ""],
])(
  "the engine writes the state once for an import, and as always for all else (%j)",
  async ([unset, noted], { emulator, project }) => {
    await fill(emulator);
    const log = join(project.folder, "../checkpoints");
    const note = `[ -z "$PULUMI_SKIP_CHECKPOINTS" ] || echo "$1 $PULUMI_EXPERIMENTAL" >> ${log}`;
    await noteCommands(project, `${unset}\n${note}`);
    await writeFile(log, "");
    expect(await project.imported(...INTO_DEV)).toContain("`pulumi preview` shows no change\n");
    expect(await readFile(log, "utf8")).toBe(noted);
  },
);

it("an import whose config no program could receive is refused before anything is written", async ({
  emulator,
  project,
}) => {
  for (const name of ["a", "b", "c", "d"])
    await newDestination(emulator, name, name.repeat(40_000));
  const { code, text } = await project.import(...INTO_DEV);
  expect({ code, text }).toEqual({
    code: 2,
    text: expect.stringMatching(
      /^error: the config of stack dev would have 157 KiB, .*: divide the account with --split$/m,
    ),
  });
  expect(await project.files()).toEqual([]);
  expect(await project.imported(...INTO_DEV, "--exclude", "d")).toContain(
    "`pulumi preview` shows no change\n",
  );
});
