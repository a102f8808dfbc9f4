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
  it.for<[what: string, before: PackageSchema, after: PackageSchema, change: string]>([
    ["a resource that is gone", resource({}), {}, "the resource Route is gone"],
    [
      "a function that is gone",
      { functions: { "a:index:getRoute": {} } },
      {},
      "the function getRoute is gone",
    ],
    ["a type that is gone", named({}), {}, "the type Kind is gone"],
    [
      "a setting that is gone",
      { config: { variables: { key: text } } },
      {},
      "the setting key is gone",
    ],
    [
      "an argument that is gone",
      resource({ inputProperties: { match: text } }),
      resource({ inputProperties: {} }),
      "the argument of Route match is gone",
    ],
    [
      "an argument that is required",
      resource({ inputProperties: { match: text } }),
      resource({ inputProperties: { match: text }, requiredInputs: ["match"] }),
      "the argument of Route match is required",
    ],
    [
      "an argument of another type",
      resource({ inputProperties: { window: { type: "integer" } } }),
      resource({ inputProperties: { window: { type: "number" } } }),
      "the argument of Route window is number, and was integer",
    ],
    [
      "an output of another named type",
      resource({ properties: { jwt: { $ref: "#/types/a:index:Jwt" } } }),
      resource({ properties: { jwt: { $ref: "#/types/a:index:JwtResponse" } } }),
      "the output of Route jwt is JwtResponse, and was Jwt",
    ],
    [
      "an output that can be absent",
      resource({ properties: { uri: text }, required: ["uri"] }),
      resource({ properties: { uri: text } }),
      "the output of Route uri can be absent",
    ],
    [
      "a value that is gone",
      named({ enum: [{ value: "rsa" }, { value: "ecdsa" }] }),
      named({ enum: [{ value: "rsa" }] }),
      'the value "ecdsa" of Kind is gone',
    ],
  ])("%s", ([, before, after, change]) => expect(breakingChanges(before, after)).toEqual([change]));
});

describe("breaks no program", () => {
  it.for<[what: string, before: PackageSchema, after: PackageSchema]>([
    [
      "what is new",
      {},
      { ...resource({ inputProperties: { match: text } }), ...named({ enum: [{ value: "rsa" }] }) },
    ],
    [
      "an argument that is no longer required",
      resource({ inputProperties: { match: text }, requiredInputs: ["match"] }),
      resource({ inputProperties: { match: text } }),
    ],
    [
      "a text with proposed values",
      resource({ inputProperties: { kind: text } }),
      resource({
        inputProperties: { kind: { ...text, oneOf: [text, { $ref: "#/types/a:index:Kind" }] } },
      }),
    ],
    [
      "an output that is always there",
      resource({ properties: { uri: text } }),
      resource({ properties: { uri: text }, required: ["uri"] }),
    ],
  ])("%s", ([, before, after]) => expect(breakingChanges(before, after)).toEqual([]));

  it("the same schema", () => expect(breakingChanges(readSchema(), readSchema())).toEqual([]));
});
