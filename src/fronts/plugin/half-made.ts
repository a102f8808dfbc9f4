import { ResourceInitFailed } from "../../core/provider/types";
import type { Table } from "../../core/schema/field";
import { markedSince } from "../../core/schema/secrets";
import type { Values } from "../../core/schema/values";
import { fitting } from "./fitting";
import { fitsStatus, InitFailed } from "./status";
import { recorded, wrapped } from "./values";

/** Arguments, and the paths of what the program has marked among them and among those before them. */
interface Sent {
  readonly fields: Table;
  readonly inputs: Values;
  readonly secretPaths: readonly string[];
}

/** Passes on what exists already if a call fails. */
export async function reportingHalfMade<T>(sent: Sent, call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ResourceInitFailed)) throw error;
    throw initFailed(sent, error);
  }
}

/** Holds as much of what exists as can be passed on: what the state lacks then shows as a change, and is sent again. */
function initFailed({ fields, inputs, secretPaths }: Sent, error: ResourceInitFailed): InitFailed {
  const { id, state = {}, message } = error;
  const marked = [...secretPaths, ...markedSince(fields, secretPaths, inputs, state)];
  const failedWith = (values: Values) =>
    new InitFailed(message, id, wrapped(fields, recorded(fields, { id, outputs: values }), marked));
  return failedWith(fitting(fields, state, (values) => fitsStatus(failedWith(values))));
}
