import { expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import { wrapSecretForState } from "../../src/core/pulumi/engine-values";
import { withSecrets } from "../../src/core/schema/secrets";
import type { Values } from "../../src/core/schema/values";
import { providerText } from "../../src/fronts/program/registration";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { FoundObjects } from "../support/found";
import { declare } from "../support/program";
import { expectNoSecretInClear } from "../support/secrets";
import { continueFromPrevious } from "../support/sequence";
import { withStack } from "../support/stack";

/**
 * Tests of objects that were created outside Pulumi, on a service whose responses contain its defaults: imported with a
 * file for `pulumi import --file`, as described in docs/guides/import.md, with only their required arguments.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const it = withStack({ options: { filledDefaults: "service" } });
let found: FoundObjects;

it.beforeAll(async ({ emulator }) => {
  found = await FoundObjects.make(emulator);
});

const statedOf = (testCase: ResourceCase): Values => found.statedOf(testCase);

const program = (change: (args: Values, testCase: ResourceCase) => Values) => async () => {
  for (const testCase of cases)
    declare(testCase.type, testCase.type, change(statedOf(testCase), testCase));
};

/** An object in the file: as the engine stores it, with the secrets in the form that it encrypts. */
function entryOf(testCase: ResourceCase) {
  const definition = Object.values(definitions).find(({ type }) => type === testCase.type);
  if (!definition) throw new Error(`no resource has the type ${testCase.type}`);
  const values = {
    ...withSecrets(definition.fields, statedOf(testCase), wrapSecretForState),
    __provider: providerText(definition),
  };
  return {
    type: definition.token,
    name: testCase.type,
    id: found.idOf(testCase),
    inputs: values,
    outputs: values,
  };
}

it("objects of every type are imported and refreshed, and their program shows no changes", async ({
  emulator,
  stack,
}) => {
  const printed = await stack.import(cases.map(entryOf));
  expect(printed).toContain(`${cases.length} imported`);
  expect(printed).not.toContain("warning");
  await expectNoSecretInClear(stack, emulator);

  await stack.refresh();
  emulator.clearRequests();
  expect((await stack.preview(program((args) => args))).steps).toEqual([]);
  expect(emulator.requests()).toEqual([]);
  const { HttpsEdgeRoute: route, AgentIngress: ingress } = await stack.storedOutputs();
  expect(route).not.toHaveProperty("oauth");
  expect(ingress).toHaveProperty("nsTargets");
});

it("an authority is not replaced by a program that states what its key is", async ({ stack }) => {
  const { steps } = await stack.preview(
    program((args, { type }) =>
      type === "SshCertificateAuthority" ? { ...args, privateKeyType: "rsa", keySize: 4096 } : args,
    ),
  );
  expect(steps).toEqual([]);
});

it("what the program states beyond the import file is changed in place, and what it then removes shows", async ({
  stack,
}) => {
  const withInterval = (args: Values, { type }: ResourceCase) =>
    type === "HttpsEdgeRouteOAuth" ? { ...args, authCheckInterval: 60 } : args;
  expect((await stack.up(program(withInterval))).steps).toEqual([
    { op: "update", name: "HttpsEdgeRouteOAuth", paths: ["authCheckInterval"] },
  ]);
  expect((await stack.preview(program((args) => args))).steps).toEqual([
    { op: "update", name: "HttpsEdgeRouteOAuth", paths: ["authCheckInterval"] },
  ]);
});
