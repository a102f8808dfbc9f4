import { createHash } from "node:crypto";
import { posix } from "node:path";
import { type Finding, leavesFolder } from "./finding";
import { printable } from "./text";

/** A line of a file of the repository. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** Reports on code need a file for each finding. A finding without a current line is placed in the project file. */
const PROJECT: Place = { file: "Pulumi.yaml", line: 1 };

/**
 * The place of a finding in the repository.
 *
 * @param sourceRoot The folder of the Pulumi project in the repository. Default: the root of the repository.
 */
export function placeInRepository({ line }: Finding, sourceRoot = ""): Place {
  const place = line && !line.isOld ? line : PROJECT;
  const file = posix.join(sourceRoot, place.file);
  if (leavesFolder(file)) return { ...PROJECT, file: posix.join(sourceRoot, PROJECT.file) };
  return { file, line: place.line };
}

/** A text that identifies a finding from one commit to the next. Its line would not: it moves with every change above it. */
export const identityOf = ({ rule, urn, argument }: Finding): string =>
  printable(`${rule.id} ${urn} ${argument}`);

/** A digest of the identity of a finding. */
export const fingerprintOf = (finding: Finding): string =>
  createHash("sha256").update(identityOf(finding)).digest("hex");
