import type { Diff } from "../schema/diff";
import { isSet, type Values } from "../schema/values";
import { visits } from "../schema/walk";
import type { Call } from "./call";

/**
 * Returns the difference of equal values if the program marks more values as secrets than before. The engine encrypts the outputs
 * of a resource only in an update. Without drift, that update changes nothing on the service. The difference has no details: details name values
 * that change, and the review would take a hidden value for a changed one.
 */
export function diffForEncryption(call: Call, difference: Diff, outputs: Values): Diff {
  const paths = findPlaintextPaths(call, outputs);
  if (paths.length === 0) return difference;
  const text = `the state has ${paths.join(", ")} in plaintext, and the program now marks that as a secret: this update encrypts it`;
  call.log({ severity: "info", text });
  return { ...difference, changed: [...new Set(paths.map(argumentName))], isHidden: true };
}

/** Finds values that the program marks as secrets, and that the state has in plaintext. */
function findPlaintextPaths({ newlyMarkedPaths, resource }: Call, outputs: Values): string[] {
  if (newlyMarkedPaths.length === 0) return [];
  return visits(resource.definition.fields, outputs)
    .filter(({ path, value }) => isSet(value) && newlyMarkedPaths.includes(path))
    .map(({ path }) => path);
}

/** Returns the first name of a path. */
const argumentName = (path: string): string => path.replace(/[.[].*/s, "");
