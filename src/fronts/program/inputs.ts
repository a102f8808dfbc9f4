import * as pulumi from "@pulumi/pulumi";

/** True if the value of an input is known only later, in an `apply`. */
export const isOutputOrPromise = (
  input: unknown,
): input is pulumi.Output<unknown> | Promise<unknown> =>
  pulumi.Output.isInstance(input) || input instanceof Promise;
