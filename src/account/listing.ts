import { type AgentIngressOutputs, agentIngress } from "../core/definitions/agent-ingress";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { routeModules } from "../core/definitions/modules";
import { parseUrn } from "../core/pulumi/urn";
import { isObject, isSet, type Values } from "../core/schema/values";
import type { StackState } from "../insight/engine/export";
import { providerName, settingsIn } from "../insight/engine/providers";
import type { StackResource } from "../insight/engine/resource";
import { withSecretsRevealed } from "../insight/engine/secrets";
import { count } from "../insight/report/text";
import {
  type Account,
  type AccountObject,
  displayName,
  keyOf,
  listedDefinitions,
  moduleDefinitions,
} from "./account";

export const states = ["managed", "unmanaged", "missing", "undeclared"] as const;

/**
 * How an object and the given stacks fit together: a stack manages it; no stack does; a stack has it and the account does not; or
 * it is a module on an object that a stack manages, and no stack declares the module.
 */
export type ListedState = (typeof states)[number];

/** An object of the account or of a stack as a list shows it. */
export interface Listed {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  /** Of a route. */
  readonly edge?: string;
  readonly createdAt?: string;
  /** The state of an agent ingress's certificate. */
  readonly certificate?: string;
  readonly state: ListedState;
  /** Labels of the stacks that manage the object. */
  readonly managedBy: readonly string[];
}

/** What is listed if no stack declares it elsewhere: an object, or a module on a route. */
interface Part extends Omit<Listed, "state" | "managedBy"> {
  /** Of a module, the key of its route, and the argument of the route that configures it. */
  readonly on?: { readonly route: string; readonly argument: string };
}

const NAMES = ["apiKey", "baseUrl"] as const;

/** The settings that identify an account: those that were read, or those that a provider has. */
export type AccountSettings = Readonly<Partial<Record<(typeof NAMES)[number], string | undefined>>>;

/** Where the settings of a stack's providers come from, beside the state. */
export interface Sources {
  /** The settings of the stack's config, else of the environment; absent if the config is unknown, as for a file. */
  readonly stack?: AccountSettings;
  readonly environment: AccountSettings;
}

/**
 * Finds the resources of a stack that belong to another account than the account that is read, by the settings of their providers.
 * A key that the export encrypts may be any key. A setting that nothing shows is taken for that of the account that is read.
 */
export function elsewhereIn(
  { resources }: StackState,
  read: AccountSettings,
  sources: Sources,
): StackResource[] {
  const providers = resources.filter(({ urn }) =>
    parseUrn(urn).type.startsWith("pulumi:providers:"),
  );
  const isElsewhere = (provider: StackResource) => {
    const settings = providerSettings(provider, sources);
    return NAMES.some((name) => isSet(settings[name]) && settings[name] !== read[name]);
  };
  const others = new Set(providers.filter(isElsewhere).map(({ urn }) => urn));
  return resources.filter(({ isIngress, provider }) => isIngress && others.has(provider));
}

/** The settings that a provider has the next time it runs. */
function providerSettings(
  { urn, inputs }: StackResource,
  { stack, environment }: Sources,
): AccountSettings {
  const { apiKey, baseUrl } = withSecretsRevealed(settingsIn(inputs)) as AccountSettings;
  if (providerName(urn) !== "default") {
    return { apiKey: apiKey ?? environment.apiKey, baseUrl: baseUrl ?? environment.baseUrl };
  }
  // The state has the key of the last run, which may have been rotated since.
  return stack ?? { baseUrl };
}

/**
 * The objects of an account, each with the modules on it that no stack declares, and what the stacks have beside them.
 *
 * @param elsewhere Resources of other accounts, of which none is missing here.
 */
export function listOf(
  { objects, skipped }: Account,
  stacks: readonly StackState[],
  elsewhere: readonly StackResource[] = [],
): Listed[] {
  const foreign = new Set(elsewhere.map(({ urn }) => urn));
  const all = stacks.flatMap(({ label, resources }) =>
    resources.map((resource) => ({ ...resource, label })),
  );
  const ours = all.filter(({ isIngress, id }) => isIngress && id !== "");
  const managers = Map.groupBy(ours, ({ type, id }) => `${type} ${id}`);
  const parts = objects.flatMap(partsOf);
  const found = parts.flatMap(({ on, ...part }): Listed[] => {
    const managed = managers.get(`${part.kind} ${part.id}`) ?? [];
    const managedBy = managed.map(({ label }) => label);
    if (!on) return [{ ...part, state: managed.length > 0 ? "managed" : "unmanaged", managedBy }];
    const owners = managers.get(on.route) ?? [];
    const isUndeclared =
      managed.length === 0 && !owners.some(({ inputs }) => isSet(inputs[on.argument]));
    return owners.length > 0 && isUndeclared ? [{ ...part, state: "undeclared", managedBy }] : [];
  });
  const unreadable = skipped.map(({ type, id }) => `${type} ${id}`);
  const known = new Set([...parts.map(({ kind, id }) => `${kind} ${id}`), ...unreadable]);
  const missing = [...managers].flatMap(([key, managed]): Listed[] => {
    const [first] = managed;
    // A module that the program switches off may be shown as none.
    if (!first || known.has(key) || first.inputs.enabled === false) return [];
    if (managed.every(({ urn }) => foreign.has(urn))) return [];
    const { type, name, id, inputs } = first;
    if (unreadable.includes(`${httpsEdgeRoute.type} ${inputs.routeId}`)) return [];
    const edge = type === httpsEdgeRoute.type && { edge: String(inputs.edgeId) };
    return [
      {
        kind: type,
        name,
        id,
        ...edge,
        state: "missing",
        managedBy: managed.map(({ label }) => label),
      },
    ];
  });
  return [...found, ...missing];
}

/** The keys of the objects that a stack manages. */
export const keysIn = ({ resources }: Pick<StackState, "resources">): string[] =>
  resources.flatMap(({ isIngress, type, id }) => (isIngress ? [`${type} ${id}`] : []));

/** An object, and the modules that a route has, whoever has configured them. */
function partsOf(object: AccountObject): Part[] {
  const { definition, id, outputs } = object;
  const { createdAt, edgeId } = outputs;
  const name = displayName(object);
  const edge = definition === httpsEdgeRoute && { edge: String(edgeId) };
  const own: Part = {
    kind: definition.type,
    name,
    id,
    ...edge,
    ...(typeof createdAt === "string" && { createdAt }),
    ...(definition.type === agentIngress.type && { certificate: certificateState(outputs) }),
  };
  // Some services show a module that nobody has as switched off.
  const isOn = (module: unknown) => edge && isObject(module) && module.enabled !== false;
  const modules = Object.keys(routeModules).filter((argument) => isOn(outputs[argument]));
  const ofRoute = modules.map((argument): Part => {
    const kind =
      moduleDefinitions.find(({ module }) => module === argument)?.type ??
      `${definition.type}.${argument}`;
    const on = { route: keyOf(object), argument };
    return { kind, id: `${edgeId}/${id}`, name: `${argument} of ${name}`, ...edge, on };
  });
  return [own, ...ofRoute];
}

function certificateState({
  certificateManagementPolicy,
  certificateManagementStatus,
}: Values): string {
  if (!isSet(certificateManagementPolicy)) return "not managed";
  const status = certificateManagementStatus as AgentIngressOutputs["certificateManagementStatus"];
  const { provisioningJob, renewsAt } = status ?? {};
  if (provisioningJob) return provisioningJob.errorCode ?? "provisioning";
  return renewsAt === undefined ? "managed" : `renews ${renewsAt.slice(0, 10)}`;
}

/** Throws an error if a stack manages objects, by their keys, that the API lists, and the account has none of them. */
export function requireSameAccount(
  label: string,
  managed: Iterable<string>,
  objects: readonly AccountObject[],
): void {
  const listed = [...managed].filter((key) =>
    listedDefinitions.some(({ type }) => key.startsWith(`${type} `)),
  );
  const found = new Set(objects.map(keyOf));
  if (listed.length === 0 || listed.some((key) => found.has(key))) return;
  throw new Error(
    `stack ${label} manages ${count(listed.length, "object")} that the API lists, and this account has none of them: ` +
      "check edge-ingress:baseUrl and the API key, or add --other-account",
  );
}
