import * as pulumi from "@pulumi/pulumi";
import type { Resource } from "../engine/resource";
import { prepareArguments } from "./arguments";
import { warnOfClearKey } from "./clear-key";
import { markedPaths } from "./marks";

/** The arguments and outputs of a resource, each as an `Output`. */
export type Properties<Args, Outputs> = {
  readonly [K in keyof (Args & Outputs)]-?: pulumi.Output<pulumi.Unwrap<(Args & Outputs)[K]>>;
};

/** A class of resources. */
export interface ResourceClass<Args, Outputs> {
  /**
   * @param name The resource's name, unique among its type in the stack.
   * @param args Its arguments.
   * @param opts Pulumi's options; `provider` for another account than the stack's.
   */
  new (
    name: string,
    args: Args,
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
      args: Args,
      opts?: pulumi.CustomResourceOptions,
    ) => T,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state?: Partial<Args>,
    opts?: pulumi.CustomResourceOptions,
  ): T;
}

/** The class of a resource: what the program constructs, and what the engine is told of it. */
export function resourceClass<Args extends object, Outputs>(resource: Resource): ResourceClass<Args, Outputs> {
  class EdgeIngressResource extends pulumi.CustomResource {
    constructor(name: string, args: Args, opts?: pulumi.CustomResourceOptions) {
      warnOfClearKey();
      const props = {
        ...placeholders(resource),
        ...prepareArguments(resource.fields, args, `${resource.type} '${name}'`),
        ...markedPaths(resource.fields, args, opts?.additionalSecretOutputs ?? []),
        __provider: providerText(resource),
      };
      super(`pulumi-nodejs:dynamic/edge-ingress:${resource.type}`, name, props, opts);
    }

    static get(name: string, id: pulumi.Input<pulumi.ID>, state = {} as Args, opts?: pulumi.CustomResourceOptions) {
      return new this(name, state, { ...opts, id });
    }
  }
  return EdgeIngressResource as unknown as ResourceClass<Args, Outputs>;
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
  'catch(e){e.stack="";if(e.code)e.message="run: npm install pulumi-edge-ingress";throw e}}';
