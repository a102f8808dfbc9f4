import { afterEach, describe, expect, it } from "vitest";
import { StillThereError } from "../../src/core/client/errors";
import { httpsEdgeRouteWebhookVerification } from "../../src/core/definitions";
import { moduleAddress } from "../../src/core/lifecycle/module-address";
import { requestModuleDeletion } from "../../src/core/lifecycle/module-deletion";
import { emptyServer } from "../support/empty-server";
import { expectFailure } from "../support/failure";

/** Deletions that the service answers with 404 although a GET of the same path has a response. */

const server = emptyServer();
const PATH = "/edges/https/edge_1/routes/route_1/webhook_verification";
const STILL_THERE = `DELETE ${PATH} answered 404, but the answer is not the API's: GET ${PATH} finds the object`;

afterEach(() => server.emulator.clearFaults());

/** Deletes a module that the service shows with this body, and returns the number of DELETE requests. */
async function deleteShown(body: unknown): Promise<number> {
  const always = { path: PATH, times: "always" } as const;
  server.emulator.addFault({ ...always, method: "DELETE", status: 404 });
  server.emulator.addFault({ ...always, method: "GET", status: 200, body });
  const definition = httpsEdgeRouteWebhookVerification;
  const address = moduleAddress(definition, "edge_1/route_1");
  await requestModuleDeletion(server.api(), definition, address);
  return server.methods().filter((method) => method === "DELETE").length;
}

describe("a module whose deletion is answered with 404", () => {
  it.each([
    { shown: "off without arguments", body: { enabled: false, provider: null, secret: null } },
    { shown: "off, with no other member", body: { enabled: false } },
    { shown: "without a value", body: { provider: null } },
    { shown: "empty", body: {} },
  ])("is deleted if the service shows it $shown, and gets a second DELETE", async ({ body }) => {
    expect(await deleteShown(body)).toBe(2);
  });

  it.each([
    { shown: "on without arguments", body: { enabled: true } },
    { shown: "off with an argument", body: { enabled: false, provider: "slack" } },
    { shown: "off with all arguments", body: { enabled: false, provider: "slack", secret: "s" } },
    { shown: "as an error", body: { error: "upstream unavailable" } },
    { shown: "with a member of another type", body: { enabled: "no" } },
  ])("is still there if the service shows it $shown", async ({ body }) => {
    const deletion = deleteShown(body);
    await expect(deletion).rejects.toBeInstanceOf(StillThereError);
    await expect(deletion).rejects.toThrow(STILL_THERE);
  });

  it("is still there if the service shows it empty and stops answering as the API", async () => {
    const list = { method: "GET", path: "/agent_ingresses" } as const;
    server.emulator.addFault({ ...list, after: 1, times: "always", status: 404 });
    await expectFailure(
      deleteShown({}),
      new RegExp(
        `^ForeignResponseError: GET ${PATH} answered nothing, but the answer is not the API's: \\S+ does not answer GET /agent_ingresses`,
      ),
    );
  });
});
