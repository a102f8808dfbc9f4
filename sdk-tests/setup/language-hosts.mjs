import { delimiter } from "node:path";
import { pathWith } from "../../tools/base/project.mjs";
import { obtainLanguageHosts } from "../../tools/pulumi/language-hosts.mjs";

/**
 * After the CLI, whose own hosts come first where it has them.
 * @param {import("vitest/node").TestProject} project
 */
export async function setup(project) {
  const hosts = await obtainLanguageHosts();
  process.env.PATH = [pathWith(), hosts.binDir].join(delimiter);
  project.provide("languageHosts", hosts);
}
