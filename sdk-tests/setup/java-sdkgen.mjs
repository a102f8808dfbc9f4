import { obtainJavaSdkgen } from "../../tools/pulumi/java-sdkgen.mjs";

/** @param {import("vitest/node").TestProject} project */
export async function setup(project) {
  project.provide("javaSdkgen", await obtainJavaSdkgen());
}
