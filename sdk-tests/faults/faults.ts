import { join } from "node:path";
import { z } from "zod";
import type { Fault } from "../../src/emulator";
import type { ConnectionFault } from "../support/connection-faults";
import { readEntries, text } from "../support/data";
import type { Operation } from "./operations";

/**
 * The meaning of a failed attempt:
 * - `slow`: the attempt did not fail.
 * - `refused`: the request never arrived.
 * - `limited` and `early`: the request was not processed.
 * - `silent`: it is unknown whether the request was processed, and another attempt may get a response.
 * - `nonsense`: it is unknown whether the request was processed, and another attempt gets the same response.
 * - `missing`: the object does not exist, which the API then contradicts.
 * - `denied`: the request was refused permanently.
 * - `untrusted`: there is no trusted server.
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

/** The origin of a fault: the local server, the connection to it, or a base URL without a server. */
const origin = z.union([
  z.strictObject({ server: z.custom<Omit<Fault, "method" | "path" | "when" | "times">>() }),
  z.strictObject({ answer: z.unknown() }),
  z.strictObject({ connection: z.custom<Omit<ConnectionFault, "when" | "times">>() }),
  z.literal(["closed port", "no TLS"]),
]);

const operations = z.custom<Partial<Pick<Operation, "method" | "verb" | "template">>>().optional();

const fault = z.strictObject({
  ...{ meaning, by: origin, only: operations, except: operations },
  message: text.transform((pattern) => new RegExp(pattern)),
  alone: z.enum(["before", "after"]).optional(),
  /** Lets an attempt time out. */
  isLate: z.literal(true).optional(),
});

/** A way in which an attempt fails. */
export type MatrixFault = z.infer<typeof fault> & { readonly name: string };

export const matrixFaults: readonly MatrixFault[] = readEntries(
  join(__dirname, "faults.yaml"),
  "faults",
  fault,
).map(([name, members]) => ({ name, ...members }));

/** True if a fault affects an operation. */
export const strikes = ({ only = {}, except }: MatrixFault, operation: Operation): boolean =>
  isMatch(only, operation) && !(except && isMatch(except, operation));

const isMatch = (filter: Partial<Operation>, operation: Operation): boolean =>
  Object.entries(filter).every(([member, value]) => operation[member as keyof Operation] === value);
