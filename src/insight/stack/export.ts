import { jsonObject } from "../../core/schema/json";
import { isObject } from "../../core/schema/values";
import { resourceOf, type StackResource } from "./resource";

/** A stack, as `pulumi stack export` shows it. */
export interface StackState {
  /** Its name, or how else a reader knows it. */
  readonly label: string;
  readonly resources: readonly StackResource[];
}

/**
 * Reads the output of `pulumi stack export`, without resources that the program only looks up, and without those that wait
 * for their deletion.
 *
 * @throws {Error} if the text is something else.
 */
export function readExport(label: string, text: string): StackState {
  const { deployment } = jsonObject(text) ?? {};
  if (!isObject(deployment)) throw new Error(`${label} is not what \`pulumi stack export\` writes`);
  const resources: readonly unknown[] = Array.isArray(deployment.resources) ? deployment.resources : [];
  const managed = resources.filter(isObject).filter((each) => each.custom && !each.external && !each.delete);
  return { label, resources: managed.map((each) => resourceOf(String(each.urn), each)) };
}
