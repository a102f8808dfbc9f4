import { isObject, isSet, jsonObject, type Values } from "../../core/schema/values";
import { requireShallow } from "./printed";
import { resourceOf, type StackResource } from "./resource";
import { parseFormat, type StoredResource, stackExport } from "./schemas";

/** A stack, as `pulumi stack export` shows it. */
export interface StackState {
  /** The name of the stack, or of the file that contains it. */
  readonly label: string;
  readonly resources: readonly StackResource[];
}

/**
 * Reads the output of `pulumi stack export`, without resources that the program only looks up, and without those that wait
 * for their deletion. A stack that has just been created, or whose creation was interrupted, has no deployment.
 *
 * @throws {Error} if the text is something else.
 */
export function readExport(label: string, text: string): StackState {
  const document = jsonObject(text);
  requireShallow(document);
  const refusal = `${label} is not what \`pulumi stack export\` writes`;
  if (!isExport(document)) throw new Error(refusal);
  const { deployment } = parseFormat(stackExport, document, refusal);
  const operations = (deployment?.pending_operations ?? []).filter(
    ({ type }) => type !== "reading",
  );
  const interrupted = new Map(operations.map(({ type, resource }) => [resource.urn, type]));
  const recorded = deployment?.resources ?? [];
  const urns = new Set(recorded.map(({ urn }) => urn));
  // An object that was about to be created may be on the server.
  const pending = new Map(operations.map(({ resource }) => [resource.urn, resource]));
  const unrecorded = [...pending.values()].filter(({ urn }) => !urns.has(urn));
  const managed = [...recorded, ...unrecorded].filter(
    (each) => each.custom && !each.external && !each.delete,
  );
  return {
    label,
    resources: managed.map((each) => storedResource(each, interrupted.get(each.urn))),
  };
}

/** Whether a document is an export. The export of a new stack has a version alone. */
export const isExport = ({ version, deployment }: Values = {}): boolean =>
  isObject(deployment) || (typeof version === "number" && !isSet(deployment));

/** @param interrupted The operation on the resource that was interrupted. */
const storedResource = (state: StoredResource, interrupted: string | undefined): StackResource => ({
  ...resourceOf(state.urn, state),
  staleBecause: unsettledBy(state, interrupted),
  interrupted,
});

/** The reason why a state does not show the object as it is on the server. */
function unsettledBy(state: StoredResource, interrupted: string | undefined): string | undefined {
  if (interrupted !== undefined) return `was interrupted: ${interrupted}`;
  if (state.pendingReplacement) return "is deleted, and not yet replaced";
  return state.initErrors?.length ? "was left unfinished" : undefined;
}
