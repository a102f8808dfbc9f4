import type { Ingress } from "../insight/ingress/ingress";
import type { StackOrPreview } from "../insight/review/read";
import { exportedStack } from "./exported-stack";
import { decodedInput, readFrom } from "./input";

const AWAITED = "the output of `pulumi stack export`, or of `pulumi preview --json --show-sames`";

/** Which stacks a command reads: those of these names, and those in files; without either, standard input. */
export interface Sources {
  readonly stacks: readonly string[];
  readonly files: readonly string[];
}

/** The ingress of each stack: as an export has it, or as a preview shows it after the change. */
export async function ingressesOf(sources: Sources): Promise<readonly Ingress[]> {
  const { readIngress } = await import("../insight/review/read.js");
  return eachOf(sources, readIngress);
}

/** Each stack as an export has it, or with the change of a preview. */
export async function stacksOrPreviewsOf(sources: Sources): Promise<readonly StackOrPreview[]> {
  const { readStackOrPreview } = await import("../insight/review/read.js");
  return eachOf(sources, readStackOrPreview);
}

async function eachOf<T>({ stacks, files }: Sources, read: (label: string, text: string) => T): Promise<readonly T[]> {
  const named = stacks.map(async (stack) => read(stack, await exportedStack(stack)));
  const input = stacks.length + files.length === 0 ? [read("standard input", await decodedInput(AWAITED))] : [];
  const given = files.map((file) => readFrom(file, (text) => read(file, text)));
  return [...(await Promise.all(named)), ...given, ...input];
}
