import * as pulumi from "@pulumi/pulumi";
import { isPlainObject } from "./plain-object";

/** Whether there is an output or promise anywhere in a value, which may hold a secret. */
export const mayBeSecret = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) || value instanceof Promise || membersOf(value).some(mayBeSecret);

/** Whether anything in a value is a secret. Makes no output of its own: nobody would hear of the failure that it may hold. */
export async function isSecret(value: unknown): Promise<boolean> {
  if (pulumi.Output.isInstance(value)) return pulumi.isSecret(value);
  if (value instanceof Promise) return isSecret(await value);
  return (await Promise.all(membersOf(value).map(isSecret))).includes(true);
}

const membersOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return isPlainObject(value) ? Object.values(value) : [];
};
