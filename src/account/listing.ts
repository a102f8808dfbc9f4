import { type AgentIngressOutputs, agentIngress } from "../core/definitions/agent-ingress";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { routeModules } from "../core/definitions/modules";
import { isObject, isSet, type Values } from "../core/schema/values";
import type { StackState } from "../insight/stack/export";
import type { StackResource } from "../insight/stack/resource";
import { type Account, type AccountObject, definitions } from "./account";

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

/** A resource with the stack that has it. */
interface Managed {
  readonly label: string;
  readonly resource: StackResource;
}

/** The objects of an account, and what the stacks have beside them. */
export function listOf({ objects, skipped }: Account, stacks: readonly StackState[]): Listed[] {
  const all = stacks.flatMap(({ label, resources }) =>
    resources.flatMap((resource) => (resource.isIngress && resource.id !== "" ? [{ label, resource }] : [])),
  );
  const managers = Map.groupBy(all, ({ resource: { type, id } }) => `${type} ${id}`);
  const found = objects.flatMap((object): Listed[] => {
    const managed = managers.get(keyOf(object)) ?? [];
    const state = managed.length > 0 ? "managed" : "unmanaged";
    const listed = { ...described(object), state, managedBy: managed.map(({ label }) => label) } as const;
    return [listed, ...(managed.length > 0 ? undeclaredOn(object, listed, managed, managers) : [])];
  });
  const unreadable = skipped.map(({ type, id }) => `${type} ${id}`);
  const known = new Set([...objects.flatMap(keysWithModules), ...unreadable]);
  const missing = [...managers].filter(([key]) => !known.has(key));
  return [...found, ...missing.flatMap(([, managed]) => missingOf(managed, unreadable))];
}

/** The keys of the objects that a stack manages. */
export const keysIn = ({ resources }: StackState): string[] =>
  resources.flatMap(({ isIngress, type, id }) => (isIngress ? [`${type} ${id}`] : []));

/** What identifies an object in every stack. */
export const keyOf = ({ definition, id }: Pick<AccountObject, "definition" | "id">): string =>
  `${definition.type} ${id}`;

/** The modules that a route has, whoever has configured them. */
const modulesOf = ({ definition, outputs }: AccountObject): string[] =>
  definition === httpsEdgeRoute ? Object.keys(routeModules).filter((name) => isOn(outputs[name])) : [];

/** Some services show a module that nobody has configured as switched off. */
const isOn = (module: unknown): boolean => isObject(module) && module.enabled !== false;

const moduleType = (name: string): string | undefined =>
  definitions.find((each) => each.kind === "singleton" && each.of === httpsEdgeRoute && each.module === name)?.type;

const keysWithModules = (object: AccountObject): string[] => [
  keyOf(object),
  ...modulesOf(object).map((name) => `${moduleType(name)} ${object.outputs.edgeId}/${object.id}`),
];

function undeclaredOn(
  object: AccountObject,
  { name: owner, id, edge = "" }: Listed,
  managed: readonly Managed[],
  managers: ReadonlyMap<string, unknown>,
): Listed[] {
  const isDeclared = (name: string) =>
    managed.some(({ resource }) => isSet(resource.inputs[name])) || managers.has(`${moduleType(name)} ${edge}/${id}`);
  const names = modulesOf(object).filter((name) => !isDeclared(name));
  return names.map((name) => {
    const kind = moduleType(name) ?? `${object.definition.type}.${name}`;
    return { kind, name: `${name} of ${owner}`, id: `${edge}/${id}`, edge, state: "undeclared", managedBy: [] };
  });
}

/** What stacks have and the account does not. A module that the program switches off may be shown as none. */
function missingOf(managed: readonly Managed[], unreadable: readonly string[]): Listed[] {
  const [first] = managed;
  if (!first) return [];
  const { type, name, id, inputs } = first.resource;
  const isOfUnreadable = unreadable.includes(`${httpsEdgeRoute.type} ${inputs.routeId}`);
  if (inputs.enabled === false || isOfUnreadable) return [];
  const edge = type === httpsEdgeRoute.type ? { edge: String(inputs.edgeId) } : {};
  return [{ kind: type, name, id, ...edge, state: "missing", managedBy: managed.map(({ label }) => label) }];
}

function described(object: AccountObject): Omit<Listed, "managedBy" | "state"> {
  const { definition, id, outputs } = object;
  const { createdAt, edgeId } = outputs;
  return {
    kind: definition.type,
    name: displayName(object),
    id,
    ...(definition === httpsEdgeRoute && { edge: String(edgeId) }),
    ...(typeof createdAt === "string" && { createdAt }),
    ...(definition.type === agentIngress.type && { certificate: certificateState(outputs) }),
  };
}

/** What people know an object by: what identifies it to its clients, else its description. */
export function displayName({ definition, id, outputs }: AccountObject): string {
  const identity = (definition.kind === "collection" && definition.identity) || [];
  const known = identity.length > 0 ? identity.at(-1) : "description";
  const name = outputs[known ?? ""];
  return typeof name === "string" && name !== "" ? name : id;
}

function certificateState({ certificateManagementPolicy, certificateManagementStatus }: Values): string {
  if (!isSet(certificateManagementPolicy)) return "not managed";
  const { provisioningJob, renewsAt } = (certificateManagementStatus ?? {}) as NonNullable<
    AgentIngressOutputs["certificateManagementStatus"]
  >;
  if (provisioningJob) return provisioningJob.errorCode ?? "provisioning";
  return renewsAt === undefined ? "managed" : `renews ${renewsAt.slice(0, 10)}`;
}
