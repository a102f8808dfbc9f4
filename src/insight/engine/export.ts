import { isObject, isSet, jsonObject, objectsIn, type Values } from "../../core/schema/values";
import { requireShallow } from "./printed";
import { resourceOf, type StackResource } from "./resource";

/** A stack, as `pulumi stack export` shows it. */
export interface StackState {
  /** Its name, or how else a reader knows it. */
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
  const { version, deployment } = document ?? {};
  if (typeof version === "number" && !isSet(deployment)) return { label, resources: [] };
  if (!isObject(deployment)) throw new Error(`${label} is not what \`pulumi stack export\` writes`);
  const begun = new Map(
    objectsIn(deployment.pending_operations).flatMap(({ type, resource }) =>
      isObject(resource) && type !== "reading" ? [[resource.urn, { type: String(type), resource }]] : [],
    ),
  );
  const known = objectsIn(deployment.resources);
  const urns = new Set(known.map(({ urn }) => urn));
  // What was about to be created may be on the server.
  const pending = [...begun.values()].flatMap(({ resource }) => (urns.has(resource.urn) ? [] : [resource]));
  const managed = [...known, ...pending].filter((each) => each.custom && !each.external && !each.delete);
  const resources = managed.map((each) => {
    const interrupted = begun.get(each.urn)?.type;
    const unsettled = unsettledBy(each, interrupted);
    return {
      ...resourceOf(String(each.urn), each),
      ...(unsettled && { unsettled }),
      ...(interrupted !== undefined && { interrupted }),
    };
  });
  return { label, resources };
}

/** Why a state does not show what is on the server. */
function unsettledBy({ pendingReplacement, initErrors }: Values, interrupted: string | undefined): string | undefined {
  if (interrupted !== undefined) return `was interrupted: ${interrupted}`;
  if (pendingReplacement === true) return "is deleted, and not yet replaced";
  return Array.isArray(initErrors) && initErrors.length > 0 ? "was left unfinished" : undefined;
}
