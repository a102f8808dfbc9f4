import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { must } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import type { Installation } from "./installation.mts";
import { PulumiProject } from "./pulumi-project.mts";
import type { Registries } from "./registries.mts";
import type { ReleaseClone } from "./release-clone.mts";

const RELEASES = "sdk-tests/upgrade";

/** The newest of the released versions whose packages the tests keep, from the names of the files. */
export function newestRelease(files: readonly string[]): string {
  const versions = files
    .filter((file) => file.endsWith(".tgz"))
    .map((file) => basename(file, ".tgz"));
  const newest = versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  if (newest === undefined) throw new Problem(`${RELEASES} has no released package.`);
  return newest;
}

const RELEASED = newestRelease(readdirSync(join(root, RELEASES)));

const PROGRAM = `const { AgentIngress } = require("pulumi-edge-ingress");

const certificateManagementPolicy = { authority: "letsencrypt" };
for (const name of ["agents", "builds"])
  new AgentIngress(name, { domain: \`\${name}.example.com\`, certificateManagementPolicy });
`;

/** Publishes the package of the released version, so that npm's registry is as it was before this release. */
export async function publishReleased(clone: ReleaseClone, { npm }: Registries): Promise<string> {
  const tarball = join(clone.folder, RELEASES, `${RELEASED}.tgz`);
  const env = { ...process.env, ...npm.publishing };
  await must("npm", ["publish", tarball, "--access", "public"], { cwd: clone.folder, env });
  return RELEASED;
}

/** A dependency of the released version that the manifest of the kept package does not name. */
const UNNAMED = "fastest-levenshtein@1";

/** A stack of the released version, which each later version goes on with. */
export async function deployWithReleased(installation: Installation): Promise<PulumiProject> {
  const project = await PulumiProject.create("update", installation);
  await project.run("npm", "install", `pulumi-edge-ingress@${RELEASED}`, UNNAMED, "@pulumi/pulumi");
  await project.write("Pulumi.yaml", "name: update\nruntime: nodejs\n");
  await project.write("index.js", PROGRAM);
  await project.deploy();
  return project;
}

/** Installs the newest version by name, with which the stack is to need no change. */
export async function update(project: PulumiProject, version: string): Promise<string> {
  const before = project.installedVersion();
  await project.run("npm", "install", "pulumi-edge-ingress@latest");
  const after = project.installedVersion();
  if (after !== version) throw new Problem(`npm installed ${after} as the newest version.`);
  await project.pulumi("preview", "--expect-no-changes");
  await project.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  await project.up();
  return `from ${before}, without a change of the stack`;
}
