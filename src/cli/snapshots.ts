import type { Snapshot } from "../insight/ingress/snapshot";
import type { Preview } from "../insight/stack/preview";
import { exportedStack } from "./exported-stack";
import { decodedInput, readFrom } from "./input";

const AWAITED = "the output of `pulumi stack export`, or of `pulumi preview --json --show-sames`";

/** Which stacks a command reads: those of these names, and those in files; without either, standard input. */
export interface Sources {
  readonly stacks: readonly string[];
  readonly files: readonly string[];
}

/** The ingress of each stack: as an export has it, or as a preview shows it after the change. */
export async function snapshotsOf(sources: Sources): Promise<readonly Snapshot[]> {
  const { snapshotOf } = await import("../insight/ingress/snapshot.js");
  return (await previewsOf(sources)).map(snapshotOf);
}

/** Each stack as a preview: an export is one that changes nothing. */
export async function previewsOf({ stacks, files }: Sources): Promise<readonly Preview[]> {
  const { readEither } = await import("../insight/stack/either.js");
  const named = stacks.map(async (stack) => readEither(stack, await exportedStack(stack)));
  const input = stacks.length + files.length === 0 ? [readEither("standard input", await decodedInput(AWAITED))] : [];
  const given = files.map((file) => readFrom(file, (text) => readEither(file, text)));
  return [...(await Promise.all(named)), ...given, ...input];
}
