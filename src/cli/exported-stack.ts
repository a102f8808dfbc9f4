import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { decodedText, unreadable } from "./input";
import { gistOf, pulumi } from "./pulumi";

/**
 * The export of a stack: the content of a file of this name, if it exists, else the output of `pulumi stack export`, with
 * secrets decrypted. Errors show nothing of it.
 *
 * @param cwd The folder of the Pulumi project, and of the file.
 */
export async function exportedStack(stack: string, cwd: string): Promise<string> {
  if (!(await isStackFile(stack, cwd))) return askPulumi(stack, cwd);
  return readFile(resolve(cwd, stack)).then(decodedText, (error) => fail(unreadable(stack, error)));
}

/** Whether a file has the name. */
export const isStackFile = (stack: string, cwd: string): Promise<boolean> =>
  stat(resolve(cwd, stack)).then(
    (found) => found.isFile(),
    () => false,
  );

async function askPulumi(stack: string, cwd: string): Promise<string> {
  const ended = await pulumi(["stack", "export", "--show-secrets", "--stack", stack], { cwd }).catch((error: Error) =>
    fail(`cannot read ${stack}: ${error.message}`),
  );
  if (ended.code === 0) return ended.stdout;
  const gist = gistOf({ stderr: ended.stderr });
  const advice = /no stack named/.test(gist) ? "" : "; -C names the folder of the Pulumi project";
  return fail(`cannot read ${stack}: not a file, and \`pulumi stack export\` failed: ${gist}${advice}`);
}

function fail(message: string): never {
  throw new Error(message);
}
