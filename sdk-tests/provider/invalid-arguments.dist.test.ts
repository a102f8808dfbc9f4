import { describe, expect, it } from "vitest";
import type { Row } from "../../src/core/schema/field";
import type { Values } from "../../src/core/schema/values";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { bothForms } from "../support/both-forms";
import { emptyServer } from "../support/empty-server";
import { fieldsOf } from "../support/fields";
import { FORMS } from "../support/forms";
import { resourceOf } from "../support/resources";

/** Arguments that are wrong, through the processes that Pulumi runs: each is refused by its path, and nothing is sent. */

interface Invalid {
  readonly type: string;
  readonly args: Values;
  /** The problem, or how it begins. */
  readonly problem: string;
}

const place = ({ place: where }: ResourceCase): Values =>
  where === undefined ? {} : { edgeId: "edge_1", ...(where === "route" && { routeId: "route_1" }) };

/** Arguments that a maintainer thought of. */
const thoughtOf = cases.flatMap((testCase) =>
  testCase.invalid.map(
    ({ args, problem }): Invalid => ({
      type: testCase.type,
      args: { ...place(testCase), ...args },
      problem,
    }),
  ),
);

/** Every argument of a whole object, with a value of another type. */
const mistyped = cases.flatMap((testCase) =>
  fieldsOf(resourceOf(testCase.type).definition.fields).flatMap(({ path, row }): Invalid[] => {
    const args = replaced(testCase.whole.args, path.split("."), wrongFor(row));
    const problem = `${path.replaceAll("[]", "[0]")} must be`;
    return args
      ? [{ type: testCase.type, args: { ...place(testCase), ...(args as Values) }, problem }]
      : [];
  }),
);

/** Every object of a whole object, with an argument that there is not. */
const unheardOf = cases.flatMap((testCase) =>
  ["", ...objectPaths(testCase)].flatMap((path): Invalid[] => {
    const steps = [...(path === "" ? [] : path.split(".")), "zzzzzz"];
    const args = replaced(testCase.whole.args, steps, true);
    const problem = `${path === "" ? "" : `${path.replaceAll("[]", "[0]")}.`}zzzzzz is not an argument`;
    return args
      ? [{ type: testCase.type, args: { ...place(testCase), ...(args as Values) }, problem }]
      : [];
  }),
);

function objectPaths({ type }: ResourceCase): string[] {
  return fieldsOf(resourceOf(type).definition.fields).flatMap(({ path, row }) => {
    if (row.kind === "object") return [path];
    return row.kind === "objects" ? [`${path}[]`] : [];
  });
}

function wrongFor({ kind }: Row): unknown {
  return ["uint32", "fraction", "boolean", "object"].includes(kind) ? "x" : 7;
}

/** A copy with another value at the path, if the path leads somewhere; `[]` is the first item. */
function replaced(
  values: unknown,
  [step = "", ...rest]: readonly string[],
  value: unknown,
): unknown {
  if (typeof values !== "object" || values === null) return undefined;
  const isItem = step.endsWith("[]");
  const key = isItem ? step.slice(0, -2) : step;
  const member = (values as Values)[key];
  if (rest.length === 0) return { ...values, [key]: value };
  const below = replaced(isItem ? (member as unknown[])?.[0] : member, rest, value);
  return below === undefined ? undefined : { ...values, [key]: isItem ? [below] : below };
}

const all = [...thoughtOf, ...mistyped, ...unheardOf];

const server = emptyServer();

const hostOf = bothForms(() => ({
  environment: {
    EDGE_INGRESS_BASE_URL: server.emulator.url,
    EDGE_INGRESS_API_KEY: server.emulator.apiKey,
  },
}));

it("every resource has invalid arguments", () => {
  const types = new Set(all.map(({ type }) => type));
  expect(cases.map(({ type }) => type).filter((type) => !types.has(type))).toEqual([]);
});

describe.each(FORMS)("as %s", (form) => {
  it.each(all)(
    "invalid arguments of $type are refused: $problem",
    async ({ type, args, problem }) => {
      const { failures } = await hostOf(form).check(type, args);
      expect(
        failures.some((failure) => failure.startsWith(problem)),
        failures.join(),
      ).toBe(true);
      expect(server.emulator.requests()).toEqual([]);
    },
  );
});
