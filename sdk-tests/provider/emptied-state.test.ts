import { expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import { members } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";

/** A state that an earlier version has emptied, because it took another answer for the object's. */

const it = withEmulator();

const agents = { domain: "a.example.com", description: "of the agents" };
const route = { edgeId: "edge_1", matchType: "exact_path", match: "/" };

it.for([
  ["run `pulumi refresh`", definitions.agentIngress, agents, "domain"],
  [
    "remove the resource from the state with `pulumi state delete`, and import it by <edgeId>/<id>",
    definitions.httpsEdgeRoute,
    route,
    "edgeId",
  ],
] as const)(
  "a difference to such a state would replace the object: it is refused with the advice to %s",
  ([repair, definition, inputs, lost], { emulator }) => {
    const { provider } = inProcessCore(emulator);
    expect(() => provider.diff(definition, { id: "id_1", outputs: {}, inputs })).toThrow(
      `the state of this ${definition.type} has lost its ${lost}: ${repair}`,
    );
  },
);

it("a refresh repairs such a state if the id is the whole address of the object; else it is refused, too", async ({
  emulator,
}) => {
  const { provider } = inProcessCore(emulator);
  const id = String((await members(emulator, "POST", "/agent_ingresses", agents)).id);
  const repaired = await provider.read(definitions.agentIngress, { id, outputs: {} });
  expect(repaired?.inputs).toMatchObject(agents);
  await expect(provider.read(definitions.httpsEdgeRoute, { id: "edghtsrt_1", outputs: {} })).rejects.toThrow(
    "the state of this HttpsEdgeRoute has lost its edgeId",
  );
  expect(emulator.requests().filter(({ path }) => path.includes("undefined"))).toEqual([]);
});
