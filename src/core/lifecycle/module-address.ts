import type { ApiPath } from "../client/address";
import { EdgeIngressError } from "../client/errors";
import { snakeCase } from "../schema/case";
import { importIdFormat, type SingletonDefinition } from "../schema/definition";
import { pathKeys } from "../schema/field";
import type { Values } from "../schema/values";

export type ModuleAddress = Required<ApiPath>;

/** Joins the arguments in the path of a module, which are the parts of its id. */
export const moduleId = ({ fields }: SingletonDefinition, inputs: Values): string =>
  pathKeys(fields)
    .map((key) => String(inputs[key]))
    .join("/");

/** Splits the id of a module into the arguments in its path. */
export function parseModuleId(
  definition: SingletonDefinition,
  id: string,
): Readonly<Record<string, string>> {
  const keys = pathKeys(definition.fields);
  const parts = id.split("/");
  if (parts.length !== keys.length)
    throw new EdgeIngressError(`the id must be ${importIdFormat(definition)}`);
  return Object.fromEntries(keys.map((key, index) => [key, String(parts[index])]));
}

/** The path parameters of the API have snake_case names. */
export function moduleAddress(definition: SingletonDefinition, id: string): ModuleAddress {
  const ids = Object.entries(parseModuleId(definition, id));
  return {
    template: definition.path,
    params: Object.fromEntries(ids.map(([key, part]) => [snakeCase(key), part])),
  };
}
