import type { PulumiFn } from "@pulumi/pulumi/automation";
import * as automation from "@pulumi/pulumi/automation";
import { HttpsEdgeMutualTls } from "pulumi-edge-ingress";
import { expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { SECRETS_SETTINGS, secretsService } from "../support/secrets-service";
import { PulumiWorkspace } from "../support/workspace";

/**
 * Tests of inline programs of Pulumi's Automation API. They run in the process that calls the Automation API, and so in
 * the process of this test, which may run several programs at the same time: the classes must not mix up their data.
 */

const it = withEmulator({ apiKeys: { "key-a": "a", "key-b": "b" } });

const program =
  (...names: readonly string[]): PulumiFn =>
  async () => {
    for (const name of names)
      new HttpsEdgeMutualTls(name, { edgeId: "e_1", certificateAuthorityIds: ["ca_1"] });
  };

async function openStack(project: string, apiKey: string, url: string) {
  const workspace = await PulumiWorkspace.empty();
  const stack = await automation.LocalWorkspace.createStack(
    { stackName: "test", projectName: project, program: program() },
    {
      workDir: workspace.folder,
      envVars: {
        ...(workspace.environment as Record<string, string>),
        ...(await secretsService()),
        EDGE_INGRESS_BASE_URL: url,
        EDGE_INGRESS_API_KEY: apiKey,
      },
      secretsProvider: SECRETS_SETTINGS.secretsProvider,
    },
  );
  return { workspace, stack };
}

/** Runs a program, and returns its output to the user. */
async function up(
  stack: automation.Stack,
  run: PulumiFn,
  options: automation.UpOptions = {},
): Promise<string> {
  const printed: string[] = [];
  await stack.up({ program: run, onOutput: (text) => printed.push(text), ...options });
  return printed.join("");
}

it("two inline programs at the same time configure and keep the modules of their accounts", async ({
  emulator,
}) => {
  const [a, b] = await Promise.all([
    openStack("project-a", "key-a", emulator.url),
    openStack("project-b", "key-b", emulator.url),
  ]);
  await using _a = a.workspace;
  await using _b = b.workspace;
  await Promise.all([a, b].map(({ stack }) => up(stack, program("clients"))));
  const modules = () => emulator.objects().map(({ account, path }) => `${account} ${path}`);
  const both = ["a /edges/https/e_1/mutual_tls", "b /edges/https/e_1/mutual_tls"];
  expect(modules().toSorted()).toEqual(both);

  const exclude = [
    "urn:pulumi:test::project-a::pulumi-nodejs:dynamic/edge-ingress:HttpsEdgeMutualTls::renamed",
  ];
  const texts = await Promise.all([
    up(a.stack, program("renamed"), { exclude }),
    up(b.stack, program("renamed")),
  ]);
  expect(texts[0]).toContain(
    "HttpsEdgeMutualTls renamed of this program configures it, and this run leaves that resource out",
  );
  expect(texts[1]).not.toContain("leaves that resource out");
  expect(modules().toSorted()).toEqual(both);

  await Promise.all([a, b].map(({ stack }) => stack.destroy()));
  expect(modules()).toEqual(["a /edges/https/e_1/mutual_tls"]);
});
