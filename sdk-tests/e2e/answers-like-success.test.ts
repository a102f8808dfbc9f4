import { AgentIngress, HttpsEdgeMutualTls, HttpsEdgeRoute, HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { FORMS } from "../support/forms";
import { failureText, type StateEntry, TestStack } from "../support/stack";

/**
 * Answers with a status of success that are not the object: no command loses or replaces anything by them. All of them are
 * in `lifecycle/answers-like-success.test.ts`; these are two of them on the real engine.
 */

const program = (description: string) => async () => {
  new AgentIngress("ingress", { domain: "connect.example.com", description });
  const route = new HttpsEdgeRoute("route", { edgeId: "edge_1", matchType: "exact_path", match: "/", description });
  new HttpsEdgeRouteOAuth("login", { route, provider: { provider2: {} } });
  new HttpsEdgeMutualTls("clients", { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] });
  return undefined;
};

describe.each(FORMS)("as %s", (form) => {
  let emulator: Emulator;
  let stack: TestStack;

  beforeAll(async () => {
    emulator = await startEmulator();
    stack = await TestStack.create(emulator);
    if (form === "plugin") await stack.setConfig("edge-ingress:plugin", "true");
    await stack.up(program("first"));
  });

  afterAll(async () => {
    await stack[Symbol.asyncDispose]();
    await emulator.close();
  });

  const changes = () => emulator.requests().filter(({ method }) => method !== "GET");

  it.each([
    ["an empty object", { body: {} }],
    ["another object", { body: { id: "other_1", edge_id: "edge_2", domain: "other.example.com", enabled: true } }],
  ])("a refresh that is answered with %s fails, and changes nothing", async (_, answer) => {
    const before = await stack.resources();
    emulator.addFault({ status: 200, ...answer, method: "GET", times: "always" });
    const text = await failureText(stack.refresh());
    emulator.clearFaults();
    expect(text).toMatch(/GET \/(agent_ingresses|edges\/https\/edge_1)\/\S+: the answer (is|has no) /);
    expect(await stack.resources()).toEqual(before);
  });

  it("afterwards nothing is to be changed", async () => {
    emulator.clearRequests();
    expect((await stack.preview(program("first"), { refresh: true })).steps).toEqual([]);
    expect(changes()).toEqual([]);
  });

  it("an update that is answered with 204 fails, and has been made: the next one sends nothing", async () => {
    emulator.addFault({ method: "PATCH", when: "after", status: 204, times: 2 });
    expect(await failureText(stack.up(program("second")))).toContain("the answer is empty");
    emulator.clearFaults();
    emulator.clearRequests();
    await stack.up(program("second"));
    expect(changes()).toEqual([]);
    expect(emulator.objects().filter(({ body }) => body.description === "second")).toHaveLength(2);
    expect((await stack.preview(program("second"), { refresh: true })).steps).toEqual([]);
  });

  describe("a state that an earlier version has emptied", () => {
    const emptied = ({ urn, type, id, provider, custom, parent, inputs, outputs }: StateEntry): StateEntry => ({
      ...{ urn, type, id, provider, custom, parent },
      inputs: providerTextIn(inputs),
      // The plugin records the id of an object that has no output.
      outputs: { ...providerTextIn(outputs), ...(form === "plugin" && { id }) },
    });
    const providerTextIn = (values: unknown) => {
      const { __provider } = (values ?? {}) as { __provider?: unknown };
      return __provider === undefined ? {} : { __provider };
    };

    it("is refused by an up, which would replace what is there", async () => {
      await stack.edit((resources) =>
        resources.map((each) => (/::(ingress|route)$/.test(each.urn) ? emptied(each) : each)),
      );
      const text = await failureText(stack.preview(program("second")));
      expect(text).toMatch(/the state of this (AgentIngress has lost its domain|HttpsEdgeRoute has lost its edgeId)/);
      expect(text).not.toContain("replace");
    });

    it("is repaired by a refresh if the id is the whole address; else the error names the repair", async () => {
      const text = await failureText(stack.refresh());
      expect(text).toContain("the state of this HttpsEdgeRoute has lost its edgeId");
      expect(text).toContain("`pulumi state delete`, and import it by <edgeId>/<id>");
      const route = (await stack.resources()).find(({ name }) => name === "route");
      await stack.pulumi("state", "delete", route?.urn ?? "", "--force", "--target-dependents", "--yes");
      await stack.refresh();
      const ingress = (await stack.resources()).find(({ name }) => name === "ingress");
      expect(ingress?.inputs).toMatchObject({ domain: "connect.example.com", description: "second" });
    });
  });
});
