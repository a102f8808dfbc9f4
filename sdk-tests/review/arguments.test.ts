import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as definitions from "../../src/core/definitions";
import { routeModules } from "../../src/core/definitions/modules";
import { mutualTls, tlsTermination } from "../../src/core/definitions/modules/edge";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { CollectionDefinition, Definition } from "../../src/core/schema/definition";
import type { Row, Table } from "../../src/core/schema/field";
import { type Values, valueAt } from "../../src/core/schema/values";
import { dataBeside, text, values } from "../support/data";
import { type Field, fieldsOf } from "../support/fields";
import { found } from "./inputs";
import { route, stored, updated } from "./steps";

/**
 * A change of any argument of a module has a finding, except for the arguments that the data file lists with the
 * reason.
 */

/**
 * The arguments of a table without nested arguments; of the identity providers, only those of the provider that has all
 * arguments.
 */
const leavesOf = (table: Table): readonly Field[] =>
  fieldsOf(table).filter(
    ({ path, row }) => row.kind !== "object" && !/\[\]|provider[^1]\./.test(path),
  );

/** Expects that a change has a finding if it is not listed, and none if it is. The message names the file to edit. */
function expectAsListed(
  name: string,
  findings: readonly string[],
  list: "quiet" | "quietOfAccount",
): void {
  const place = `\`${list}\` of sdk-tests/review/arguments.yaml`;
  if (name in { quiet, quietOfAccount }[list])
    expect(findings, `a change of ${name} has a finding: remove it from ${place}`).toEqual([]);
  else
    expect(
      findings,
      `no rule of src/insight/rules finds a change of ${name}: add a rule, or a reason to ${place}`,
    ).not.toEqual([]);
}

/** Arguments that open nothing, and break no client. */
const WITHOUT_EFFECT = ["compression.enabled"];

const tables: Readonly<Record<string, Table>> = { ...routeModules, mutualTls, tlsTermination };
const { quiet, quietOfAccount, account, strong } = dataBeside(__filename, {
  ...{ quiet: z.record(text, text), strong: z.record(text, values) },
  ...{ quietOfAccount: z.record(text, text), account: z.record(text, z.array(values).min(1)) },
});

/** Other values of an argument, of the kinds that a rule may distinguish. */
const others = (row: Row, path: string): readonly unknown[] => {
  if (path.endsWith("enabled")) return [false];
  if (path.endsWith("allowList"))
    return [[{ value: "https://login.acme.dev" }, { value: "https://else" }], undefined];
  if (path.endsWith("tokens")) return [[{ type: "jwt", method: "body", name: "token" }]];
  if (path.endsWith("minVersion")) return ["1.0", "1.2", "odd"];
  if (path.endsWith("allowedAlgorithms")) return [["none"], ["RS256", "ES256"], undefined];
  if (path === "volumeThreshold" || path === "errorThresholdPercentage") return [0];
  if (row.kind === "boolean") return [true, false];
  if (row.kind === "uint32" || row.kind === "fraction") return [999_999_999, 0, undefined];
  if (row.kind === "headers")
    return [{ "x-user": "admin", "strict-transport-security": "max-age=0" }, undefined];
  if (row.kind === "json") return [{ other: true }];
  if (row.kind === "headerNames") return [["content-security-policy"], undefined];
  return ["set", "list"].includes(row.kind)
    ? [["other.dev", "gmail.com"], undefined]
    : ["other", undefined];
};

const changedAt = (
  values: unknown,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): Values => {
  const own = (values ?? {}) as Values;
  return { ...own, [key]: rest.length > 0 ? changedAt(own[key], rest, value) : value };
};

/** Returns the findings of a review if a module of a route or an edge changes. */
function findings(module: string, path: string, before: Values, after: Values): string[] {
  const detailed = (at: string) => ({ detailedDiff: { [at]: { kind: "update" } } });
  if (module in routeModules) {
    const more = detailed(`${module}.${path}`);
    return found(updated({ ...route, [module]: before }, { ...route, [module]: after }, more));
  }
  const type = module === "mutualTls" ? "HttpsEdgeMutualTls" : "HttpsEdgeTlsTermination";
  return found(
    updated({ edgeId: "e", ...before }, { edgeId: "e", ...after }, { type, ...detailed(path) }),
  );
}

const cases = Object.entries(tables).flatMap(([module, table]) =>
  leavesOf(table).map(({ path, row }) => [`${module}.${path}`, module, path, row] as const),
);

it("each reason is a sentence", () => {
  for (const [name, reason] of Object.entries({ ...quiet, ...quietOfAccount }))
    expect(reason, name).toMatch(/^[A-Z].*\.$/);
});

it("each argument without a finding is one of a module", () => {
  const known: readonly string[] = cases.map(([name]) => name);
  expect(Object.keys(quiet).filter((name) => !known.includes(name))).toEqual([]);
});

describe("a change of", () => {
  it.each(cases)(
    "%s has a finding, if it is not listed with a reason",
    (name, module, path, row) => {
      const before = strong[module] ?? {};
      const foundOf = (value: unknown) =>
        findings(module, path, before, changedAt(before, path.split("."), value));
      const ids = others(row, path).flatMap(foundOf);
      expectAsListed(name, ids, "quiet");
      // A value that is known only in an apply always counts as changed, unless no value of the argument matters.
      expect(foundOf(UNKNOWN).length > 0, "findings of an unknown value").toBe(
        !WITHOUT_EFFECT.includes(name),
      );
    },
  );
});

/** The kinds of objects in an account, without routes. */
const kinds = Object.values<Definition>(definitions).filter(
  (definition): definition is CollectionDefinition =>
    definition.kind === "collection" && !("modules" in definition),
);

/**
 * Returns the findings of a review of an object whose argument changes. If the argument cannot be updated, the object
 * is replaced.
 */
function findingsOfObject(
  type: string,
  path: string,
  row: Row,
  before: Values,
  value: unknown,
): string[] {
  const after = changedAt(before, path.split("."), value);
  const op = row.createOnly ? "replace" : "update";
  return found(updated(before, after, { op, type, detailedDiff: { [path]: { kind: "update" } } }));
}

const objectCases = kinds.flatMap(({ type, fields }) =>
  leavesOf(fields).map(({ path, row }) => [`${type}.${path}`, type, path, row] as const),
);

/**
 * The objects of a kind that set an argument. If exactly one member of an object can be set, some objects set another
 * member.
 */
const stating = (type: string, path: string): readonly Values[] => {
  const holders = account[type]?.filter(
    (values) => valueAt(values, path.split(".").slice(0, -1)) !== undefined,
  );
  return holders ?? [];
};

it("each argument of an account's objects without a finding is one", () => {
  const events = kinds.flatMap(({ type }) => [`${type}.deletion`, `${type}.replacement`]);
  const known = [...objectCases.map(([name]) => String(name)), ...events];
  expect(Object.keys(quietOfAccount).filter((name) => !known.includes(name))).toEqual([]);
});

describe("of an object of an account", () => {
  it.each(objectCases)(
    "a change of %s has a finding, if it is not listed with a reason",
    (name, type, path, row) => {
      const objects = stating(type, path).flatMap((before) =>
        [row.kind === "oneOf" ? row.values.at(-1) : "other"].flatMap((value) => {
          return findingsOfObject(type, path, row, before, row.secret ? "[secret]" : value);
        }),
      );
      expectAsListed(name, objects, "quietOfAccount");
    },
  );

  it.each(kinds.map(({ type }) => [type]))(
    "the deletion and the replacement of an %s have a finding",
    (type) => {
      expect(account[type], "arguments of the kind in arguments.yaml").toBeDefined();
      for (const values of account[type] ?? []) {
        const events = {
          deletion: found({ op: "delete", name: "object", type, old: stored(values) }),
          replacement: found(updated(values, values, { op: "replace", type })),
        };
        for (const [event, findings] of Object.entries(events))
          expectAsListed(`${type}.${event}`, findings, "quietOfAccount");
      }
    },
  );
});
