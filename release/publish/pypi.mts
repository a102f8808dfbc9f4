import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exe, python } from "../../tools/base/project.mjs";
import { inTemporaryFolder, must, run } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import { type Part, sha256 } from "./publication.mts";
import { contentOf, fileLike, type ReleaseFolder } from "./release-folder.mts";

const NAME = "pulumi-edge-ingress";

const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");

const PIP = ["-m", "pip", "--no-input", "--disable-pip-version-check"];

/** The wheel, on the index of pip. twine uploads to PyPI, or to TWINE_REPOSITORY_URL. */
export function pypiPart(release: ReleaseFolder): Part {
  const file = fileLike(release, /^pulumi_edge_ingress-.*\.whl$/);
  const version = file.split("-")[1] ?? "";
  const wheel = join(release.folder, file);
  return {
    title: "PyPI",
    publications: [
      {
        name: `${NAME}==${version}`,
        file,
        digest: sha256(contentOf(release, file)),
        published: () => digestInIndex(`${NAME}==${version}`, file),
        command: `twine upload ${wheel}`,
        publish: () => upload(wheel),
      },
    ],
  };
}

async function digestInIndex(requirement: string, file: string): Promise<string | undefined> {
  return inTemporaryFolder(tmpdir(), "pypi-", async (folder) => {
    // The file is compared, not run, so the Python of this machine may be older than the file requires.
    const any = ["--only-binary=:all:", "--ignore-requires-python"];
    const options = ["--no-deps", "--no-cache-dir", ...any, "--dest", folder];
    const args = [...PIP, "download", ...options, requirement];
    const { code, output } = await run(python, args, { capture: true });
    const downloaded = join(folder, file);
    if (code === 0 && existsSync(downloaded)) return sha256(readFileSync(downloaded));
    // pip prints this line after a failed connection, too, but only together with a warning.
    if (/No matching distribution found/.test(output) && !/Retrying/.test(output)) return undefined;
    throw new Problem(`pip download ${requirement} failed:\n${output.trim()}`);
  });
}

/** Without a password in the environment, twine takes the identity of the workflow for a credential. */
async function upload(wheel: string) {
  await inTemporaryFolder(tmpdir(), "twine-", async (folder) => {
    const environment = join(folder, "venv");
    await must(python, ["-m", "venv", environment]);
    const own = join(environment, exe === "" ? "bin" : "Scripts", `python${exe}`);
    await must(own, [...PIP, "install", "--quiet", "--requirement", REQUIREMENTS]);
    await must(own, [
      "-m",
      "twine",
      "upload",
      "--non-interactive",
      "--disable-progress-bar",
      wheel,
    ]);
  });
}
