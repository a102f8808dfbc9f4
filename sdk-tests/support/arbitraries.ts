import fc from "fast-check";
import {
  inputRows,
  type LeafRow,
  type ObjectRow,
  type Row,
  type Table,
} from "../../src/core/schema/field";
import { isSet, type Values } from "../../src/core/schema/values";

/** Text that is valid in a JSON document and a form. */
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((value) => !value.includes("\0"));

const headerName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,11}$/);
const headerValue = fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{0,11}$/);

const headers = fc
  .uniqueArray(fc.tuple(headerName, headerValue), {
    maxLength: 4,
    selector: ([name]) => name.toLowerCase(),
  })
  .map((entries) => Object.fromEntries(entries));

const json = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue(), { maxKeys: 3 })
  // JSON has no negative zero.
  .map((value) => JSON.parse(JSON.stringify(value)) as Values);

/** Texts of a row, including texts that have several spellings. */
function textsOf({ equalUpTo }: LeafRow): fc.Arbitrary<string> {
  if (equalUpTo === "domain")
    return fc.oneof(fc.domain(), fc.constantFrom("bücher.example", "A.example.com."));
  if (equalUpTo === "mailAddress")
    return fc.oneof(fc.emailAddress(), fc.constant("Ann@Bücher.example"));
  if (equalUpTo === "match")
    return fc.oneof(text, fc.constantFrom("/A", "bücher.example/A", "A.example.com"));
  if (equalUpTo === "ellipticCurve")
    return fc.oneof(text, fc.constantFrom("P-256", "secp384r1", "nistp521"));
  return text;
}

function leaf(row: LeafRow): fc.Arbitrary<unknown> {
  switch (row.kind) {
    case "string":
      return row.pathParameter ? fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/) : textsOf(row);
    case "domain":
      return textsOf(row);
    case "oneOf":
      return fc.constantFrom(...row.values);
    case "boolean":
      return fc.boolean();
    case "uint32":
      return fc.nat({ max: row.max ?? 2 ** 31 - 1 });
    case "fraction":
      return fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs);
    case "set":
    case "list":
      return fc.array(textsOf(row), { maxLength: 4 });
    case "headerNames":
      return fc.uniqueArray(headerName, { maxLength: 4, selector: (name) => name.toLowerCase() });
    case "headers":
      return headers;
    case "json":
      return json;
  }
}

const valueFor = (row: Row): fc.Arbitrary<unknown> => {
  if (row.kind === "object") return row.exactlyOne ? choice(row) : argumentsOf(row.fields);
  if (row.kind === "objects") return fc.array(argumentsOf(row.fields), { maxLength: 3 });
  return leaf(row);
};

const choice = ({ fields }: ObjectRow): fc.Arbitrary<Values> =>
  fc.oneof(
    ...inputRows(fields).map(([key, row]) => valueFor(row).map((value) => ({ [key]: value }))),
  );

/** Arguments that are valid according to the table. */
export function argumentsOf(table: Table): fc.Arbitrary<Values> {
  const rows = inputRows(table);
  const arbitraries = Object.fromEntries(rows.map(([key, row]) => [key, valueFor(row)]));
  const requiredKeys = rows.filter(([, row]) => row.required).map(([key]) => key);
  return fc.record(arbitraries, { requiredKeys }).map((values) => withoutUnmet(table, values));
}

/** Removes arguments that need absent arguments. */
function withoutUnmet(table: Table, values: Values): Values {
  const met = Object.entries(values).filter(([key]) =>
    Object.entries(table[key]?.requiredWith ?? {}).every(([needed, expected]) =>
      expected === true ? isSet(values[needed]) : values[needed] === expected,
    ),
  );
  return met.length === Object.keys(values).length
    ? values
    : withoutUnmet(table, Object.fromEntries(met));
}

/**
 * A failure prints the seed and the path that repeat it. PROPERTY_RUNS sets the number of runs, if 1,000 are too slow.
 */
export const THOUSAND_RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 1_000) };

type Arbitraries<Ts> = { [K in keyof Ts]: fc.Arbitrary<Ts[K]> };

/** Asserts a property of the arbitraries' values, in this number of runs. */
export const forAll = <Ts extends [unknown, ...unknown[]]>(
  ...args: [...arbitraries: Arbitraries<Ts>, asserts: (...args: Ts) => void]
): void => fc.assert(fc.property<Ts>(...args), THOUSAND_RUNS);
