import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { root, textOf } from "../support/files";

const read = (name: string): string => textOf(`examples/many-stacks/${name}`);

interface Manifest {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly stack: string;
    readonly config: object;
    readonly [key: string]: unknown;
  };
}

const manifests = parseAllDocuments(read("operator/stacks.yaml")).map(
  (document) => document.toJS() as Manifest,
);

describe("the manifests for the Pulumi Kubernetes Operator", () => {
  const isStack = new Ajv({ strict: true }).compile(
    parse(textOf("sdk-tests/package/operator-stack.yaml")),
  );

  it("are Stacks as the operator defines them", () => {
    for (const manifest of manifests)
      expect([isStack(manifest), isStack.errors]).toEqual([true, null]);
  });

  it.each([
    { title: "are not valid Stacks with a misspelt member", spec: { refrehs: true } },
    {
      title: "are not valid Stacks with a text where a number belongs",
      spec: { resyncFrequencySeconds: "3600" },
    },
    {
      title: "are not valid Stacks with a reference of another type than its member",
      spec: { envRefs: { KEY: { type: "Literal", secret: { name: "a", key: "b" } } } },
    },
  ])("$title", ({ spec }) => {
    const [manifest] = manifests;
    expect(isStack({ ...manifest, spec: { ...manifest?.spec, ...spec } })).toBe(false);
  });

  it("set the configuration of the program, each for a separate stack", () => {
    const { name, config } = parse(read("Pulumi.yaml")) as { name: string; config: object };
    const settings = Object.keys(config).filter((key) => !key.includes(":"));
    expect(manifests.map(({ spec }) => spec.stack)).toEqual(
      manifests.map(({ metadata }) => `example/${name}/${metadata.name}`),
    );
    expect(new Set(manifests.map(({ spec }) => spec.stack)).size).toBe(manifests.length);
    for (const { spec } of manifests)
      expect(Object.keys(spec.config).sort()).toEqual(settings.sort());
  });

  it("agree with the committed configuration of the stacks", () => {
    for (const { metadata, spec } of manifests)
      expect(settingsOf(metadata.name)).toEqual(spec.config);
  });
});

/** The stacks that have a configuration in the repository. */
const stacks = readdirSync(join(root, "examples/many-stacks")).flatMap(
  (file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? [],
);

function settingsOf(stack: string): Record<string, string> {
  const { config } = parse(read(`Pulumi.${stack}.yaml`)) as { config: Record<string, string> };
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key.replace("many-stacks:", ""), value]),
  );
}

describe("the stacks of examples/many-stacks", () => {
  it("are all deployed by the workflow, and no others", () => {
    const { jobs } = parse(read("ci/stacks.yaml"));
    expect(jobs.up.strategy.matrix.stack).toEqual(stacks);
  });

  it("have distinct hosts, without a gap", () => {
    const ranges = stacks
      .map(settingsOf)
      .map((settings) => [Number(settings.first), Number(settings.count)]);
    const hosts = ranges.flatMap(([first = 0, count = 0]) =>
      Array.from({ length: count }, (_, index) => first + index),
    );
    expect(hosts).toEqual(hosts.map((_, index) => index));
  });
});
