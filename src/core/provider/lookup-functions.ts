import * as definitions from "../definitions";
import { type Definition, getFunction, isListed, listFunction } from "../schema/definition";
import { pathKeys } from "../schema/field";
import { formatProblem } from "../schema/leaves";
import { mismatchText, mustBe, notAnArgument, type Problem, REQUIRED } from "../schema/problem";
import { withRepeatingOutputs, withSecrets } from "../schema/secrets";
import { isObject, isSet, type Values } from "../schema/values";
import type { CallOptions, ResourceView } from "./call";
import type { Provider } from "./provider";

/*
 * The lookup functions of programs, as far as they do not depend on the language of the program. Modules are looked up with their
 * parents.
 */

interface LookupFunction {
  readonly name: string;
  readonly definition: Definition;
  /** The ids of the object and of its parents. A function without parameters lists all objects of the account. */
  readonly parameters: readonly string[];
}

/** @throws if there is no such function. */
export function getLookupFunction(name: string): LookupFunction {
  const lookup = lookupFunctions.find((candidate) => candidate.name === name);
  if (!lookup) throw new Error(`there is no function ${name}`);
  return lookup;
}

const lookupFunctions = Object.values<Definition>(definitions).flatMap(toLookupFunctions);

function toLookupFunctions(definition: Definition): LookupFunction[] {
  if (definition.kind === "singleton") return [];
  const parameters = [...pathKeys(definition.fields), "id"];
  const get = { name: getFunction(definition), definition, parameters };
  if (!isListed(definition)) return [get];
  return [get, { name: listFunction(definition), definition, parameters: [] }];
}

export function checkLookupArguments({ parameters }: LookupFunction, args: unknown): Problem[] {
  if (!isObject(args)) return [{ path: "the arguments", reason: "must be an object" }];
  const unknown = Object.keys(args).filter((key) => !parameters.includes(key));
  return [
    ...unknown.map((key) => notAnArgument(key, parameters)),
    ...parameters.flatMap((key) => checkId(key, args[key])),
  ];
}

function checkId(path: string, value: unknown): Problem[] {
  if (!isSet(value)) return [{ path, reason: REQUIRED }];
  const reason =
    typeof value === "string" ? formatProblem("id", value) : mismatchText(mustBe("string", value));
  return reason === undefined ? [] : [{ path, reason }];
}

/** Calls a function with checked arguments. Returns the object, or all objects as `results`. */
export async function callLookupFunction(
  { definition, parameters }: LookupFunction,
  provider: Provider,
  args: Values,
  options: CallOptions,
): Promise<Values> {
  if (parameters.length === 0) {
    const objects = await provider.list(definition, options);
    return { results: objects.map(flatten) };
  }
  const { id, ...outputs } = args;
  const secrets = options.secretPaths?.map((key) => String(args[key])) ?? [];
  return flatten(await provider.get(definition, { ...options, secrets, id: String(id), outputs }));
}

const flatten = ({ id, outputs }: ResourceView): Values => ({ id, ...outputs });

/**
 * Wraps the secrets of a result.
 *
 * @param secretPaths The arguments that the program marks as secrets. A secret id is a part of the object's address.
 */
export function wrapLookupResult(
  { definition: { fields }, parameters }: LookupFunction,
  result: Values,
  wrap?: (value: unknown) => object,
  secretPaths: readonly string[] = [],
): Values {
  const paths = secretPaths.includes("id") ? [...secretPaths, "uri"] : secretPaths;
  const marked = withRepeatingOutputs(fields, paths);
  const wrapObject = (object: Values) => withSecrets(fields, object, wrap, marked);
  if (parameters.length > 0) return wrapObject(result);
  const results = Array.isArray(result.results) ? result.results : [];
  return { results: results.map(wrapObject) };
}
