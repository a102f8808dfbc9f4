import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";
import * as lookups from "../../src/fronts/program/lookups";

/** Tests of lookups in the unit tests of a program: the mocks respond, as for the functions of any provider. */

const called: pulumi.runtime.MockCallArgs[] = [];

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: (args) => {
      called.push(args);
      if (args.token.endsWith(":listEventDestinations"))
        return { results: [{ id: "evdst_1", target: MONITORING }] };
      if (args.token.endsWith(":getAgentIngress"))
        return { id: args.inputs.id, domain: "mocked.example.com" };
      throw new Error("not mocked");
    },
  }),
);

const MONITORING = { monitoring: { apiKey: "canary", site: "eu" } };

it("lookups are asked of the mocks by their names and arguments", async () => {
  expect((await lookups.getAgentIngress({ id: "agin_1" })).domain).toBe("mocked.example.com");
  expect(called).toContainEqual(
    expect.objectContaining({
      token: "edge-ingress:index:getAgentIngress",
      inputs: { id: "agin_1" },
    }),
  );
  const { domain } = lookups.getAgentIngressOutput({ id: pulumi.output("agin_2") });
  expect(await new Promise((resolve) => void domain.apply(resolve))).toBe("mocked.example.com");
});

it("lookups have secrets as outputs, and lists in `results`", async () => {
  const [found] = await lookups.listEventDestinations();
  expect(found?.target.monitoring?.site).toBe("eu");
  const key = found?.target.monitoring?.apiKey;
  expect(key && (await pulumi.isSecret(key))).toBe(true);
});
