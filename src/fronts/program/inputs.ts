import * as pulumi from "@pulumi/pulumi";
import { isObject, type Values } from "../../core/schema/values";

/** True if the value of an input is known only later, in an `apply`. */
export const isOutputOrPromise = (
  input: unknown,
): input is pulumi.Output<unknown> | Promise<unknown> =>
  pulumi.Output.isInstance(input) || input instanceof Promise;

/** @throws {pulumi.RunError} if the arguments of a resource or provider are not an object. */
export function requireArguments(args: unknown, owner: string): asserts args is Values {
  if (!isObject(args))
    throw new pulumi.RunError(`${owner}: the arguments must be an object, after the name`);
}
