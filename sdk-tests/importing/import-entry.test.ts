import { describe, expect, it } from "vitest";
import { httpsEdgeRoute, tcpEdgeBackend } from "../../src/core/definitions";
import { type Form, importEntry } from "../../src/importing/import-entry";
import { importedProgram } from "../../src/importing/imported-program";
import { separateModules } from "../../src/importing/modules";
import { pythonOptions } from "../../src/importing/python-project";
import { accountObject, planOptions } from "../support/account-objects";

/** Tests of the entries of `pulumi import --file`, and of the modules and the project beside them. */

const guarded = accountObject(
  httpsEdgeRoute,
  "edghtsrt_1",
  {
    edgeId: "edghts_1",
    matchType: "path_prefix",
    match: "/api",
    webhookVerification: { provider: "github", secret: "********" },
    oauth: { provider: { provider8: { clientId: "app", clientSecret: "********" } } },
  },
  ["oauth.provider.provider8.clientSecret", "webhookVerification.secret", "oidc.clientSecret"],
);

const backend = accountObject(tcpEdgeBackend, "edgtcp_1", {
  edgeId: "edgtcp_1",
  backendId: "bkdtr_1",
});

function entryOf(object: typeof guarded, form: Form) {
  const options = planOptions("typescript", { usesTables: false });
  const [declared] = importedProgram([object], options).declared;
  if (!declared) throw new Error("the program declares no object");
  return importEntry(declared, form, "text of the provider");
}

describe("an entry of dynamic resources", () => {
  it("has the type of a dynamic resource, and in inputs and outputs the provider's text", () => {
    const { type, inputs, outputs } = entryOf(backend, "dynamic");
    expect(type).toBe("pulumi-nodejs:dynamic/edge-ingress:TcpEdgeBackend");
    const members = { backendId: "bkdtr_1", __provider: "text of the provider" };
    expect([inputs, outputs]).toMatchObject([members, members]);
    expect(inputs).not.toHaveProperty("__secrets");
  });
});

describe("an entry of the plugin", () => {
  it("has the type of the plugin, and no text of a provider", () => {
    const { type, inputs, outputs } = entryOf(backend, "plugin");
    expect(type).toBe("edge-ingress:index:TcpEdgeBackend");
    for (const values of [inputs, outputs]) expect(values).not.toHaveProperty("__provider");
  });

  it("has the id as an output of an object without outputs, by which the plugin recognizes its state", () => {
    expect(entryOf(backend, "plugin").outputs).toMatchObject({ id: "edgtcp_1" });
    expect(entryOf(backend, "dynamic").outputs).not.toHaveProperty("id");
  });
});

it("a separate module has the masked paths of the module alone, from there", () => {
  const options = { style: "resources", managed: new Set<string>() } as const;
  const [route, ...modules] = separateModules(guarded, options);
  expect(route).toMatchObject({ masked: ["oidc.clientSecret"] });
  expect(modules.map(({ definition, masked }) => [definition.type, masked])).toEqual([
    ["HttpsEdgeRouteWebhookVerification", ["secret"]],
    ["HttpsEdgeRouteOAuth", ["provider.provider8.clientSecret"]],
  ]);
});

it.each([
  { files: ["uv.lock"], options: { toolchain: "uv" } },
  { files: ["requirements.txt", "poetry.lock"], options: { toolchain: "poetry" } },
  { files: ["requirements.txt"], options: { toolchain: "pip", virtualenv: "venv" } },
  { files: [], options: { toolchain: "pip", virtualenv: "venv" } },
])("a project in Python with $files has the toolchain $options.toolchain", ({ files, options }) => {
  const hasFile = (name: string) => (files as readonly string[]).includes(name);
  expect(pythonOptions(hasFile)).toEqual(options);
});
