import type { Values } from "../../core/schema/values";
import { isImport, isReplacement, type Operation } from "../engine/operations";
import type { Preview, Step } from "../engine/preview";
import { recordedValues } from "../engine/resource";
import type { Arguments } from "../ingress/arguments";
import type { ResourceVersion } from "../ingress/versions";
import type { Providers } from "./providers";
import {
  isRetained,
  type Removal,
  type RetainReason,
  removalOf,
  staysWithRoute,
} from "./retention";

/** A resource before or after a change, and what the engine does to it. */
export interface ChangedVersion extends ResourceVersion {
  readonly step: Step;
  /** What the provider does to the object if the program removes it. Only a version before the change has it. */
  readonly removal?: Removal;
  /** The reason why the object stays on the server although the program removes it. Only a version after the change has it. */
  readonly retainedBy?: RetainReason;
}

/** The resources of a preview on one side of the change. If the engine replaces a resource, its last step counts. */
export type Versions = readonly ChangedVersion[];

/** The resources of the package before the change. */
export const versionsBefore = ({ steps }: Preview, providers: Providers): Versions =>
  steps.flatMap((step) => {
    const { before } = step;
    if (!before?.isIngress) return [];
    return [
      {
        resource: before,
        values: recordedValues(before),
        step,
        removal: removalOf(step, providers),
      },
    ];
  });

/** The resources of the package after the change, and those that stay on the server although the program removes them. */
export const versionsAfter = ({ steps }: Preview, providers: Providers): Versions =>
  steps.flatMap((step) => retainedVersion(step, providers) ?? declaredVersion(step) ?? []);

function retainedVersion(step: Step, providers: Providers): ChangedVersion | undefined {
  const { op, before } = step;
  if (!before || (op !== "delete" && op !== "read")) return undefined;
  const removal = removalOf(step, providers);
  if (!isRetained(removal)) return undefined;
  const { retainedBy } = removal;
  return { resource: before, values: recordedValues(before), step, retainedBy };
}

function declaredVersion(step: Step): ChangedVersion | undefined {
  const { after } = step;
  return after?.isIngress ? { resource: after, values: valuesAfter(step), step } : undefined;
}

/** The values after a step. A refresh shows the object as the server has it, not as the program declares it. */
function valuesAfter({ op, before, after }: Step): Values {
  if (op === "refresh") return after?.outputs ?? {};
  // Both sides of an unchanged resource are read from the same values: inputs may mark as secret what the outputs show, which
  // would look like a change.
  return op === "same" && before ? recordedValues(before) : (after?.inputs ?? {});
}

/** Finds what the engine does to the resource that declares arguments. */
export class Operations {
  readonly #versions: ReadonlyMap<string, ChangedVersion>;
  readonly #isDestroy: boolean;

  constructor(versions: Versions, isDestroy: boolean) {
    this.#versions = new Map(versions.map((version) => [version.resource.urn, version]));
    this.#isDestroy = isDestroy;
  }

  /** The paths that the engine found different, below the prefix of the arguments. */
  reportedPaths(args: Arguments): string[] {
    const { prefix } = args.declaration;
    const changed = this.#of(args)?.step.changed ?? [];
    if (prefix === "") return [...changed];
    const below = `${prefix}.`;
    return changed
      .filter((path) => path === prefix || path.startsWith(below))
      .map((path) => path.slice(below.length));
  }

  isReplaced = (args: Arguments | undefined): boolean => this.#stepMatches(args, isReplacement);

  isImported = (args: Arguments | undefined): boolean => this.#stepMatches(args, isImport);

  retainedBy = (args: Arguments | undefined): RetainReason | undefined =>
    this.#of(args)?.retainedBy;

  removal = (args: Arguments | undefined): Removal => this.#of(args)?.removal ?? "delete";

  staysWithRoute(args: Arguments): boolean {
    const version = this.#of(args);
    return version !== undefined && staysWithRoute(version.resource, this.#isDestroy);
  }

  #stepMatches(args: Arguments | undefined, matches: (operation: Operation) => boolean): boolean {
    const version = this.#of(args);
    return version !== undefined && matches(version.step.op);
  }

  #of(args: Arguments | undefined): ChangedVersion | undefined {
    return args && this.#versions.get(args.declaration.urn);
  }
}
