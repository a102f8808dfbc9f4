import type { Diff } from "../schema/diff";
import { isSet, type Values } from "../schema/values";
import { visits } from "../schema/walk";
import type { Call } from "./call";

/**
 * The difference of equal values of which the program has marked more as secret since the last update. The engine keeps the
 * outputs of a resource that it does not update, so an update is needed to encrypt them; it changes nothing on the service. There
 * are no details: they name values that change, and a review takes a hidden value that they name for another one.
 */
export function diffForEncryption(call: Call, difference: Diff, outputs: Values): Diff {
  const paths = findPlaintextPaths(call, outputs);
  if (paths.length === 0) return difference;
  const text = `the state has ${paths.join(", ")} in plaintext, and the program now marks that as a secret: this update encrypts it`;
  call.log({ severity: "info", text });
  return { ...difference, changed: [...new Set(paths.map(argumentName))], isHidden: true };
}

/** Paths of what the program marks as a secret, and the state has in plaintext. */
function findPlaintextPaths(
  { newlyMarkedPaths: newlyMarked, resource }: Call,
  outputs: Values,
): string[] {
  if (newlyMarked.length === 0) return [];
  return visits(resource.definition.fields, outputs).flatMap(({ path, value }) =>
    isSet(value) && newlyMarked.includes(path) ? [path] : [],
  );
}

/** The argument that a path begins with. */
const argumentName = (path: string): string => path.replace(/[.[].*/s, "");
