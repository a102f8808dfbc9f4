import * as pulumi from "@pulumi/pulumi";
import { isPlainObject } from "../../core/schema/values";

/** Whether there is an output or promise anywhere in a value, which the program may have marked as a secret. */
export const mayHoldMarked = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) || value instanceof Promise || membersOf(value).some(mayHoldMarked);

/** Whether the program has marked anything in a value as a secret. Makes no output of its own: nobody would hear of the failure that it may hold. */
export async function holdsMarked(value: unknown): Promise<boolean> {
  if (pulumi.Output.isInstance(value)) return pulumi.isSecret(value);
  if (value instanceof Promise) return holdsMarked(await value);
  return (await Promise.all(membersOf(value).map(holdsMarked))).includes(true);
}

const membersOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return isPlainObject(value) ? Object.values(value) : [];
};
