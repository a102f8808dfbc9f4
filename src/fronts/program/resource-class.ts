import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../../core/schema/definition";
import { isObject } from "../../core/schema/values";
import { prepareArguments } from "./arguments";
import { recordDeclaredModules } from "./declared-modules";
import { warnOfPlaintextKey } from "./messages";
import { createRegistration, typeToken, usesPlugin } from "./registration";
import { completeStack, shortenStacks } from "./short-stacks";

/** The arguments and outputs of a resource, each as an `Output`. */
export type Properties<Args, Outputs> = {
  readonly [K in keyof (Args & Outputs)]-?: pulumi.Output<pulumi.Unwrap<(Args & Outputs)[K]>>;
};

/** The arguments and options of a resource in a program. */
export interface ArgsAndOptions<Args> {
  readonly args: Args;
  readonly opts: pulumi.CustomResourceOptions;
}

/** A resource in a program. */
export type Instance<Args, Outputs> = pulumi.CustomResource & Properties<Args, Outputs>;

/** A class of resources. `Accepted` are other forms of the arguments, which the class converts to `Args`. */
export interface ResourceClass<Args, Outputs, Accepted = Args> {
  /** The type token, by which policies and the engine know its resources. */
  readonly __pulumiType: string;

  /** True if a value is a resource of this class, also one that another copy of this package made. */
  isInstance(value: unknown): value is Instance<Args, Outputs>;

  /**
   * @param name The resource's name, unique among its type in the stack.
   * @param args Its arguments.
   * @param opts Pulumi's options; `provider` for another account than the stack's. `import` is for the
   * plugin; for dynamic resources, `edge-ingress import` imports objects.
   */
  new (name: string, args: Accepted, opts?: pulumi.CustomResourceOptions): Instance<Args, Outputs>;

  /**
   * Looks up an object that this program does not manage. Sends a request in previews, too. Fails if the object does not exist.
   *
   * @param id The object's id.
   * @param state Arguments that the lookup cannot find out: the ids in the path of the object, such as `edgeId` of a route, and
   *   secrets that the API masks. The id of a module contains the ids in its path.
   */
  get<T>(
    this: new (
      name: string,
      args: Accepted,
      opts?: pulumi.CustomResourceOptions,
    ) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state?: Partial<Args>,
    opts?: pulumi.CustomResourceOptions,
  ): T;
}

const declaredResources = new WeakSet<pulumi.Resource>();

/** True if the program declares a resource, and does not only look it up. */
export const isDeclared = (resource: pulumi.Resource): boolean => declaredResources.has(resource);

/** Creates the class of a resource. `resolve` brings other forms of arguments into the form of the table. */
export function resourceClass<Args extends object, Outputs, Accepted extends object = Args>(
  definition: Definition,
  resolve: (name: string, declared: ArgsAndOptions<Accepted>) => ArgsAndOptions<object> = (
    _,
    declared,
  ) => declared,
): ResourceClass<Args, Outputs, Accepted> {
  const { type, fields } = definition;

  class EdgeIngressResource extends pulumi.CustomResource {
    static get __pulumiType(): string {
      return typeToken(definition);
    }

    constructor(name: string, declaredArgs: Accepted, options: pulumi.CustomResourceOptions = {}) {
      warnOfPlaintextKey();
      const resourceName = `${type} '${name}'`;
      refuseImport(options, resourceName);
      const { args, opts } = resolve(resourceName, { args: declaredArgs, opts: options });
      const prepared = prepareArguments(fields, args, resourceName);
      const isLookUp = opts.id !== undefined;
      const registration = createRegistration(definition, {
        name,
        declared: args,
        args: prepared,
        opts,
      });
      // The SDK creates an output for each key of the properties, and for no other.
      const keys = Object.fromEntries(Object.keys(fields).map((key) => [key, undefined]));
      const props = { ...keys, ...registration.props };
      const restore = shortenStacks();
      try {
        super(registration.token, name, props, registration.opts);
      } catch (error) {
        // Restored before `completeStack`, which takes a stack itself.
        restore();
        completeStack(error);
        throw error;
      } finally {
        restore();
      }
      if (isLookUp) return;
      declaredResources.add(this);
      recordDeclaredModules(definition, this, name, { args: prepared, opts });
    }

    static override isInstance(value: unknown): value is EdgeIngressResource {
      return isOfType(definition, value);
    }

    static get(
      name: string,
      id: pulumi.Input<pulumi.ID>,
      state = {} as Accepted,
      opts?: pulumi.CustomResourceOptions,
    ) {
      return new this(name, state, { ...opts, id });
    }
  }
  return EdgeIngressResource as unknown as ResourceClass<Args, Outputs, Accepted>;
}

/** True if a value is a resource of a type. The type is compared by its name, because several copies of the package may be loaded. */
export const isOfType = (
  { token, pluginToken }: Pick<Definition, "token" | "pluginToken">,
  value: unknown,
): boolean =>
  isObject(value) && (value.__pulumiType === token || value.__pulumiType === pluginToken);

/** Refuses the option `import` for dynamic resources: the engine would read the object without the provider's text. */
function refuseImport(opts: pulumi.CustomResourceOptions, resource: string): void {
  if (opts.import === undefined || usesPlugin()) return;
  // A program runs in a project that has the package installed, so npx finds the command there.
  throw new pulumi.RunError(
    `${resource}: the option import is not supported for dynamic resources; remove it, and import the object with ` +
      "`npx edge-ingress import --form dynamic --include ID`; `--help` describes the command",
  );
}
