import { AgentIngress, HttpsEdgeMutualTls, HttpsEdgeRoute, HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";
import { describe, expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { inForm } from "../support/classes";
import { type FormName, SAMPLED_FORMS } from "../support/forms";
import { failureText, type StateEntry, withStack } from "../support/stack";

/**
 * Answers with a status of success that are not the object: no command loses or replaces anything by them. All of them are
 * in `lifecycle/answers-like-success.test.ts`; these are two of them on the real engine, both forms in one stack.
 */

const program = (description: string, forms: readonly FormName[] = SAMPLED_FORMS) => {
  const declareAll = (form: FormName) => {
    const edgeId = `edge_${form}`;
    new AgentIngress(`ingress-${form}`, { domain: `${form}.example.com`, description });
    const route = new HttpsEdgeRoute(`route-${form}`, { edgeId, matchType: "exact_path", match: "/", description });
    new HttpsEdgeRouteOAuth(`login-${form}`, { route, provider: { provider2: {} } });
    new HttpsEdgeMutualTls(`clients-${form}`, { edgeId, certificateAuthorityIds: ["ca_1"] });
  };
  return async () => {
    for (const form of forms) inForm(form, () => declareAll(form));
    return undefined;
  };
};

/** Objects that have a description: an ingress and a route of each form. */
const UPDATED = 2 * SAMPLED_FORMS.length;

const it = withStack();

it.beforeAll(async ({ stack }) => {
  await stack.up(program("first"));
});

const changes = (emulator: Emulator) => emulator.requests().filter(({ method }) => method !== "GET");

it.for([
  ["an empty object", {}],
  ["another object", { id: "other_1", edge_id: "edge_2", domain: "other.example.com", enabled: true }],
] as const)("a refresh that is answered with %s fails, and changes nothing", async ([_, body], { emulator, stack }) => {
  const before = await stack.storedOutputs();
  emulator.addFault({ status: 200, body, method: "GET", times: "always" });
  const text = await failureText(stack.refresh());
  emulator.clearFaults();
  expect(text).toMatch(/GET \/(agent_ingresses|edges\/https\/edge_\w+)\/\S+: the answer (is|has no) /);
  expect(await stack.storedOutputs()).toEqual(before);
});

it("afterwards nothing is to be changed", async ({ emulator, stack }) => {
  emulator.clearRequests();
  expect((await stack.preview(program("first"), { refresh: true })).steps).toEqual([]);
  expect(changes(emulator)).toEqual([]);
});

it("an update that is answered with 204 fails, and has been made: the next one sends nothing", async ({
  emulator,
  stack,
}) => {
  emulator.addFault({ method: "PATCH", when: "after", status: 204, times: UPDATED });
  expect(await failureText(stack.up(program("second")))).toContain("the answer is empty");
  emulator.clearFaults();
  await stack.up(program("second"));
  expect(changes(emulator).map(({ method }) => method)).toEqual(Array(UPDATED).fill("PATCH"));
  expect(emulator.objects().filter(({ body }) => body.description === "second")).toHaveLength(UPDATED);
});

it("an update that was made, after which nothing could be read, is taken back with the program", async ({
  emulator,
  stack,
}) => {
  emulator.addFault({ method: "PATCH", when: "after", status: 200, body: {}, times: UPDATED });
  emulator.addFault({ method: "GET", status: 200, body: {}, times: "always" });
  expect(await failureText(stack.up(program("third")))).toMatch(/PATCH \S+: the answer has no id/);
  emulator.clearFaults();
  // The engine begins nothing more once an update has failed.
  expect(emulator.objects().map(({ body }) => body.description)).toContain("third");
  await stack.up(program("second"));
  expect(emulator.objects().filter(({ body }) => body.description === "second")).toHaveLength(UPDATED);
  expect((await stack.preview(program("second"), { refresh: true })).steps).toEqual([]);
});

describe("a state that an earlier version has emptied", () => {
  const emptied = ({ urn, type, id, provider, custom, parent, inputs, outputs }: StateEntry): StateEntry => ({
    ...{ urn, type, id, provider, custom, parent },
    inputs: providerTextIn(inputs),
    // The plugin records the id of an object that has no output.
    outputs: { ...providerTextIn(outputs), ...(/:index:/.test(urn) && { id }) },
  });
  const providerTextIn = (values: unknown) => {
    const { __provider } = (values ?? {}) as { __provider?: unknown };
    return __provider === undefined ? {} : { __provider };
  };

  it.for(SAMPLED_FORMS)("is refused by an up, which would replace what is there (%s)", async (form, { stack }) => {
    const isLost = ({ urn }: StateEntry) => new RegExp(`::(ingress|route)-${form}$`).test(urn);
    await stack.edit((resources) => resources.map((each) => (isLost(each) ? emptied(each) : each)));
    const text = await failureText(stack.preview(program("second", [form])));
    expect(text).toMatch(/the state of this (AgentIngress has lost its domain|HttpsEdgeRoute has lost its edgeId)/);
    expect(text).not.toContain("replace");
  });

  it("is repaired by a refresh if the id is the whole address; else the error names the repair", async ({ stack }) => {
    const text = await failureText(stack.refresh());
    expect(text).toContain("the state of this HttpsEdgeRoute has lost its edgeId");
    expect(text).toContain("`pulumi state delete`, and import it by <edgeId>/<id>");
    for (const { urn } of (await stack.resources()).filter(({ name }) => name.startsWith("route-")))
      await stack.pulumi("state", "delete", urn, "--force", "--target-dependents", "--yes");
    await stack.refresh();
    const ingresses = (await stack.resources()).filter(({ name }) => name.startsWith("ingress-"));
    const repaired = ingresses.map(({ inputs }) => [inputs.domain, inputs.description]).sort();
    expect(repaired).toEqual(SAMPLED_FORMS.map((form) => [`${form}.example.com`, "second"]));
  });
});
