import { isObject, isSet, jsonObject, type Values } from "../../core/schema/values";
import { requireShallow } from "./nesting";
import { readResource, type StackResource } from "./resource";
import { type PendingOperation, parseFormat, type StoredResource, stackExport } from "./schemas";

/** A stack, as `pulumi stack export` shows it. */
export interface StackState {
  /** The name of the stack, or of the file that contains it. */
  readonly label: string;
  readonly resources: readonly StackResource[];
}

/**
 * Reads the resources that a stack manages from the output of `pulumi stack export`. The stack may have been created a moment ago,
 * or its creation may have been interrupted: then the export has no deployment.
 *
 * @throws {Error} if the text is something else.
 */
export function readExport(label: string, text: string): StackState {
  const { recorded, interrupted } = parseExport(label, text);
  const operations = new Map(interrupted.map(({ resource, type }) => [resource.urn, type]));
  const managed = [...recorded, ...unrecorded(recorded, interrupted)].filter(isManaged);
  return {
    label,
    resources: managed.map((state) => storedResource(state, operations.get(state.urn))),
  };
}

/** True for the export of a stack. The export of a new stack has a version alone. */
export const isExport = ({ version, deployment }: Values = {}): boolean =>
  isObject(deployment) || (typeof version === "number" && !isSet(deployment));

/** The parts of an export that describe resources. */
interface ParsedExport {
  readonly recorded: readonly StoredResource[];
  readonly interrupted: readonly PendingOperation[];
}

function parseExport(label: string, text: string): ParsedExport {
  const document = jsonObject(text);
  requireShallow(document);
  const refusal = `${label} is not what \`pulumi stack export\` writes`;
  if (!isExport(document)) throw new Error(refusal);
  const { deployment } = parseFormat(stackExport, document, refusal);
  const pending = deployment?.pending_operations ?? [];
  return {
    recorded: deployment?.resources ?? [],
    // An interrupted read has changed nothing on the server.
    interrupted: pending.filter(({ type }) => type !== "reading"),
  };
}

/** The resources of interrupted operations that the state does not contain: an object that was being created may be on the server. */
function unrecorded(
  recorded: readonly StoredResource[],
  interrupted: readonly PendingOperation[],
): StoredResource[] {
  const known = new Set(recorded.map(({ urn }) => urn));
  const resources = new Map(interrupted.map(({ resource }) => [resource.urn, resource]));
  return [...resources.values()].filter(({ urn }) => !known.has(urn));
}

/** False for a component, a resource that the program only looks up, and a resource that waits for its deletion. */
const isManaged = (state: StoredResource): boolean =>
  state.custom === true && !state.external && !state.delete;

const storedResource = (
  state: StoredResource,
  interruptedOperation: string | undefined,
): StackResource => ({
  ...readResource(state.urn, state),
  staleBecause: staleReason(state, interruptedOperation),
  interrupted: interruptedOperation,
});

/** The reason why the state may not show the object as it is on the server, as a predicate whose subject is the resource. */
function staleReason(
  state: StoredResource,
  interruptedOperation: string | undefined,
): string | undefined {
  if (interruptedOperation !== undefined) return `was interrupted: ${interruptedOperation}`;
  if (state.pendingReplacement) return "is deleted, and not yet replaced";
  return state.initErrors?.length ? "was left unfinished" : undefined;
}
