import type { ModuleParent } from "../lifecycle/module-parents";
import { ModuleOwnership } from "../lifecycle/ownership";
import type { Resource, ResourceState } from "../lifecycle/resource";
import type { Owner, RunRecords } from "../lifecycle/run-records";
import { type CollectionDefinition, type Definition, knownObjectPath, modulePaths } from "../schema/definition";
import type { Log } from "../schema/message";
import { isSet, type Values } from "../schema/values";
import { CheckedArguments } from "./checked-arguments";
import type { ResourceLabel } from "./types";

/** A call for a resource: what it records is shown by calls for others, too, which do not know its secrets. */
interface Subject {
  readonly resource: Resource;
  readonly label: ResourceLabel | undefined;
  readonly redact: (text: string) => string;
}

/** What is known from the calls of one run: which modules the running program configures. */
export class ProgramModules {
  readonly ownership: ModuleOwnership;
  private readonly checked = new CheckedArguments();

  /** Modules that were deleted with resources of their own, by calls that can tell of them. */
  private readonly removed: {
    readonly call: Pick<Subject, "redact"> & { readonly log: Log };
    readonly path: string;
    readonly isOnDeclared: boolean;
  }[] = [];

  /** Objects that this run has made, and the last parts of the paths that modules of theirs have. */
  private readonly made: { readonly log: Log; readonly parent: ModuleParent; readonly segments: readonly string[] }[] =
    [];

  /** @param engineHasProgram Asks the engine whether it runs a program. */
  constructor(
    run: RunRecords | undefined,
    private readonly engineHasProgram: () => Promise<boolean>,
  ) {
    this.ownership = new ModuleOwnership(run);
  }

  /**
   * A resource of the program is checked; gives the conflicts with others.
   *
   * @param inputs Without those whose arguments are refused.
   */
  check({ resource, label }: Subject, olds: Values, inputs: Values | undefined): string[] {
    const { definition } = resource;
    this.ownership.recordManaged(modulePaths(definition, undefined, olds));
    this.ownership.recordProgram();
    if (!inputs) return [];
    // The path of a route's modules needs an id, which only the call to compare brings.
    if (hasModules(definition)) this.checked.add(label?.urn, inputs);
    const paths = modulePaths(definition, undefined, inputs);
    return this.ownership.registerOwner(ownerOf(resource, label), paths);
  }

  /**
   * A resource is compared; gives the conflicts with others. What a refresh compares is what the last program configured,
   * and registers nothing.
   */
  compare(subject: Subject, { id, state }: ResourceState, inputs: Values): string[] {
    const { resource, label } = subject;
    const { definition } = resource;
    if (!hasModules(definition) || !this.checked.has(label?.urn, inputs)) return [];
    this.declare(subject, { id, state: inputs });
    this.ownership.recordManaged(modulePaths(definition, id, state));
    return this.ownership.registerOwner(ownerOf(resource, label), modulePaths(definition, id, inputs));
  }

  /** Modules that were arguments of an object and are no longer: a resource that has adopted one has to configure it again. */
  drop({ resource, label }: Subject, { id, state }: ResourceState, inputs: Values, changed: readonly string[]): void {
    const { definition } = resource;
    if (!hasModules(definition) || inputs.retainRemovedModules === true || !this.checked.has(label?.urn, inputs))
      return;
    const isDropped = (key: string) => changed.includes(key) && !isSet(inputs[key]);
    const arguments_ = Object.entries(state).filter(([key]) => !(key in (definition.modules ?? {})) || isDropped(key));
    for (const path of modulePaths(definition, id, Object.fromEntries(arguments_))) this.ownership.recordDropped(path);
  }

  /** Whether the object that a module belongs to gives it up in this run. */
  isDropped(resource: Resource, object: ResourceState): boolean {
    const path = singletonPathOf(resource, object);
    return path !== undefined && this.ownership.isDropped(path);
  }

  /** An object is made; its modules with it. */
  create(subject: Subject & { readonly log: Log }, object: ResourceState, inputs: Values): void {
    const { resource, label } = subject;
    const { definition } = resource;
    if (!hasModules(definition)) return;
    const parent = moduleParentOf(subject, object);
    if (parent) {
      this.ownership.parents.declare(parent);
      this.made.push({ log: subject.log, parent, segments: Object.values(definition.modules) });
    }
    this.ownership.registerOwner(ownerOf(resource, label), modulePaths(definition, object.id, inputs));
  }

  /** An object could not be made. */
  notCreated({ resource, label }: Subject, inputs: Values): void {
    if (!hasModules(resource.definition)) return;
    this.ownership.parents.notCreated(label?.urn, resource.displayName?.(inputs));
  }

  /** An object is to be replaced by another one, with these arguments. */
  replace(subject: Subject, object: ResourceState, inputs: Values): void {
    const parent = moduleParentOf(subject, object);
    if (parent) this.ownership.parents.replace(parent, moduleParentOf(subject, { id: object.id, state: inputs }));
  }

  /** An update of an object has ended. */
  updated({ resource }: Subject, object: ResourceState, isDone: boolean): void {
    const path = parentPathOf(resource, object);
    if (path !== undefined) this.ownership.parents.updated(path, isDone);
  }

  /** Whether the running program declares the object that a module belongs to. */
  isOnDeclared(resource: Resource, object: ResourceState): boolean {
    const path = singletonPathOf(resource, object);
    return path !== undefined && this.ownership.isOnDeclared(path);
  }

  /**
   * Whether a module goes with the object that it belongs to, because the running program no longer declares that object. In a
   * destroy no program runs, and what else will be deleted is not known.
   */
  async goesWithOwner(resource: Resource, object: ResourceState): Promise<boolean> {
    const [path = ""] = modulePaths(resource.definition, undefined, object.state);
    if (this.isOnDeclared(resource, object) || this.ownership.isLeftOut(path)) return false;
    return this.ownership.hasProgram() || (await this.engineHasProgram());
  }

  /** Before a resource is deleted. */
  removing(subject: Subject, object: ResourceState): void {
    const parent = moduleParentOf(subject, object);
    if (parent) this.ownership.parents.remove(parent);
    const { resource, label } = subject;
    const { type } = resource.definition;
    const path = singletonPathOf(resource, object);
    if (path === undefined) this.ownership.requireRegistered(label ? `${type} ${label.name}` : type);
    else this.ownership.requireDecided(path);
  }

  /**
   * A module resource was deleted.
   *
   * @param isOnDeclared The last program declared the object that the module belongs to.
   */
  remove(call: Subject & { readonly log: Log }, object: ResourceState, isOnDeclared: boolean): void {
    for (const path of routeModulesOf(call.resource, object)) this.removed.push({ call, path, isOnDeclared });
  }

  /**
   * Ends the run: logs each module that was deleted though its object was not, and each that a new object lacks because the run
   * leaves its resource out. Without a record that the stack had the object, the first may be as it should be, and is no warning.
   */
  end(): void {
    for (const { log, parent, segments } of this.made.splice(0)) {
      const missing = segments.filter((segment) => this.ownership.isLeftOut(`${parent.path}/${segment}`));
      if (missing.length > 0) log({ severity: "warning", text: missingText(parent.name, missing) });
    }
    const lost = this.removed.splice(0).filter(({ path }) => this.ownership.isLostByObject(path));
    for (const { call, path, isOnDeclared } of lost)
      call.log({ severity: isOnDeclared ? "warning" : "info", text: lostText(path) });
  }

  private declare(subject: Subject, object: ResourceState): void {
    const parent = moduleParentOf(subject, object);
    if (parent) this.ownership.parents.declare(parent);
  }
}

const missingText = (name: string, segments: readonly string[]): string =>
  `${name}, which this run has made, serves without ${segments.join(" and ")}: this run leaves out what configures that; ` +
  "run `pulumi up` for the whole program";

const lostText = (path: string): string =>
  `the module at ${path} was deleted, and this run has not deleted its route: if the route still exists, it serves without ` +
  "the module; to keep the module, set `protect` or `retainOnDelete` on the module resource too, or import the module again";

const ownerOf = ({ definition: { type } }: Resource, label: ResourceLabel | undefined): Owner => ({ type, ...label });

const hasModules = (
  definition: Definition,
): definition is CollectionDefinition & Required<Pick<CollectionDefinition, "modules">> =>
  definition.kind === "collection" && definition.modules !== undefined;

/** The path of a module resource. */
const singletonPathOf = ({ definition }: Resource, { state }: ResourceState): string | undefined =>
  definition.kind === "singleton" ? modulePaths(definition, undefined, state)[0] : undefined;

/** The path of a module resource of a route; none for one of an edge, and for other resources. */
const routeModulesOf = ({ definition }: Resource, { state }: ResourceState): readonly string[] =>
  definition.kind === "singleton" && definition.of.kind === "collection"
    ? modulePaths(definition, undefined, state)
    : [];

/** Where an object is that modules belong to. */
const parentPathOf = ({ definition }: Resource, { id, state }: ResourceState): string | undefined =>
  hasModules(definition) ? knownObjectPath(definition, id, state) : undefined;

function moduleParentOf({ resource, redact, label }: Subject, object: ResourceState): ModuleParent | undefined {
  const path = parentPathOf(resource, object);
  if (path === undefined) return undefined;
  const place = resource.displayName?.(object.state) ?? path;
  return { path, place, name: redact(place), urn: label?.urn };
}
