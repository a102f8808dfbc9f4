import * as pulumi from "@pulumi/pulumi";
import { agentIngress } from "../../core/definitions/agent-ingress";
import { NAMESPACE, settings } from "../../core/definitions/settings";
import type { Provider } from "../../core/provider/provider";
import {
  type Definition,
  getFunction,
  type ListedDefinition,
  listFunction,
} from "../../core/schema/definition";
import { type Problem, problemText } from "../../core/schema/problem";
import { isObject, type Values } from "../../core/schema/values";
import { tokenOf } from "./form";
import { log, warnOfClearKey } from "./messages";
import { type Settings, settingsOf } from "./provider";

/** What a lookup takes beside its arguments. */
export interface LookupOptions {
  /** The account to look in. Default: that of `parent`, else the one of the stack's config. */
  provider?: pulumi.ProviderResource | undefined;
  /** The component whose provider is used. Default: none. */
  parent?: pulumi.Resource | undefined;
}

/** An object as a lookup found it: its id, its arguments and its outputs, those without a value left out. */
export type Found<Args, Outputs = unknown> = {
  /** The object's id. */
  readonly id: string;
} & Shown<pulumi.Unwrap<Args>> &
  Shown<pulumi.Unwrap<Outputs>>;

/** A value in which each secret is an `Output`, or absent where the service masks it. */
export type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? {
        readonly [K in keyof T]: K extends SecretName
          ? pulumi.Output<string> | undefined
          : Shown<T[K]>;
      }
    : T;

/** The names of all secrets, which the tables mark as such. */
export type SecretName = "apiKey" | "clientSecret" | "cloudSecretAccessKey" | "secret";

/** Arguments, each of which may be an output. */
export type InputsOf<Args> = { [K in keyof Args]: pulumi.Input<Args[K]> };

/** The two forms of the function that looks up one object by its id and the other ids in its path. */
export function lookupOf<Args extends object, Result>(definition: Definition) {
  const look = async (args: unknown, opts: LookupOptions, areSecret: boolean) =>
    (await find(getFunction(definition), args, opts, areSecret)) as Result;
  return {
    plain: (args: Args, opts: LookupOptions = {}) => look(args, opts, false),
    output: (args: InputsOf<Args>, opts: LookupOptions = {}) => {
      const given = pulumi.output(args);
      return later(opts, given, async (known) => look(known, opts, await pulumi.isSecret(given)));
    },
  };
}

/** The two forms of the function that looks up every object of an account. */
export function listingOf<Result>(definition: ListedDefinition) {
  const look = async (opts: LookupOptions) =>
    (await find(listFunction(definition), {}, opts, false)).results as Result[];
  return {
    plain: (opts: LookupOptions = {}) => look(opts),
    output: (opts: LookupOptions = {}) => later(opts, pulumi.output(undefined), () => look(opts)),
  };
}

/** What a function finds, each secret in it as a secret output. An error names the function. */
async function find(
  name: string,
  args: unknown,
  opts: LookupOptions,
  areSecret: boolean,
): Promise<Values> {
  // The engine waits for a lookup, as for a resource.
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    const { callLookupFunction, getLookupFunction, checkLookupArguments, wrapLookupResult } =
      await functions();
    const called = getLookupFunction(name);
    const ids = requireIds(args, (checked) => checkLookupArguments(called, checked));
    const secretPaths = areSecret ? Object.keys(ids) : [];
    const mocked = mockedCall(name, ids, opts);
    const found = mocked
      ? ((await mocked) as Values)
      : await callLookupFunction(called, await providerOf(opts), ids, { secretPaths });
    return wrapLookupResult(called, found, (value) => pulumi.secret(value), secretPaths);
  } catch (error) {
    throw new pulumi.RunError(`${name}: ${(error as Error).message}`);
  } finally {
    done();
  }
}

/** Loaded by the first lookup. */
const functions = () => import("../../core/provider/lookup-functions.js");

/** An output of what is found, once arguments and settings are known; until then it is unknown, and nothing is sent. */
function later<T>(
  opts: LookupOptions,
  given: pulumi.Output<unknown>,
  look: (known: unknown) => Promise<T>,
) {
  // A secret key does not make the result secret.
  const provided = pulumi.unsecret(pulumi.output(providedBy(opts) ?? {}));
  // Without an output around it, what is found would keep those that stand for its secrets.
  const found = pulumi.all([given, provided]).apply(([known]) => pulumi.output(look(known)));
  return found as pulumi.Output<pulumi.Unwrap<T>>;
}

/** The arguments, in which nothing is wrong. */
function requireIds(args: unknown, problemsOf: (args: unknown) => Problem[]): Values {
  const given = isObject(args) ? Object.entries(args) : [];
  const outputs = given.flatMap(([key, value]) => (pulumi.Output.isInstance(value) ? [key] : []));
  // Accessing members of an output creates new outputs.
  const checked = isObject(args)
    ? { ...args, ...Object.fromEntries(outputs.map((key) => [key, {}])) }
    : args;
  const problems = problemsOf(checked).map((problem) =>
    outputs.includes(problem.path) ? { ...problem, reason: OUTPUT_GIVEN } : problem,
  );
  if (problems.length > 0) throw new Error(problems.map(problemText).join("; "));
  return args as Values;
}

const OUTPUT_GIVEN = "must be a string: for an output, use the form of this function with …Output";

/** The providers of each run, by their settings. */
const providers = new WeakMap<object, Map<string, Provider>>();

/** The provider that a lookup asks. Lookups of a run with the same settings share a provider, and its limits. */
async function providerOf(opts: LookupOptions): Promise<Provider> {
  const provided = await resolved(providedBy(opts));
  if (!provided) warnOfClearKey();
  // Loaded by the first lookup that no mock answers.
  const { createProvider } = await import("../../core/provider/provider.js");
  const config = (key: string) => (provided ? provided[key] : pulumi.runtime.getConfig(key));
  const run = pulumi.runtime.getMonitor() ?? DETACHED;
  const ofRun = providers.get(run) ?? new Map<string, Provider>();
  providers.set(run, ofRun);
  const key = JSON.stringify(
    Object.keys(settings).map((setting) => config(`${NAMESPACE}:${setting}`)),
  );
  const provider =
    ofRun.get(key) ?? createProvider({ config, environment: (name) => process.env[name], log });
  ofRun.set(key, provider);
  return provider;
}

/** The run of a program that no engine runs. */
const DETACHED = {};

/** The settings of the provider that is asked for, if one is. */
function providedBy({ provider, parent }: LookupOptions): Settings | undefined {
  const found = provider ?? parent?.getProvider(tokenOf(agentIngress));
  const provided = found && settingsOf(found);
  if (!found || provided) return provided;
  throw new pulumi.RunError("the provider of a lookup must be a Provider of pulumi-edge-ingress");
}

async function resolved(provided: Settings | undefined) {
  if (!provided) return undefined;
  const output = pulumi.output(provided);
  // The SDK leaves it out of its types.
  if (!(await (output as unknown as { readonly isKnown: Promise<boolean> }).isKnown))
    throw new Error(
      "a setting of its provider is only known after an apply: use the form with …Output",
    );
  return new Promise<pulumi.Unwrap<Settings>>((resolve) => void output.apply(resolve));
}

/** In a unit test, what the mocks answer, as for any function of a provider. */
function mockedCall(
  name: string,
  args: Values,
  { parent }: LookupOptions,
): Promise<unknown> | undefined {
  const monitor: object = pulumi.runtime.getMonitor() ?? DETACHED;
  if (!("mocks" in monitor)) return undefined;
  return pulumi.runtime.invoke(`edge-ingress:index:${name}`, args, parent ? { parent } : {});
}
