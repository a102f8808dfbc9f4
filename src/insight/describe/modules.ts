import { type Block, isInForce, isOpaque, shown, textAt } from "../ingress/blocks";
import { flawsOf } from "../ingress/lint";
import { isProtection, type ModuleName, moduleNames, modules, opaqueText } from "../ingress/modules";
import type { Modules } from "../ingress/objects";

export type ModuleDescription = ReturnType<typeof descriptionOf>;

/** Describes the modules of a route or edge, in the order of the table of modules: the API's reference shows no order. */
export const descriptionsOf = (all: Modules): ModuleDescription[] =>
  moduleNames.flatMap((name) => {
    const block = all[name];
    return block ? [descriptionOf(name, block)] : [];
  });

/** What a module does, whether it is in force, and what weakens it: why it keeps out less than it could. */
export function descriptionOf(name: ModuleName, declared: Block) {
  const block = shown(declared);
  const isUnknown = block.ownerUnknown !== undefined || isOpaque(block.values.enabled);
  return {
    ...{ name, title: modules[name].title, declaredBy: block.source.resource, isProtection: isProtection(name) },
    says: block.opaqueAs === undefined ? modules[name].describe(block) : opaqueText(block.opaqueAs),
    state: isUnknown ? ("unknown" as const) : isInForce(block) ? ("on" as const) : ("off" as const),
    weaknesses: flawsOf(name, block).map(({ effect }) => effect),
  };
}

/** The backend of a route, if it is known. */
export const backendOf = (all: Modules): string | undefined => all.backend && textAt(shown(all.backend), "backendId");
