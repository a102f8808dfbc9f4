import { delimiter } from "node:path";
import type { TestProject } from "vitest/node";
import { pathWith } from "../../tools/base/project.mjs";
import { obtainLanguageHosts } from "../../tools/pulumi/obtain.mts";

/** Runs after the setup of the CLI, whose language hosts have priority. */
export async function setup(project: TestProject) {
  const hosts = await obtainLanguageHosts();
  process.env.PATH = [pathWith(), hosts.binDir].join(delimiter);
  project.provide("languageHosts", hosts);
}
