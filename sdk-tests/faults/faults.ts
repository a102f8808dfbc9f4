import { join } from "node:path";
import { z } from "zod";
import type { Fault } from "../../src/emulator";
import type { ConnectionFault } from "../support/connection-faults";
import { readEntries, text } from "../support/data";
import type { Operation } from "./operations";

/**
 * What a failed attempt says: `slow` nothing, it is no failure; `refused` that the request never arrived; `limited` and
 * `early` that it was not processed; `silent` nothing about that, but another attempt may get an answer; `nonsense` nothing
 * about that, and another attempt gets the same; `missing` that there is no such object, which the API then contradicts;
 * `denied` that it was refused for good; `untrusted` that there is nobody to talk to.
 */
const meaning = z.enum([
  "slow",
  "refused",
  "limited",
  "early",
  "silent",
  "nonsense",
  "missing",
  "denied",
  "untrusted",
]);

export type Meaning = z.infer<typeof meaning>;

/** Where a fault is made: in the local server, on the way to it, or by a base URL that nobody answers. */
const origin = z.union([
  z.strictObject({ server: z.custom<Omit<Fault, "method" | "path" | "when" | "times">>() }),
  z.strictObject({ answer: z.unknown() }),
  z.strictObject({ connection: z.custom<Omit<ConnectionFault, "when" | "times">>() }),
  z.literal(["closed port", "no TLS"]),
]);

const operations = z.custom<Partial<Pick<Operation, "method" | "verb" | "template">>>().optional();

const fault = z.strictObject({
  ...{ meaning, by: origin, only: operations, except: operations },
  told: text.transform((pattern) => new RegExp(pattern)),
  alone: z.enum(["before", "after"]).optional(),
  /** Lets an attempt time out. */
  isLate: z.literal(true).optional(),
});

/** One way in which an attempt fails. */
export type MatrixFault = z.infer<typeof fault> & { readonly name: string };

export const matrixFaults: readonly MatrixFault[] = readEntries(
  join(__dirname, "faults.yaml"),
  "faults",
  fault,
).map(([name, each]) => ({ name, ...each }));

/** Whether a fault strikes an operation. */
export const strikes = ({ only = {}, except }: MatrixFault, operation: Operation): boolean =>
  isOneOf(only, operation) && !(except && isOneOf(except, operation));

const isOneOf = (wanted: Partial<Operation>, operation: Operation): boolean =>
  Object.entries(wanted).every(([member, value]) => operation[member as keyof Operation] === value);
