import { expect } from "vitest";
import { FORMS } from "../../support/forms";
import { expectInAnyOrder } from "../../support/in-any-order";
import { sourceProgram } from "../../support/program";
import { withStack } from "../../support/stack";

/** Values that the program marks as secret when the state already has them in plaintext. */

const it = withStack();

const program = (isMarked: boolean) =>
  sourceProgram(
    ({ edge, pulumi, inForm }, { forms, isMarked }) => {
      const value = (text: string) => (isMarked ? pulumi.secret(text) : text);
      for (const form of forms)
        inForm(form, () => {
          new edge.HttpsEdgeRoute(`route-${form}`, {
            edgeId: `edge_${form}`,
            matchType: "exact_path",
            match: "/",
            backend: { backendId: value("canary-backend") },
            requestHeaders: { add: { "X-Key": value("canary-header"), "X-Clear": "clear" } },
          });
          new edge.HttpsEdgeMutualTls(`clients-${form}`, {
            edgeId: `edge_${form}`,
            certificateAuthorityIds: ["ca_1", value("canary-authority")],
          });
          new edge.AgentIngress(`agents-${form}`, {
            domain: `${form}.example.com`,
            description: value("canary-description"),
          });
        });
    },
    { forms: FORMS, isMarked },
  );

it("arguments that are marked later are encrypted by the next up, which changes nothing on the service", async ({
  emulator,
  stack,
}) => {
  await stack.up(program(false));
  emulator.clearRequests();
  // No value changes, so that no path is named.
  const updates = FORMS.flatMap((form) =>
    ["agents", "clients", "route"].map((name) => ({
      op: "update",
      name: `${name}-${form}`,
      paths: [],
    })),
  );
  expectInAnyOrder((await stack.preview(program(true))).steps, updates);
  const { text } = await stack.up(program(true));
  expect(text).toContain(
    'the state has backend.backendId, requestHeaders.add["X-Key"] in plaintext, and the program now marks that as a secret: ' +
      "this update encrypts it",
  );
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  expect(JSON.stringify(await stack.storedResources())).not.toContain("canary");

  expect((await stack.preview(program(true))).steps).toEqual([]);
  expect((await stack.refresh()).steps).toEqual([]);
  expect((await stack.up(program(true))).steps).toEqual([]);
  expect(JSON.stringify(await stack.storedResources())).not.toContain("canary");
});
