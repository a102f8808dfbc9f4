import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";

/** The outputs that the program reads and that the service would add to the arguments, for each resource. */
const outputs: Record<string, object> = {
  agents: { nsTargets: ["ns1.example.net", "ns2.example.net"] },
};

let program: typeof import("./index.js");

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({
      id: `${name}-id`,
      state: { ...inputs, ...outputs[name] },
    }),
    call: ({ inputs }) => inputs,
  });
  pulumi.runtime.setAllConfig({ "project:edgeId": "edghts_1", "project:backendId": "bkdhr_1" });
  // Only now: the program declares its resources while it is loaded.
  program = await import("./index.js");
});

const known = <T>(output: pulumi.Output<T>): Promise<T> =>
  new Promise((resolve) => output.apply(resolve));

it("the program asks members of the organization for a login before the administration, and nobody before the API", async () => {
  const { organizations } = (await known(program.admin.oauth))?.provider?.provider1 ?? {};
  expect(organizations).toEqual(["example"]);
  expect(await known(program.api.oauth)).toBeUndefined();
});

it("the program gives a record for each name server", async () => {
  expect(await known(program.zone)).toEqual([
    "connect NS ns1.example.net.",
    "connect NS ns2.example.net.",
  ]);
});
