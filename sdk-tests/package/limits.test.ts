import { describe, expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import type { Row } from "../../src/core/schema/field";
import type { Members } from "../emulator/client";
import { type Field, fieldsOf } from "../support/fields";
import { withEmulator } from "../support/fixtures";
import { creationRequest, goldenBodies, refusal, replacedAt, stepsOf } from "./golden-bodies";

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

const it = withEmulator();

const limited = Object.values<Definition>(definitions).filter(({ fields }) =>
  fieldsOf(fields).some(hasLimits),
);

describe.each(limited)("$type", (definition) => {
  const bodies = goldenBodies(definition.type);

  it.for(fieldsOf(definition.fields).filter(hasLimits))(
    "has the same limits of $wirePath as the local server",
    async ({ row, wirePath }, { emulator }) => {
      const request = await creationRequest(emulator, definition);
      const steps = stepsOf(wirePath);
      const body = bodies.find((golden) => replacedAt(golden, steps, 0) !== undefined);
      expect(body, "a golden body has the field").toBeDefined();
      const refusalOf = (value: unknown) =>
        refusal(emulator, request, replacedAt(body, steps, value) as Members, steps.at(-1) ?? "");
      const { allowed, refused } = limitsOf(row);
      for (const value of allowed) expect(await refusalOf(value)).toBeUndefined();
      for (const value of refused)
        expect(await refusalOf(value), JSON.stringify(value)).toBeDefined();
    },
  );
});
