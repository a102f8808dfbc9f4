import { type Block, isInForce, isOpaque, shown, textAt } from "../ingress/blocks";
import { flawsOf } from "../ingress/lint";
import { isProtection, type ModuleName, moduleNames, modules, opaqueText } from "../ingress/modules";
import type { Modules } from "../ingress/objects";

/** What a module does, whether it is in force, and what weakens it. */
export interface ModuleDescription {
  readonly name: ModuleName;
  readonly title: string;
  readonly says: string;
  /** Whether it decides who gets in. */
  readonly isProtection: boolean;
  readonly state: "on" | "off" | "unknown";
  /** Why it keeps out less than it could. */
  readonly weaknesses: readonly string[];
  /** Class and name of the resource that declares it. */
  readonly declaredBy: string;
}

/** Describes the modules of a route or edge, in the order of the table of modules: the API's reference shows no order. */
export const descriptionsOf = (all: Modules): ModuleDescription[] =>
  moduleNames.flatMap((name) => {
    const block = all[name];
    return block ? [descriptionOf(name, block)] : [];
  });

export function descriptionOf(name: ModuleName, declared: Block): ModuleDescription {
  const block = shown(declared);
  const isUnknown = block.ownerUnknown !== undefined || isOpaque(block.values.enabled);
  return {
    ...{ name, title: modules[name].title, declaredBy: block.source.resource, isProtection: isProtection(name) },
    says: block.opaqueAs === undefined ? modules[name].describe(block) : opaqueText(block.opaqueAs),
    state: isUnknown ? "unknown" : isInForce(block) ? "on" : "off",
    weaknesses: flawsOf(name, block).map(({ effect }) => effect),
  };
}

/** The backend of a route, if it is known. */
export const backendOf = (all: Modules): string | undefined => all.backend && textAt(shown(all.backend), "backendId");
