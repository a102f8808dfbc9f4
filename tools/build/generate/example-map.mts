import read from "../../../build/insight/change/read.js";
import model from "../../../build/insight/map/model.js";
import drawing from "../../../build/insight/map/svg.js";
import { readJson } from "../../base/project.mjs";

/** The state of examples/ingress-stack as the engine leaves it: sdk-tests/e2e/example-state.test.ts compares the two. */
const STATE = "tools/build/generate/example-state.json";

/** The map of the example stack, as a picture. */
export function exampleMap(): string {
  const state = readJson(STATE) as Record<string, { type: string; outputs: object }>;
  const resources = Object.entries(state).map(([name, resource]) => ({
    ...{ urn: `urn:pulumi:dev::ingress-stack::${resource.type}::${name}`, custom: true },
    ...resource,
    // The picture has no date, because a reader may see it after the date.
    outputs: { ...resource.outputs, certificateManagementStatus: undefined },
  }));
  return drawing.asSvg([
    model.mapOf(read.readIngress("the example", JSON.stringify({ deployment: { resources } }))),
  ]);
}
