import { beforeEach, describe, expect, it, vi } from "vitest";
import { accountSettings, completeConfig } from "../../src/cli/account";
import { lacksScripts, replacePulumi } from "../support/replaced-pulumi";

/** The settings with which a command reads an account: of a stack, of the environment and of the selected stack. */

const URL = "https://a.example.com";
const ADVICE = "or add it elsewhere";

/** Completes the config of a stack by that of the selected stack, and returns the key and the address. */
async function complete(config: Record<string, string>, selected: Record<string, string>) {
  const entries = Object.entries(selected).map(([name, value]) => [
    `edge-ingress:${name}`,
    { value },
  ]);
  const printed = JSON.stringify(JSON.stringify(Object.fromEntries(entries)));
  replacePulumi(`console.log(args[0] === "stack" ? "dev" : ${printed})`);
  const own = Object.entries(config).map(
    ([name, value]) => [`edge-ingress:${name}`, value] as const,
  );
  return accountSettings(await completeConfig(new Map(own), ADVICE));
}

describe.skipIf(lacksScripts)("the config of the selected stack", () => {
  beforeEach(() => {
    vi.stubEnv("EDGE_INGRESS_API_KEY", "");
    vi.stubEnv("EDGE_INGRESS_BASE_URL", "");
  });

  const selected = { apiKey: "selected", baseUrl: URL };

  it.each([
    { title: "is used if the stack has nothing", config: {}, expected: selected },
    { title: "completes the address of the stack", config: { baseUrl: URL }, expected: selected },
    {
      title: "completes the key of the stack",
      config: { apiKey: "own" },
      expected: { apiKey: "own", baseUrl: URL },
    },
    {
      title: "is used if the stack has an empty address",
      config: { baseUrl: "" },
      expected: selected,
    },
    {
      title: "is used if the stack has an empty key",
      config: { apiKey: " ", baseUrl: URL },
      expected: selected,
    },
    {
      title: "completes the address with blanks around it",
      config: { baseUrl: ` ${URL}\n` },
      expected: selected,
    },
  ])("$title", async ({ config, expected }) => {
    expect(await complete(config, selected)).toEqual(expected);
  });

  it("is not used for another address", async () => {
    const config = { baseUrl: "https://b.example.com" };
    await expect(complete(config, selected)).rejects.toThrow("edge-ingress:apiKey is not set");
  });
});
