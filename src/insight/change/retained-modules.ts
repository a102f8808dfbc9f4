import type { Arguments } from "../ingress/arguments";
import type { DeclaredObject } from "../ingress/declared-object";
import type { OperationsOfSides } from "./resource-operations";
import type { RetainReason } from "./retention";

/** The reasons why modules stay on the server although the program no longer declares them, by the names of the modules. */
export type RetainedModules = Readonly<Record<string, RetainReason>>;

/**
 * The modules that stay on the server although the program no longer declares them.
 *
 * @param objectRetainedBy The reason why the object itself stays, if the program no longer declares it.
 */
export function retainedModules(
  before: DeclaredObject,
  after: DeclaredObject,
  operations: OperationsOfSides,
  objectRetainedBy: RetainReason | undefined,
): RetainedModules {
  const removed = Object.entries(before.modules).filter(
    ([name]) => !Object.hasOwn(after.modules, name),
  );
  const reasons = removed.flatMap(([name, module]) => {
    const reason = isModuleResource(module)
      ? reasonOfModuleResource(module, operations, objectRetainedBy)
      : reasonOfModuleArgument(module, after.args, operations);
    return reason ? [[name, reason]] : [];
  });
  return Object.fromEntries(reasons);
}

/** True for the arguments of a module resource, and not of a module that an argument of its route configures. */
export const isModuleResource = ({ declaration }: Arguments): boolean => declaration.prefix === "";

/** A module resource stays as long as its route, if the engine or the plugin sees to it. */
const reasonOfModuleResource = (
  module: Arguments,
  operations: OperationsOfSides,
  objectRetainedBy: RetainReason | undefined,
): RetainReason | undefined =>
  operations.before.staysWithRoute(module) ? objectRetainedBy : undefined;

/** A route with `retainRemovedModules` keeps a module that its resource no longer states. A route that replaces it does not. */
function reasonOfModuleArgument(
  { declaration }: Arguments,
  route: Arguments | undefined,
  operations: OperationsOfSides,
): RetainReason | undefined {
  const isKept =
    route?.values.retainRemovedModules === true &&
    route.declaration.urn === declaration.urn &&
    !operations.after.replaces(route);
  return isKept ? "retainRemovedModules" : undefined;
}
