import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import * as edge from "pulumi-edge-ingress";
import type { Values } from "../../src/engine/values";

/** A resource class of the built package, for tests that go over all of them. */
type AnyResourceClass = new (name: string, args: Values, opts?: CustomResourceOptions) => CustomResource;

/** Declares a resource by the name of its class. */
export function declare(type: string, name: string, args: Values, opts?: CustomResourceOptions): CustomResource {
  const found = (edge as unknown as Record<string, AnyResourceClass>)[type];
  if (!found) throw new Error(`the package has no class ${type}`);
  return new found(name, args, opts);
}
