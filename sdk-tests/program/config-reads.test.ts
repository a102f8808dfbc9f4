import { runtime } from "@pulumi/pulumi";
import { AgentIngress } from "pulumi-edge-ingress";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/**
 * Tests of the number of times that a program reads the stack's config: for each value, the SDK parses the complete
 * config, secrets included.
 */

const MARK = "a-value-of-the-config";

beforeEach(async () => {
  await runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}_id`, state: inputs }),
    call: () => ({}),
  });
  runtime.setAllConfig({ "edge-ingress:plugin": "true", "project:value": MARK });
});

afterEach(() => vi.restoreAllMocks());

/** Returns the number of times that a program with this number of resources parses the config. */
async function readsOf(resources: number): Promise<number> {
  const parse = vi.spyOn(JSON, "parse");
  await runtime.runInPulumiStack(async () => {
    for (let index = 0; index < resources; index += 1) {
      new AgentIngress(`host${index}`, { domain: `host${index}.example.com` });
    }
  });
  const reads = parse.mock.calls.filter(([text]) => String(text).includes(MARK));
  parse.mockRestore();
  return reads.length;
}

it("a program reads the config a few times, and not for each of its 30 resources", async () => {
  expect(await readsOf(30)).toBeLessThan(5);
});
