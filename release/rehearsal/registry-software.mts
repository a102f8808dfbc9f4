import { hash } from "node:crypto";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../../tools/base/packages.mjs";
import { dataDir, exe, python } from "../../tools/base/project.mjs";
import { makeFolder, must } from "../../tools/base/run.mjs";

/** The programs that serve packages on this computer. */
export interface RegistrySoftware {
  verdaccio: string; // a script for Node.js
  pypiServer: string; // the Python that has pypiserver
}

/** The pinned versions of the programs, with checksums of what npm and pip install. */
const SOURCES = join(import.meta.dirname, "registries");

const FILES = ["package.json", "package-lock.json", "requirements.txt"];

/** Installs the programs once, from the registries that npm and pip are configured for. */
export async function installRegistries(): Promise<RegistrySoftware> {
  const folder = join(dataDir, "rehearsal", `registries-${await digestOfSources()}`);
  await makeFolder(folder, async (making) => {
    for (const file of FILES) await cp(join(SOURCES, file), join(making, file));
    await npm(["ci", "--ignore-scripts", "--loglevel=error"], making);
  });
  // Scripts of a virtual environment contain its path, so it is made in its final place.
  const venv = join(folder, "venv");
  const own = join(venv, exe === "" ? "bin" : "Scripts", `python${exe}`);
  await must(python, ["-m", "venv", venv]);
  const pip = ["-m", "pip", "--no-input", "--disable-pip-version-check", "install", "--quiet"];
  await must(own, [...pip, "--requirement", join(folder, "requirements.txt")]);
  return {
    verdaccio: join(folder, "node_modules", "verdaccio", "bin", "verdaccio"),
    pypiServer: own,
  };
}

async function digestOfSources(): Promise<string> {
  const texts = await Promise.all(FILES.map((file) => readFile(join(SOURCES, file), "utf8")));
  return hash("sha256", texts.join("\n")).slice(0, 12);
}
