import { isObject, type Values } from "../../core/schema/values";
import type { DocumentResource } from "./document-resource";

/** A data source of Terraform, which reads an object that this state does not manage. */
export const isDataSource = ({ mode }: Values): boolean => mode === "data";

/**
 * Reads a resource of Terraform. A state has its attributes in `instances`, and the output of `terraform show -json` has them in
 * `values`.
 */
export function terraformResources(type: string, resource: Values): DocumentResource[] {
  const words = addressWords(resourceAddress(type, resource));
  const { id, values, instances } = resource;
  if (!Array.isArray(instances)) {
    const attributes = { ...(isObject(values) ? values : {}) };
    if (id !== undefined) attributes.id = id;
    return [{ attributes, name: words.join("-") }];
  }
  const resources: DocumentResource[] = [];
  for (const instance of instances.filter(isObject)) {
    const { attributes, deposed, index_key: key } = instance;
    if (deposed !== undefined || !isObject(attributes)) continue;
    const name = (key === undefined ? words : [...words, String(key)]).join("-");
    resources.push({ attributes, name });
  }
  return resources;
}

/** The address of a resource, as a whole or from its parts. Empty if the document does not contain an address. */
function resourceAddress(type: string, { address, module, name }: Values): string {
  if (typeof address === "string") return address;
  return typeof name === "string" ? [module, type, name].filter(Boolean).join(".") : "";
}

/** The key of an instance: `["eu"]` or `[0]`. Its groups are a text and a number. */
const KEY = String.raw`(?:\[(?:"((?:[^"\\]|\\.)*)"|(\d+))\])?`;

/** `module.api["eu"].` Its groups are the name and those of the key, as for `RESOURCE`. */
const MODULE = new RegExp(String.raw`module\.([^.[]+)${KEY}\.`, "gy");

/** `restapi_object.routes["a"]` */
const RESOURCE = new RegExp(String.raw`^[^.[]+\.([^.[]+)${KEY}$`);

/**
 * The names and keys in an address: `module.api["eu"].restapi_object.this` has `api` and `eu`. The usual name `this` is left
 * out, unless the address has no other name.
 */
function addressWords(address: string): string[] {
  const modules = [...address.matchAll(MODULE)];
  const modulesLength = modules.map(([module]) => module).join("").length;
  const resource = RESOURCE.exec(address.slice(modulesLength));
  const parts = resource ? [...modules, resource] : modules;
  const words = parts.flatMap(([, ...groups]) => groups.filter(Boolean));
  const distinctive = words.filter((word) => word !== "this");
  return distinctive.length > 0 ? distinctive : words;
}
