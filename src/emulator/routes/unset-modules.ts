import { notFound } from "../errors";
import type { ModuleDefinition } from "../schemas/modules";
import type { Caller } from "../state";
import type { Wire } from "../wire";

/** What the GET of a module that is not configured answers, as the option `unsetModule` says. */
export function unsetAnswer(definition: ModuleDefinition, { state }: Caller): Wire | null {
  const behaviour = state.options.unsetModule;
  if (behaviour === "404") throw notFound("the module");
  if (behaviour === "null") return null;
  if (behaviour === "empty") return {};
  const members = Object.keys(definition.read.shape).map((member) => [member, null]);
  return { ...Object.fromEntries(members), enabled: false };
}

/** Refuses the DELETE of a module that is not configured, unless the option `deleteUnsetModule` allows it. */
export function refuseUnsetDelete(isSet: boolean, { state }: Caller): void {
  if (!isSet && state.options.deleteUnsetModule === "404") throw notFound("the module");
}
