import { delimiter } from "node:path";
import type { TestProject } from "vitest/node";
import { pathWith } from "../../tools/base/project.mjs";
import { obtainLanguageHosts } from "../../tools/pulumi/language-hosts.mts";

/** After the CLI, whose own hosts come first where it has them. */
export async function setup(project: TestProject) {
  const hosts = await obtainLanguageHosts();
  process.env.PATH = [pathWith(), hosts.binDir].join(delimiter);
  project.provide("languageHosts", hosts);
}
