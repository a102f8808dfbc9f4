import { obtainJavaSdkgen } from "../../toolchain/java-sdkgen.mjs";

/** @param {import("vitest/node").TestProject} project */
export async function setup(project) {
  project.provide("javaSdkgen", await obtainJavaSdkgen());
}
