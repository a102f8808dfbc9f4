import { readFile, stat } from "node:fs/promises";
import { decodedText, unreadable } from "./input";
import { gistOf, pulumi } from "./pulumi";

/**
 * The export of a stack: the content of a file of this name, if it exists, else the output of `pulumi stack export`, with
 * secrets decrypted. Errors show nothing of it.
 */
export async function exportedStack(stack: string): Promise<string> {
  if (!(await isStackFile(stack))) return askPulumi(stack);
  return readFile(stack).then(decodedText, (error) => fail(unreadable(stack, error)));
}

/** Whether a file has the name. */
export const isStackFile = (stack: string): Promise<boolean> =>
  stat(stack).then(
    (found) => found.isFile(),
    () => false,
  );

async function askPulumi(stack: string): Promise<string> {
  const ended = await pulumi(["stack", "export", "--show-secrets", "--stack", stack], { cwd: "." }).catch(
    (error: Error) => fail(`cannot read ${stack}: ${error.message}`),
  );
  if (ended.code === 0) return ended.stdout;
  const gist = gistOf({ stderr: ended.stderr });
  const advice = /no stack named/.test(gist)
    ? ""
    : "; name the folder of the Pulumi project with -C, or the stack as organization/project/stack";
  return fail(`cannot read ${stack}: not a file, and \`pulumi stack export\` failed: ${gist}${advice}`);
}

function fail(message: string): never {
  throw new Error(message);
}
