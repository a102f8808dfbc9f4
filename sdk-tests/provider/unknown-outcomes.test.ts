import { expect, it } from "vitest";
import { emptyServer } from "../support/empty-server";
import type { HostedProvider } from "../support/in-process-dynamic";

/** Creates of dynamic resources whose responses are lost: none is sent twice, and none is lost. */

const server = emptyServer({ options: { pageSize: 2, secrets: "masked" } });

const monitoring = { apiKey: "canary", site: "eu" };
const args = { format: "json", description: "audit", target: { monitoring } };

/** A create whose response is lost. */
function createLost(destinations: HostedProvider) {
  server.emulator.addFault({ method: "POST", when: "after", status: 500 });
  return destinations.create(args);
}

it("the provider adopts the object that was made, among others of several pages, its secret masked", async () => {
  const destinations = await server.dynamic("eventDestination");
  for (const site of ["eu", "us", "eu"]) {
    await destinations.create({
      ...args,
      description: "other",
      target: { monitoring: { ...monitoring, site } },
    });
  }
  server.emulator.clearRequests();
  const { id, outs } = await createLost(destinations);
  expect(server.methods().filter((method) => method === "POST")).toHaveLength(1);
  expect(server.ids()).toHaveLength(4);
  expect(server.ids()).toContain(id);
  expect(outs).toMatchObject(args);
});

it("the provider does not adopt an object of another create of the same process", async () => {
  const destinations = await server.dynamic("eventDestination");
  const first = await destinations.create(args);
  const second = await createLost(destinations);
  expect(second.id).not.toBe(first.id);
  expect(server.ids()).toHaveLength(2);
});
