import { describe, expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import { collectionPath, type Definition, fillPath } from "../../src/core/schema/definition";
import type { Row } from "../../src/core/schema/field";
import { isObject } from "../../src/core/schema/values";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { type Members, newRoute, send } from "../emulator/client";
import { type Field, fieldsOf } from "../support/fields";
import { withEmulator } from "../support/fixtures";

/** The tables and the local server state the limits of each field independently. These tests compare the limits. */

/** Values at the limits of a row, and values beyond them. */
interface Limits {
  readonly allowed: readonly unknown[];
  readonly refused: readonly unknown[];
}

const MAX_UINT32 = 2 ** 32 - 1;

function limitsOf(row: Row): Limits {
  if (row.kind === "uint32") {
    const { min = 0, max = MAX_UINT32 } = row;
    return { allowed: [min, max], refused: [min - 1, max + 1, min + 0.5] };
  }
  if (row.kind === "fraction") return { allowed: [0, 1], refused: [-0.1, 1.1] };
  if (row.kind === "string" && row.maxBytes !== undefined) {
    const { maxBytes } = row;
    const tooManyBytes = "é".repeat(Math.floor(maxBytes / 2) + 1);
    return {
      allowed: ["x".repeat(maxBytes)],
      refused: ["x".repeat(maxBytes + 1), tooManyBytes],
    };
  }
  if (row.kind === "oneOf") return { allowed: row.values, refused: ["no such value"] };
  return { allowed: [], refused: [] };
}

const hasLimits = ({ row }: Field): boolean => limitsOf(row).refused.length > 0;

/** The golden bodies of a type. The body of a route has all modules. */
const goldenBodies = (type: string): readonly Members[] =>
  cases
    .filter((testCase) => testCase.type === type)
    .flatMap(({ whole, life, also = [] }) =>
      [whole, ...Object.values(life), ...also].map(({ body }) => body as Members),
    )
    .concat(
      type === "HttpsEdgeRoute"
        ? moduleCases.flatMap(({ member, also = [] }) =>
            also.map(({ body }) => ({ match_type: "exact_path", match: "/", [member]: body })),
          )
        : [],
    );

/** A body in which a path has another value. Undefined if the body has no such path. */
function replacedAt(body: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step === "[]") {
    if (!Array.isArray(body) || body.length === 0) return undefined;
    const first = replacedAt(body[0], rest, value);
    return first === undefined ? undefined : [first, ...body.slice(1)];
  }
  if (!isObject(body) || body[step] === undefined || body[step] === null) return undefined;
  const member = replacedAt(body[step], rest, value);
  return member === undefined ? undefined : { ...body, [step]: member };
}

const stepsOf = (wirePath: string): string[] => wirePath.replaceAll("[]", ".[]").split(".");

const it = withEmulator();

const limited = Object.values<Definition>(definitions).filter(({ fields }) =>
  fieldsOf(fields).some(hasLimits),
);

describe.each(limited)("$type", (definition) => {
  const bodies = goldenBodies(definition.type);

  it.for(fieldsOf(definition.fields).filter(hasLimits))(
    "has the same limits of $wirePath as the local server",
    async ({ row, wirePath }, { emulator }) => {
      emulator.reset();
      const [edgeId = "", routeId = ""] = (await newRoute(emulator)).match(/\w+_\w+/g) ?? [];
      const ids = [edgeId, routeId].slice(0, definition.path.match(/\{/g)?.length);
      const [method, path] =
        definition.kind === "singleton"
          ? (["PUT", fillPath(definition.path, ids)] as const)
          : (["POST", collectionPath(definition.path).replace("{edge_id}", edgeId)] as const);
      const steps = stepsOf(wirePath);
      const body = bodies.find((golden) => replacedAt(golden, steps, 0) !== undefined);
      expect(body, "a golden body has the field").toBeDefined();
      /** The message about the field, if the local server refuses its value. */
      const refusal = async (value: unknown) => {
        const changed = replacedAt(body, steps, value) as Members;
        const { status, body: answer } = await send(emulator, method, path, changed);
        const message = JSON.stringify(answer);
        return status === 400 && message.includes(steps.at(-1) ?? "") ? message : undefined;
      };
      const { allowed, refused } = limitsOf(row);
      for (const value of allowed) expect(await refusal(value)).toBeUndefined();
      for (const value of refused)
        expect(await refusal(value), JSON.stringify(value)).toBeDefined();
    },
  );
});
