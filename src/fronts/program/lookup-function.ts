import * as pulumi from "@pulumi/pulumi";
import { agentIngress } from "../../core/definitions/agent-ingress";
import type { ResourceView } from "../../core/provider/types";
import { type Definition, getFunction, type ListedDefinition, listFunction } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { textOf as problemText } from "../../core/schema/problem";
import { withSecrets } from "../../core/schema/secrets";
import { notAnArgument } from "../../core/schema/suggest";
import { isObject, type Values } from "../../core/schema/values";
import { warnOfClearKey } from "./clear-key";
import { tokenOf } from "./form";
import { log } from "./log";
import { type Settings, settingsOf } from "./provider";

/** What a lookup takes beside its arguments. */
export interface LookupOptions {
  /** The account to look in. Default: that of `parent`, else the one of the stack's config. */
  provider?: pulumi.ProviderResource | undefined;
  /** The component whose provider is used. Default: none. */
  parent?: pulumi.Resource | undefined;
}

/** The two forms of a function that takes arguments. */
export interface LookupForms<Args, Result> {
  plain(args: Args, opts?: LookupOptions): Promise<Result>;
  output(args: InputsOf<Args>, opts?: LookupOptions): pulumi.Output<pulumi.Unwrap<Result>>;
}

/** The two forms of a function that takes none. */
export interface ListForms<Result> {
  plain(opts?: LookupOptions): Promise<Result[]>;
  output(opts?: LookupOptions): pulumi.Output<pulumi.Unwrap<Result[]>>;
}

/** Arguments, each of which may be an output. */
export type InputsOf<Args> = { [K in keyof Args]: pulumi.Input<Args[K]> };

/** The function that looks up one object by its id and the other ids in its path. */
export function lookupOf<Args extends object, Result>(definition: Definition): LookupForms<Args, Result> {
  const name = getFunction(definition);
  const keys = [...pathKeys(definition.fields), "id"];
  const find = async (args: unknown, opts: LookupOptions, areSecret: boolean): Promise<Result> => {
    const { id = "", ...place } = textsOf(args, keys);
    const secrets = areSecret ? [id, ...Object.values(place)] : [];
    const mocked = mockedCall(name, { ...place, id }, opts);
    const found = mocked
      ? ((await mocked) as Values)
      : flat(await (await calls()).lookUp(await contextOf(opts, secrets), definition, id, place));
    return shown<Result>(definition, found);
  };
  return {
    plain: (args, opts = {}) => named(name, () => find(args, opts, false)),
    output: (args, opts = {}) => {
      const given = pulumi.output(args);
      const look = async (known: unknown) => find(known, opts, await pulumi.isSecret(given));
      return later(opts, given, (known) => named(name, () => look(known)));
    },
  };
}

/** The function that looks up every object of an account. */
export function listOf<Result>(definition: ListedDefinition): ListForms<Result> {
  const name = listFunction(definition);
  const list = async (opts: LookupOptions): Promise<Result[]> => {
    const mocked = mockedCall(name, {}, opts);
    const found = mocked
      ? ((await mocked) as { results?: Values[] }).results
      : (await (await calls()).lookUpAll(await contextOf(opts, []), definition)).map(flat);
    return (found ?? []).map((each) => shown<Result>(definition, each));
  };
  return {
    plain: (opts = {}) => named(name, () => list(opts)),
    output: (opts = {}) => later(opts, pulumi.output(undefined), () => named(name, () => list(opts))),
  };
}

/** Loaded by the first lookup. */
const calls = () => import("./lookup-calls.js");

const flat = ({ id, outputs }: ResourceView): Values => ({ id, ...outputs });

/** The values with secrets as outputs that are secrets: nothing else could mark them in a plain object. */
const shown = <Result>({ fields }: Definition, found: Values): Result =>
  withSecrets(fields, found, (value) => pulumi.secret(value)) as Result;

/** An output of what is found, once arguments and settings are known; until then it is unknown, and nothing is sent. */
function later<T>(
  opts: LookupOptions,
  given: pulumi.Output<unknown>,
  find: (known: unknown) => Promise<T>,
): pulumi.Output<pulumi.Unwrap<T>> {
  // Where the key is a secret, what it finds is none.
  const settings = pulumi.unsecret(pulumi.output(providedBy(opts) ?? {}));
  // Without an output around it, what is found would keep those that stand for its secrets.
  return pulumi.all([given, settings]).apply(([known]) => pulumi.output(find(known))) as pulumi.Output<
    pulumi.Unwrap<T>
  >;
}

/** Does the lookup, and says in an error whose it is. The engine waits for it, as for a resource. */
async function named<T>(name: string, find: () => Promise<T>): Promise<T> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await find();
  } catch (error) {
    throw new pulumi.RunError(`${name}: ${(error as Error).message}`);
  } finally {
    done();
  }
}

/** The arguments, each of which has to be a text. */
function textsOf(args: unknown, keys: readonly string[]): Record<string, string> {
  if (!isObject(args)) throw new Error("the arguments must be an object");
  const unknown = Object.keys(args).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new Error(problemText(notAnArgument(unknown, keys)));
  return Object.fromEntries(keys.map((key) => [key, textOf(key, args[key])]));
}

function textOf(key: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  if (value === undefined || value === null || value === "") throw new Error(`${key} is required`);
  const advice = pulumi.Output.isInstance(value) ? ": an output is for the form of this function with …Output" : "";
  throw new Error(`${key} must be a string${advice}`);
}

async function contextOf(opts: LookupOptions, secrets: readonly string[]) {
  const provided = await resolved(providedBy(opts));
  if (!provided) warnOfClearKey();
  return {
    run: pulumi.runtime.getMonitor() ?? DETACHED,
    settings: (key: string) => (provided ? provided[key] : pulumi.runtime.getConfig(key)),
    secrets,
    log,
  };
}

/** The run of a program that no engine runs. */
const DETACHED = {};

/** The settings of the provider that is asked for, if one is. */
function providedBy({ provider, parent }: LookupOptions): Settings | undefined {
  const found = provider ?? parent?.getProvider(tokenOf(agentIngress));
  if (!found) return undefined;
  const settings = settingsOf(found);
  if (settings) return settings;
  throw new pulumi.RunError("the provider of a lookup must be a Provider of pulumi-edge-ingress");
}

async function resolved(
  settings: Settings | undefined,
): Promise<Readonly<Record<string, string | undefined>> | undefined> {
  if (!settings) return undefined;
  const output = pulumi.output(settings);
  // The SDK leaves it out of its types.
  if (!(await (output as unknown as { readonly isKnown: Promise<boolean> }).isKnown))
    throw new Error("a setting of its provider is only known after an apply: use the form with …Output");
  return new Promise((resolve) => void output.apply(resolve));
}

/** In a unit test, what the mocks answer, as for any function of a provider. */
function mockedCall(name: string, args: Values, { parent }: LookupOptions): Promise<unknown> | undefined {
  const monitor: object = pulumi.runtime.getMonitor() ?? DETACHED;
  if (!("mocks" in monitor)) return undefined;
  return pulumi.runtime.invoke(`edge-ingress:index:${name}`, args, parent ? { parent } : {});
}
