import { NO_SUCH_OBJECT } from "../client/answer";
import { EdgeIngressError } from "../client/errors";
import { type Definition, importIdFormat } from "../schema/definition";
import { hasOutputs, inputRows, outputRows, pathKeys } from "../schema/field";
import { isSet, type Values } from "../schema/values";

/**
 * Refuses a state without an argument that only a new object can have. Earlier versions let an answer that was not the
 * object's empty it; the difference to the program would replace the object.
 *
 * @throws {EdgeIngressError} that says how to repair it.
 */
export function requireWholeState(definition: Definition, state: Values): void {
  const { type, kind, fields } = definition;
  const [lost] = inputRows(fields).filter(([key, row]) => row.required && row.createOnly && !isSet(state[key]));
  if (!lost) return;
  const [key, row] = lost;
  // The id alone addresses an object, except where it lies below another one.
  const isAddressable = kind === "singleton" || !row.pathParameter;
  const repair = isAddressable
    ? "run `pulumi refresh`"
    : `remove the resource from the state with \`pulumi state delete\`, and import it by ${importIdFormat(definition)}`;
  throw new EdgeIngressError(`the state of this ${type} has lost its ${key}: ${repair}`);
}

/** Whether a state is what an answer has shown: each answer about an object with outputs has some of them. */
export const isConfirmed = ({ fields }: Definition, state: Values): boolean =>
  outputRows(fields).length === 0 || hasOutputs(fields, state);

/**
 * The state from which an update starts where there is nothing: it sets a module there.
 *
 * @throws {EdgeIngressError} if it would have to make an object.
 */
export function stateOfNone({ type, kind }: Definition, id: string): Values {
  if (kind === "singleton") return {};
  throw new EdgeIngressError(`${type} ${id}: ${NO_SUCH_OBJECT}`);
}

/**
 * Refuses to look up an object whose address is not known.
 *
 * @throws {EdgeIngressError} that names the argument that is missing.
 */
export function requirePlace({ type, kind, fields }: Definition, known: Values): void {
  const missing = kind === "collection" && pathKeys(fields).find((key) => !isSet(known[key]));
  if (missing) throw new EdgeIngressError(`${missing} is required to look up an ${type}`);
}
