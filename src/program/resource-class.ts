import * as pulumi from "@pulumi/pulumi";
import { inputRows } from "../engine/field";
import type { Resource } from "../engine/resource";
import { prepareArguments } from "./arguments";
import { warnOfClearKey } from "./clear-key";
import { markedPaths } from "./marks";
import { accountOf, claimModule } from "./module-conflicts";

/** The arguments and outputs of a resource, each as an `Output`. */
export type Properties<Args, Outputs> = {
  readonly [K in keyof (Args & Outputs)]-?: pulumi.Output<pulumi.Unwrap<(Args & Outputs)[K]>>;
};

/** What a program states of a resource. */
export interface Stated<Args> {
  readonly args: Args;
  readonly opts: pulumi.CustomResourceOptions;
}

/** A class of resources. `Given` are other forms of its arguments, which it brings into that of `Args`. */
export interface ResourceClass<Args, Outputs, Given = Args> {
  /**
   * @param name The resource's name, unique among its type in the stack.
   * @param args Its arguments.
   * @param opts Pulumi's options; `provider` for another account than the stack's.
   */
  new (
    name: string,
    args: Given,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.CustomResource & Properties<Args, Outputs>;

  /**
   * Looks up an object that something else manages. Sends a request in previews too; it is an error if there is none.
   *
   * @param id The object's id.
   * @param state What is known of it already; only a secret that the API masks has to come from here.
   */
  get<T>(
    this: new (
      name: string,
      args: Given,
      opts?: pulumi.CustomResourceOptions,
    ) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state?: Partial<Args>,
    opts?: pulumi.CustomResourceOptions,
  ): T;
}

const declared = new WeakSet<pulumi.Resource>();

/** Whether the program declares a resource, rather than looks it up. */
export const isDeclared = (resource: pulumi.Resource): boolean => declared.has(resource);

/** The class of a resource: what the program constructs, and what the engine is told of it. */
export function resourceClass<Args extends object, Outputs, Given extends object = Args>(
  resource: Resource,
  place: (name: string, stated: Stated<Given>) => Stated<object> = (_, stated) => stated,
): ResourceClass<Args, Outputs, Given> {
  const token = `pulumi-nodejs:dynamic/edge-ingress:${resource.type}`;
  class EdgeIngressResource extends pulumi.CustomResource {
    constructor(name: string, given: Given, options: pulumi.CustomResourceOptions = {}) {
      warnOfClearKey();
      const label = `${resource.type} '${name}'`;
      const { args, opts } = place(label, { args: given, opts: options });
      const prepared = prepareArguments(resource.fields, args, label);
      const isLookUp = opts.id !== undefined;
      const props = {
        ...placeholders(resource),
        ...(isLookUp ? prepared : claiming(resource, prepared, accountOf(token, opts), label)),
        ...markedPaths(resource.fields, args, opts.additionalSecretOutputs ?? []),
        __provider: providerText(resource),
      };
      super(token, name, props, opts);
      if (!isLookUp) declared.add(this);
    }

    static get(name: string, id: pulumi.Input<pulumi.ID>, state = {} as Given, opts?: pulumi.CustomResourceOptions) {
      return new this(name, state, { ...opts, id });
    }
  }
  return EdgeIngressResource as unknown as ResourceClass<Args, Outputs, Given>;
}

/**
 * The arguments, of which the last one in the path fails if another resource of the program asks for the same module:
 * as soon as the path is known, and before the engine hears of the resource.
 */
function claiming(resource: Resource, args: Record<string, unknown>, account: object, label: string) {
  const keys = inputRows(resource.fields).flatMap(([key, row]) => (row.inPath ? [key] : []));
  const last = keys.at(-1);
  if (last === undefined || resource.place) return args;
  const ids = Object.fromEntries(keys.map((key) => [key, args[key]]));
  const claimed = pulumi.all(ids).apply((known) => {
    for (const path of resource.modules?.(undefined, known) ?? []) claimModule(account, path, label);
    return known[last];
  });
  return { ...args, [last]: claimed };
}

/** The SDK makes an output for each key of the properties, and for no other. */
const placeholders = (resource: Resource): Record<string, undefined> =>
  Object.fromEntries(Object.keys(resource.fields).map((key) => [key, undefined]));

/**
 * Run by the engine's provider process for as long as the resource exists. Constant and short: state holds it twice. An
 * error with a code is Node's own, of a package that is not there: its stack would hide what to do.
 */
const providerText = ({ type }: Resource): string =>
  `exports.handler=()=>{try{return require("pulumi-edge-ingress/provider-v1").${type.charAt(0).toLowerCase()}${type.slice(1)}}` +
  'catch(e){e.stack="";if(e.code)e.message="install pulumi-edge-ingress in "+process.cwd();throw e}}';
