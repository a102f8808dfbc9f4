import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { breakingChanges, type PackageSchema } from "../../tools/build/schema-changes.mts";
import { root, textOf } from "../support/files";
import { readSchema } from "../support/package-schema";

/** Changes of the schema that break programs with an SDK of the last release. */

const RELEASES = join(root, "sdk-tests/upgrade");

/** The schema in the tarball of a release; version 0.1.0 had no plugin. */
function schemaIn(tarball: string): PackageSchema | undefined {
  const file = "package/plugin/schema.json";
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).split("\n");
  if (!files.includes(file)) return undefined;
  return JSON.parse(execFileSync("tar", ["-xzOf", tarball, file], { encoding: "utf8" }));
}

it("the changelog names each breaking change of the schema since the last release", () => {
  const tarballs = readdirSync(RELEASES).filter((name) => name.endsWith(".tgz"));
  const last = tarballs.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) ?? "";
  const before = schemaIn(join(RELEASES, last));
  if (before === undefined) expect(last).toBe("0.1.0.tgz");
  const [, unreleased = ""] = textOf("CHANGELOG.md").split(/^## /m);
  const breaking = [...unreleased.matchAll(/^- \*\*Breaking\*\*.*(?:\n {2}.*)*/gm)].join("\n");
  const nameOf = (change: string) => /(\S+) (?:is|can)\b/.exec(change)?.[1] ?? change;
  const changes = breakingChanges(before ?? {}, readSchema());
  expect(changes.filter((change) => !breaking.includes(nameOf(change)))).toEqual([]);
});

const text = { type: "string" };
const resource = (spec: object): PackageSchema => ({ resources: { "a:index:Route": spec } });
const named = (spec: object): PackageSchema => ({ types: { "a:index:Kind": spec } });

describe("breaks programs", () => {
  it.for<{ title: string; before: PackageSchema; after: PackageSchema; change: string }>([
    {
      title: "a resource that is gone",
      before: resource({}),
      after: {},
      change: "the resource Route is gone",
    },
    {
      title: "a function that is gone",
      before: { functions: { "a:index:getRoute": {} } },
      after: {},
      change: "the function getRoute is gone",
    },
    { title: "a type that is gone", before: named({}), after: {}, change: "the type Kind is gone" },
    {
      title: "a setting that is gone",
      before: { config: { variables: { key: text } } },
      after: {},
      change: "the setting key is gone",
    },
    {
      title: "an argument that is gone",
      before: resource({ inputProperties: { match: text } }),
      after: resource({ inputProperties: {} }),
      change: "the argument of Route match is gone",
    },
    {
      title: "an argument that is required",
      before: resource({ inputProperties: { match: text } }),
      after: resource({ inputProperties: { match: text }, requiredInputs: ["match"] }),
      change: "the argument of Route match is required",
    },
    {
      title: "an argument of another type",
      before: resource({ inputProperties: { window: { type: "integer" } } }),
      after: resource({ inputProperties: { window: { type: "number" } } }),
      change: "the argument of Route window is number, and was integer",
    },
    {
      title: "an output of another named type",
      before: resource({ properties: { jwt: { $ref: "#/types/a:index:Jwt" } } }),
      after: resource({ properties: { jwt: { $ref: "#/types/a:index:JwtResponse" } } }),
      change: "the output of Route jwt is JwtResponse, and was Jwt",
    },
    {
      title: "an output that can be absent",
      before: resource({ properties: { uri: text }, required: ["uri"] }),
      after: resource({ properties: { uri: text } }),
      change: "the output of Route uri can be absent",
    },
    {
      title: "a value that is gone",
      before: named({ enum: [{ value: "rsa" }, { value: "ecdsa" }] }),
      after: named({ enum: [{ value: "rsa" }] }),
      change: 'the value "ecdsa" of Kind is gone',
    },
  ])("$title", ({ before, after, change }) =>
    expect(breakingChanges(before, after)).toEqual([change]),
  );
});

describe("breaks no program", () => {
  it.for<{ title: string; before: PackageSchema; after: PackageSchema }>([
    {
      title: "what is new",
      before: {},
      after: {
        ...resource({ inputProperties: { match: text } }),
        ...named({ enum: [{ value: "rsa" }] }),
      },
    },
    {
      title: "an argument that is no longer required",
      before: resource({ inputProperties: { match: text }, requiredInputs: ["match"] }),
      after: resource({ inputProperties: { match: text } }),
    },
    {
      title: "a text with proposed values",
      before: resource({ inputProperties: { kind: text } }),
      after: resource({
        inputProperties: { kind: { ...text, oneOf: [text, { $ref: "#/types/a:index:Kind" }] } },
      }),
    },
    {
      title: "an output that is always there",
      before: resource({ properties: { uri: text } }),
      after: resource({ properties: { uri: text }, required: ["uri"] }),
    },
  ])("$title", ({ before, after }) => expect(breakingChanges(before, after)).toEqual([]));

  it("the same schema", () => expect(breakingChanges(readSchema(), readSchema())).toEqual([]));
});
