import { readFileSync } from "node:fs";
import { join } from "node:path";
import model from "../../dist/insight/map/model.js";
import drawing from "../../dist/insight/map/svg.js";
import read from "../../dist/insight/review/read.js";
import { root } from "../lib/project.mjs";

/** The state of examples/ingress-stack as the engine has left it; a test compares it with that of the real engine. */
const STATE = join(root, "sdk-tests", "e2e", "goldens", "example-state.txt");

/** @returns {string} the map of the example stack, as a picture */
export function exampleMap() {
  const { state } = /** @type {{ state: Record<string, { type: string, outputs: object }> }} */ (
    JSON.parse(readFileSync(STATE, "utf8"))
  );
  const resources = Object.entries(state).map(([name, resource]) => ({
    ...{ urn: `urn:pulumi:dev::ingress-stack::${resource.type}::${name}`, custom: true },
    ...resource,
    // A picture has no date that is over when it is looked at.
    outputs: { ...resource.outputs, certificateManagementStatus: undefined },
  }));
  return drawing.asSvg([model.mapOf(read.readIngress("the example", JSON.stringify({ deployment: { resources } })))]);
}
