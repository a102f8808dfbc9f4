import type { TestProject } from "vitest/node";
import { obtainJavaSdkgen } from "../../tools/pulumi/obtain.mts";

export async function setup(project: TestProject) {
  project.provide("javaSdkgen", await obtainJavaSdkgen());
}
