import { expect, test } from "vitest";
import { UNKNOWN } from "../../../src/core/pulumi/engine-values";
import { check } from "../../../src/core/schema/check";
import type { Values } from "../../../src/core/schema/values";
import { byType } from "../../../src/insight/ingress/declared-object";
import { replaced } from "../../support/data";
import type { Declared } from "../declared";
import { plain } from "../previewed";
import { harmlessChanges, labelledByOthers, labelledDrifts, riskyChanges } from ".";

const repeated = (names: readonly string[]) =>
  names.filter((name, index) => names.indexOf(name) !== index);

/** Names that the arguments and options of resources refer to. */
const referred = (value: unknown): string[] =>
  value === null || typeof value !== "object"
    ? []
    : Object.entries(value).flatMap(([key, item]) =>
        ["$id", "$uri", "$resource"].includes(key)
          ? [item].flat().map(String)
          : key === "$secret"
            ? []
            : referred(item),
      );

const unmade = (program: readonly Declared[]) => {
  const names = program.map(({ name }) => name);
  return program
    .flatMap(({ args, options }) => referred([args, options]))
    .filter((name) => !names.includes(name));
};

test("every change and every drift has a unique name", () => {
  const names = [...riskyChanges, ...harmlessChanges, ...labelledDrifts].map(({ name }) => name);
  expect(repeated(names)).toEqual([]);
});

test("every resource has a unique name, and refers to resources of its program", () => {
  for (const { name, before, after } of labelledByOthers)
    for (const program of [before, after]) {
      expect(repeated(program.map((declared) => declared.name)), name).toEqual([]);
      expect(unmade(program), name).toEqual([]);
    }
});

test("every drift is of resources of its program, whose names are their own", () => {
  for (const { name, declared, remote } of labelledDrifts) {
    const names = declared.map((resource) => resource.name);
    expect([...repeated(names), ...unmade(declared)], name).toEqual([]);
    expect(names, name).toEqual(expect.arrayContaining(remote.map(({ resource }) => resource)));
    for (const { set, deleted } of remote) expect(set === undefined, name).toBe(deleted === true);
  }
});

/** Why the provider would refuse a resource, with whatever the engine would make of the ids of others. */
function problemsOf({ type, args, isLookedUp }: Declared): string[] {
  if (type === "Provider" || type === "Component" || isLookedUp) return [];
  const { route, ...stated } = plain(args);
  const owner = route !== undefined && { edgeId: UNKNOWN, routeId: UNKNOWN };
  const isId = (value: unknown) =>
    typeof value === "object" && value !== null && ("$id" in value || "$uri" in value);
  const values = replaced({ ...owner, ...stated }, (value) =>
    isId(value) ? UNKNOWN : value,
  ) as Values;
  const definition = byType.get(type);
  if (!definition) return [`no class is called ${type}`];
  return check(definition.fields, values).problems.map(
    ({ path, reason }) => `${type}.${path} ${reason}`,
  );
}

test("the provider accepts every program", () => {
  for (const { name, before, after } of [...labelledByOthers, ...riskyChanges, ...harmlessChanges])
    expect([...before, ...after].flatMap(problemsOf), name).toEqual([]);
});
