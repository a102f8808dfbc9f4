import type { Arguments } from "../ingress/arguments";
import type { DeclaredObject } from "../ingress/declared-object";
import type { OperationsOfSides } from "./resource-operations";
import type { RetainReason } from "./retention";

/** The reasons why modules stay on the server, by the names of the modules. */
export type RetainedModules = Readonly<Record<string, RetainReason>>;

/**
 * The modules that stay on the server although the program no longer declares them.
 *
 * @param objectReason The reason why the object itself stays, if the program no longer declares it.
 */
export function retainedModules(
  before: DeclaredObject,
  after: DeclaredObject,
  operations: OperationsOfSides,
  objectReason: RetainReason | undefined,
): RetainedModules {
  const reasons = Object.entries(before.modules).flatMap(([name, module]) => {
    const reason = hasOwnResource(module)
      ? reasonOfModuleResource(module, operations, objectReason)
      : reasonOfModuleArgument(module, after.args, operations);
    return reason ? [[name, reason]] : [];
  });
  return Object.fromEntries(reasons);
}

const hasOwnResource = ({ declaration }: Arguments): boolean => declaration.prefix === "";

/** A module resource stays as long as its route, if the engine or the plugin sees to it. */
const reasonOfModuleResource = (
  module: Arguments,
  operations: OperationsOfSides,
  objectReason: RetainReason | undefined,
): RetainReason | undefined =>
  operations.before.staysWithRoute(module) ? objectReason : undefined;

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
