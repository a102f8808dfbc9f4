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
import { isObject, omit, type Values } from "../../core/schema/values";
import { log, warnOfPlaintextKey } from "./messages";
import { providerSettings, type Settings } from "./provider";
import { typeToken } from "./registration";

/** The options of a lookup. */
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

/** The names of all arguments that the tables declare secret. */
export type SecretName = "apiKey" | "clientSecret" | "cloudSecretAccessKey" | "secret";

/** Arguments, each of which may be an output. */
export type InputsOf<Args> = { [K in keyof Args]: pulumi.Input<Args[K]> };

/** The two forms of a function that looks up an object by the ids in its path: with plain arguments, and with outputs. */
export function lookupFunctions<Args extends object, Result>(definition: Definition) {
  const lookUp = async (args: unknown, opts: LookupOptions, areSecret: boolean) =>
    (await find(getFunction(definition), args, opts, areSecret)) as Result;
  return {
    plain: (args: Args, opts: LookupOptions = {}) => lookUp(args, opts, false),
    output: (args: InputsOf<Args>, opts: LookupOptions = {}) => {
      const resolved = pulumi.output(args);
      return outputOf(opts, resolved, async (known) =>
        lookUp(known, opts, await pulumi.isSecret(resolved)),
      );
    },
  };
}

/** The two forms of a function that looks up every object of an account. */
export function listFunctions<Result>(definition: ListedDefinition) {
  const lookUp = async (opts: LookupOptions) =>
    (await find(listFunction(definition), {}, opts, false)).results as Result[];
  return {
    plain: (opts: LookupOptions = {}) => lookUp(opts),
    output: (opts: LookupOptions = {}) =>
      outputOf(opts, pulumi.output(undefined), () => lookUp(opts)),
  };
}

/** The result of a function, in which every secret is a secret output. An error names the function. */
async function find(
  name: string,
  args: unknown,
  opts: LookupOptions,
  areSecret: boolean,
): Promise<Values> {
  // The engine waits for a lookup in flight, as for a resource.
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    const { callLookupFunction, getLookupFunction, checkLookupArguments, wrapLookupResult } =
      await functions();
    const called = getLookupFunction(name);
    const ids = requireIds(args, (checked) => checkLookupArguments(called, checked));
    const secretPaths = areSecret ? Object.keys(ids) : [];
    const found = hasMocks()
      ? await callMock(name, ids, opts)
      : await callLookupFunction(called, await lookupProvider(opts), ids, { secretPaths });
    return wrapLookupResult(called, found, (value) => pulumi.secret(value), secretPaths);
  } catch (error) {
    throw new pulumi.RunError(`${name}: ${(error as Error).message}`);
  } finally {
    done();
  }
}

/** The functions of core, which the first lookup loads. */
const functions = () => import("../../core/provider/lookup-functions.js");

/** The result of a lookup as an output. While arguments or settings are unknown, it is unknown, and no request is sent. */
function outputOf<T>(
  opts: LookupOptions,
  args: pulumi.Output<unknown>,
  lookUp: (known: unknown) => Promise<T>,
) {
  // A secret key does not make the result secret.
  const knownSettings = pulumi.unsecret(pulumi.output(explicitSettings(opts) ?? {}));
  // Without the inner `output`, the result would keep the outputs of its secrets as members.
  const found = pulumi.all([args, knownSettings]).apply(([known]) => pulumi.output(lookUp(known)));
  return found as pulumi.Output<pulumi.Unwrap<T>>;
}

/**
 * The arguments.
 *
 * @param check Finds the problems of arguments.
 * @throws {Error} if an argument is an output, or has another problem.
 */
function requireIds(args: unknown, check: (args: unknown) => Problem[]): Values {
  const problems = isObject(args) ? argumentProblems(args, check) : check(args);
  if (problems.length > 0) throw new Error(problems.map(problemText).join("; "));
  return args as Values;
}

/** The problems of arguments. An output is not checked further: an access to a member of an output would create another output. */
function argumentProblems(args: Values, check: (args: unknown) => Problem[]): Problem[] {
  const outputs = Object.keys(args).filter((key) => pulumi.Output.isInstance(args[key]));
  return [
    ...outputs.map((path) => ({ path, reason: OUTPUT_GIVEN })),
    ...check(omit(args, outputs)).filter(({ path }) => !outputs.includes(path)),
  ];
}

const OUTPUT_GIVEN = "must be a string: for an output, use the form of this function with …Output";

/** The providers of each run, by their settings. */
const providers = new WeakMap<object, Map<string, Provider>>();

/** The provider of a lookup. Lookups of a run with the same settings share a provider, and its limits. */
async function lookupProvider(opts: LookupOptions): Promise<Provider> {
  const explicit = await resolveSettings(explicitSettings(opts));
  if (!explicit) warnOfPlaintextKey();
  // Loaded by the first lookup without mocks.
  const { createProvider } = await import("../../core/provider/provider.js");
  const config = (key: string) => (explicit ? explicit[key] : pulumi.runtime.getConfig(key));
  const runProviders = providersOfRun();
  const key = JSON.stringify(
    Object.keys(settings).map((setting) => config(`${NAMESPACE}:${setting}`)),
  );
  const known = runProviders.get(key);
  if (known) return known;
  const provider = createProvider({ config, environment: (name) => process.env[name], log });
  runProviders.set(key, provider);
  return provider;
}

function providersOfRun(): Map<string, Provider> {
  const run = pulumi.runtime.getMonitor() ?? DETACHED;
  const known = providers.get(run) ?? new Map<string, Provider>();
  providers.set(run, known);
  return known;
}

/** The key for a program that runs without an engine. */
const DETACHED = {};

/** The settings of the option `provider`, or of the provider of `parent`; undefined for the settings of the stack. */
function explicitSettings({ provider, parent }: LookupOptions): Settings | undefined {
  const explicit = provider ?? parent?.getProvider(typeToken(agentIngress));
  if (!explicit) return undefined;
  const known = providerSettings(explicit);
  if (known) return known;
  throw new pulumi.RunError("the provider of a lookup must be a Provider of pulumi-edge-ingress");
}

async function resolveSettings(explicit: Settings | undefined) {
  if (!explicit) return undefined;
  const output = pulumi.output(explicit);
  // The SDK does not declare `isKnown`.
  if (!(await (output as unknown as { readonly isKnown: Promise<boolean> }).isKnown))
    throw new Error(
      "a setting of its provider is only known after an apply: use the form with …Output",
    );
  return new Promise<pulumi.Unwrap<Settings>>((resolve) => void output.apply(resolve));
}

/** True in a unit test, whose mocks respond to calls. */
const hasMocks = (): boolean => "mocks" in (pulumi.runtime.getMonitor() ?? DETACHED);

/** The result of the mocks, as for any function of a provider. */
const callMock = (name: string, args: Values, { parent }: LookupOptions): Promise<Values> =>
  pulumi.runtime.invoke(`edge-ingress:index:${name}`, args, parent ? { parent } : {});
