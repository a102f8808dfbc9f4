import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

/** The manifests for the Pulumi Kubernetes Operator, by what its definition of a Stack, `pulumi.com/v1`, says in version 2.9.0. */

const EXAMPLE = join(__dirname, "../../examples/many-stacks");

const read = (name: string): string => readFileSync(join(EXAMPLE, name), "utf8");

const text = { type: "string" };
const flag = { type: "boolean" };

const only = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** Each type of a reference needs the member of its own; the operator reads no other. */
const reference = {
  oneOf: [
    only({ type: { const: "Env" }, env: only({ name: text }, ["name"]) }, ["type", "env"]),
    only({ type: { const: "FS" }, filesystem: only({ path: text }, ["path"]) }, ["type", "filesystem"]),
    only({ type: { const: "Literal" }, literal: only({ value: text }, ["value"]) }, ["type", "literal"]),
    only({ type: { const: "Secret" }, secret: only({ name: text, key: text, namespace: text }, ["name", "key"]) }, [
      "type",
      "secret",
    ]),
  ],
};

/** Fewer members than the definition has: look up a further one there before you add it. */
const stack = only(
  {
    apiVersion: { const: "pulumi.com/v1" },
    kind: { const: "Stack" },
    metadata: only({ name: { type: "string", pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$" }, namespace: text }, ["name"]),
    spec: only(
      {
        ...{ stack: text, projectRepo: text, branch: text, commit: text, repoDir: text, shallow: flag },
        ...{ refresh: flag, expectNoRefreshChanges: flag, destroyOnFinalize: flag, continueResyncOnCommitMatch: flag },
        resyncFrequencySeconds: { type: "integer", minimum: 60 },
        serviceAccountName: text,
        backend: text,
        config: { type: "object" },
        envRefs: { type: "object", additionalProperties: reference },
      },
      ["stack"],
    ),
  },
  ["apiVersion", "kind", "metadata", "spec"],
);

interface Manifest {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly stack: string; readonly config: object; readonly [key: string]: unknown };
}

const manifests = parseAllDocuments(read("operator/stacks.yaml")).map((each) => each.toJS() as Manifest);

describe("the manifests for the Pulumi Kubernetes Operator", () => {
  const isStack = new Ajv({ strict: true }).compile(stack);

  it("are Stacks as the operator defines them", () => {
    for (const manifest of manifests) expect([isStack(manifest), isStack.errors]).toEqual([true, null]);
  });

  it.each([
    ["a misspelt member", { refrehs: true }],
    ["a text where a number belongs", { resyncFrequencySeconds: "3600" }],
    [
      "a reference of another type than its member",
      { envRefs: { KEY: { type: "Literal", secret: { name: "a", key: "b" } } } },
    ],
  ])("are no Stacks with %s", (_, spec) => {
    const [manifest] = manifests;
    expect(isStack({ ...manifest, spec: { ...manifest?.spec, ...spec } })).toBe(false);
  });

  it("set what the program reads, each for a stack of its own", () => {
    const { name, config } = parse(read("Pulumi.yaml")) as { name: string; config: object };
    const settings = Object.keys(config).filter((key) => !key.includes(":"));
    expect(manifests.map(({ spec }) => spec.stack)).toEqual(
      manifests.map(({ metadata }) => `example/${name}/${metadata.name}`),
    );
    expect(new Set(manifests.map(({ spec }) => spec.stack)).size).toBe(manifests.length);
    for (const { spec } of manifests) expect(Object.keys(spec.config).sort()).toEqual(settings.sort());
  });
});
