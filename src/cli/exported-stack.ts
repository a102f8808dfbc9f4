import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { decodedText, unreadable } from "./input";

/**
 * The export of a stack: the content of a file of this name, if it exists, else the output of `pulumi stack export`, with
 * secrets decrypted. Errors show nothing of it.
 *
 * @param cwd The folder of the Pulumi project, and of the file.
 */
export async function exportedStack(stack: string, cwd: string): Promise<string> {
  const file = resolve(cwd, stack);
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? readFile(file).then(decodedText, (error) => fail(unreadable(stack, error))) : askPulumi(stack, cwd);
}

async function askPulumi(stack: string, cwd: string): Promise<string> {
  const args = ["stack", "export", "--show-secrets", "--stack", stack, "--non-interactive", "--color=never"];
  const child = spawn("pulumi", args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [printed, complaints] = [collected(child.stdout), collected(child.stderr)];
  const [code] = await once(child, "close").catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === "ENOENT" ? "the Pulumi CLI is not on the PATH, or the folder does not exist" : error.message;
    return fail(`cannot read ${stack}: ${reason}`);
  });
  if (code === 0) return printed();
  const gist = gistOf(complaints());
  return fail(`cannot read ${stack}: not a file, and \`pulumi stack export\` failed: ${gist}`);
}

function fail(message: string): never {
  throw new Error(message);
}

/** Gives what a stream has carried so far. */
function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}

/** The CLI's errors, without its warnings and the empty lines between them. */
function gistOf(complaints: string): string {
  const lines = complaints.split("\n").map((line) => line.trim());
  const errors = lines.filter((line) => line.startsWith("error:")).map((line) => line.slice("error:".length).trim());
  return (errors.length > 0 ? errors : lines.filter((line) => line !== "")).join("; ") || "no error output";
}
