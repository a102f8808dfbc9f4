import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TypedPage } from "./typed-page";

/** The quick start, by a reader who types it. */

export const QUICK_START = join(__dirname, "../../docs/quickstart.md");

/** Creates the project and deploys it. */
export async function deployByQuickStart(reader: TypedPage): Promise<void> {
  for (const heading of ["Create the project", "Start the server", "Log in to Pulumi", "Deploy"])
    await reader.follow(heading);
}

/** Changes the program and the object, reviews a change, and destroys the stack. */
export async function finishQuickStart(reader: TypedPage): Promise<void> {
  const [, line = ""] =
    /Add `([^`]+)` below `domain`/.exec(readFileSync(QUICK_START, "utf8")) ?? [];
  await reader.edit("index.ts", /(?<=domain: .*\n)/, `  ${line}\n`);
  reader.requireTypeCheck();
  await reader.follow("Change");
  const [ingress] = await reader.local.objects();
  await reader.follow("See drift", { OBJECT: ingress?.path ?? "" });
  await reader.edit("index.ts", / {2}certificateManagementPolicy.*\n/, "");
  await reader.follow("Review a change");
  await reader.follow("Destroy");
}
