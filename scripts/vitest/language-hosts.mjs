import { delimiter } from "node:path";
import { obtainLanguageHosts } from "../../toolchain/language-hosts.mjs";
import { pathWith } from "../lib/project.mjs";

/**
 * After the CLI, whose own hosts come first where it has them.
 * @param {import("vitest/node").TestProject} project
 */
export async function setup(project) {
  const hosts = await obtainLanguageHosts();
  process.env.PATH = [pathWith(), hosts.binDir].join(delimiter);
  project.provide("languageHosts", hosts);
}
