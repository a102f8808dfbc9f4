import { type AgentIngressOutputs, agentIngress } from "../core/definitions/agent-ingress";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { routeModules } from "../core/definitions/modules";
import { isObject, isSet, type Values } from "../core/schema/values";
import type { StackState } from "../insight/engine/export";
import type { StackResource } from "../insight/engine/resource";
import {
  type Account,
  type AccountObject,
  displayName,
  keyOf,
  moduleDefinitions,
  objectKey,
} from "./account";

export const listedStates = ["managed", "unmanaged", "missing", "undeclared"] as const;

/**
 * The relation of an object to the stacks. `managed`: a stack manages the object. `unmanaged`: no stack manages it. `missing`: a
 * stack contains the object, and the account does not. `undeclared`: the object is a module on an object that a stack manages, and
 * no stack declares the module.
 */
export type ListedState = (typeof listedStates)[number];

/** An object of the account or of a stack in a list. */
export interface ListedObject {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  /** The edge of a route. */
  readonly edge?: string;
  readonly createdAt?: string;
  /** The state of an agent ingress's certificate. */
  readonly certificate?: string;
  readonly state: ListedState;
  /** Labels of the stacks that manage the object. */
  readonly managedBy: readonly string[];
}

/** The members of a listed object that do not depend on stacks. */
type Description = Omit<ListedObject, "state" | "managedBy">;

/** A module that is configured on a route. */
interface ModuleOnRoute {
  readonly description: Description;
  /** The argument of the route that configures the module. */
  readonly argument: string;
}

/** A resource of a stack, with the label of the stack. */
type Manager = StackResource & { readonly label: string };

/** Resources that manage objects, by the keys of the objects. */
type Managers = ReadonlyMap<string, readonly Manager[]>;

/**
 * Lists the objects of an account with the modules that no stack declares, and the objects of the stacks that the account does not
 * contain.
 *
 * @param otherAccounts Resources of other accounts. Such an object is never missing.
 */
export function listObjects(
  { objects, skipped }: Account,
  stacks: readonly StackState[],
  otherAccounts: readonly StackResource[] = [],
): ListedObject[] {
  const managers = findManagers(stacks);
  const unreadable = new Set(skipped.map(({ type, id }) => keyOf(type, id)));
  // The account contains an object that is known, so that the object is not missing.
  const known = new Set(unreadable);
  const listed: ListedObject[] = [];
  for (const object of objects) {
    const description = describe(object);
    const managedBy = labels(managers.get(objectKey(object)));
    const state = managedBy.length > 0 ? "managed" : "unmanaged";
    listed.push({ ...description, state, managedBy });
    known.add(objectKey(object));
    for (const module of modulesOnRoute(object, description)) {
      if (isUndeclared(module, object, managers))
        listed.push({ ...module.description, state: "undeclared", managedBy: [] });
      known.add(descriptionKey(module.description));
    }
  }
  const otherUrns = new Set(otherAccounts.map(({ urn }) => urn));
  for (const [key, resources] of managers) {
    if (!known.has(key) && isMissing(resources, unreadable, otherUrns))
      listed.push(missingObject(resources));
  }
  return listed;
}

function findManagers(stacks: readonly StackState[]): Managers {
  const resources = stacks.flatMap((stack) =>
    stack.resources.map((resource): Manager => ({ ...resource, label: stack.label })),
  );
  const managing = resources.filter(({ isIngress, id }) => isIngress && id !== "");
  return Map.groupBy(managing, ({ type, id }) => keyOf(type, id));
}

/** The labels of the stacks that contain resources. A stack can contain an object more than once. */
const labels = (managers: readonly Manager[] = []): string[] => [
  ...new Set(managers.map(({ label }) => label)),
];

const descriptionKey = ({ kind, id }: Description): string => keyOf(kind, id);

function describe(object: AccountObject): Description {
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

/** The modules of a route, whether the route or a resource of its own configures them. */
function modulesOnRoute(
  { definition, id, outputs }: AccountObject,
  { name }: Description,
): ModuleOnRoute[] {
  if (definition !== httpsEdgeRoute) return [];
  const edge = String(outputs.edgeId);
  // Some services return a module that nobody has configured as disabled.
  const isOn = (module: unknown) => isObject(module) && module.enabled !== false;
  const configured = Object.keys(routeModules).filter((argument) => isOn(outputs[argument]));
  return configured.map((argument) => {
    const resource = moduleDefinitions.find(({ module }) => module === argument);
    const kind = resource?.type ?? `${definition.type}.${argument}`;
    const description = { kind, id: `${edge}/${id}`, name: `${argument} of ${name}`, edge };
    return { description, argument };
  });
}

/**
 * Checks whether a stack manages the route, and no stack declares the module, as a resource or as
 * an argument of the route.
 */
function isUndeclared(
  { description, argument }: ModuleOnRoute,
  route: AccountObject,
  managers: Managers,
): boolean {
  const routeManagers = managers.get(objectKey(route)) ?? [];
  if (routeManagers.length === 0 || managers.has(descriptionKey(description))) return false;
  return !routeManagers.some(({ inputs }) => isSet(inputs[argument]));
}

/**
 * Checks whether the account should contain an object that a stack manages. The caller knows that
 * the account does not contain it.
 */
function isMissing(
  managers: readonly Manager[],
  unreadable: ReadonlySet<string>,
  otherUrns: ReadonlySet<string>,
): boolean {
  const [first] = managers;
  // Some services return a disabled module like a module that does not exist.
  if (!first || first.inputs.enabled === false) return false;
  if (managers.every(({ urn }) => otherUrns.has(urn))) return false;
  return !unreadable.has(keyOf(httpsEdgeRoute.type, String(first.inputs.routeId)));
}

function missingObject(managers: readonly Manager[]): ListedObject {
  const [{ type, name, id, inputs }] = managers as readonly [Manager];
  const managedBy = labels(managers);
  if (type !== httpsEdgeRoute.type) return { kind: type, name, id, state: "missing", managedBy };
  return { kind: type, name, id, edge: String(inputs.edgeId), state: "missing", managedBy };
}

/** The keys of the objects that a stack manages. */
export function managedKeys({ resources }: Pick<StackState, "resources">): string[] {
  return resources.filter(({ isIngress }) => isIngress).map(({ type, id }) => keyOf(type, id));
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
