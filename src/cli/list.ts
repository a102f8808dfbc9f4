import type { Command } from "commander";
import { type AccountFlags, namedIn, withAccountOptions } from "./account-options";
import { newCommand, repeatable, withFolderOption } from "./command";
import { exportedStack, isStackFile } from "./exported-stack";
import { endWith } from "./report-command";

interface Flags extends AccountFlags {
  readonly stack: readonly string[];
  readonly unmanaged?: true;
  readonly json?: true;
}

const HELP = `
The API key and the base URL come from the config of the first stack that --stack names, else from EDGE_INGRESS_API_KEY and
EDGE_INGRESS_BASE_URL. The command sends GET requests alone.

Exit codes: 0; 1 if --unmanaged finds an object that no given stack manages; 2 if the account or a stack cannot be read.

  edge-ingress list --stack prod --stack staging --unmanaged
`;

/** `edge-ingress list`: what an account contains, and which stacks manage it. */
export const listCommand = (): Command =>
  withFolderOption(withAccountOptions(newCommand("list")))
    .description("List the objects of an account, and the stacks that manage them.")
    .addOption(repeatable("--stack <stack>", "a stack, or a file with its export"))
    .option("--unmanaged", "list only what no given stack manages")
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action((flags: Flags) => endWith(run(flags)));

async function run(flags: Flags): Promise<number> {
  const { notesOn, readAccount } = await import("../account/account.js");
  const { listJson, listOf, listTable, unmanagedOf } = await import("../account/listing.js");
  const { readExport } = await import("../insight/stack/export.js");
  const { accountReader, showProgress } = await import("./account-reader.js");
  const { stack: stacks, unmanaged, json } = flags;
  const named = await namedIn(flags);
  const states = await Promise.all(stacks.map(async (stack) => readExport(stack, await exportedStack(stack))));
  const account = await readAccount(accountReader(await configOf(stacks)), named, showProgress);
  const list = listOf(account.objects, states);
  const shown = unmanaged ? unmanagedOf(list) : list;
  const notes = notesOn(account, named);
  if (json) console.log(listJson(shown, notes));
  else {
    console.log(listTable(list, shown, new Date()));
    for (const note of notes) console.error(`note: ${note}`);
  }
  return unmanaged && shown.length > 0 ? 1 : 0;
}

/** The config of the first stack that is not a file. */
async function configOf(stacks: readonly string[]) {
  const { readStackConfig } = await import("./stack-config.js");
  for (const stack of stacks) if (!(await isStackFile(stack))) return readStackConfig(stack, { cwd: "." });
  return new Map();
}
