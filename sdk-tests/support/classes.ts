import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import * as edge from "pulumi-edge-ingress";
import type { Values } from "../../src/core/schema/values";

/** A resource class of the built package, for tests that go over all of them. */
interface AnyResourceClass {
  readonly __pulumiType: string;
  isInstance(value: unknown): boolean;
  new (name: string, args: Values, opts?: CustomResourceOptions): CustomResource;
}

/** A class by its name. */
export function classOf(type: string): AnyResourceClass {
  const found = (edge as unknown as Record<string, AnyResourceClass>)[type];
  if (!found) throw new Error(`the package has no class ${type}`);
  return found;
}

/** Declares a resource by the name of its class, in the form that the configuration of the running stack selects. */
export const declare = (
  type: string,
  name: string,
  args: Values,
  opts?: CustomResourceOptions,
): CustomResource => new (classOf(type))(name, args, opts);
