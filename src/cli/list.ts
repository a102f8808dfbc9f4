import type { Command } from "commander";
import type { List } from "../account/list-formats";
import type { ListedState } from "../account/listing";
import { type AccountFlags, namedIn, withAccountOptions } from "./account-options";
import { formatOption, newCommand, repeatable, withFolderOption } from "./command";
import { exportedStack, isStackFile } from "./exported-stack";
import { endWith } from "./report-command";

const formats = {
  table: async (list: List) => (await import("../account/list-formats.js")).listTable(list, new Date()),
  json: async (list: List) => (await import("../account/list-formats.js")).listJson(list),
  sarif: async (list: List, semanticVersion: string) =>
    (await import("../account/list-formats.js")).listSarif(list, { name: "edge-ingress list", semanticVersion }),
  junit: async (list: List) => (await import("../account/list-formats.js")).listJunit(list),
};

interface Flags extends AccountFlags {
  readonly stack: readonly string[];
  readonly unmanaged?: true;
  readonly missing?: true;
  readonly otherAccount?: true;
  readonly format: keyof typeof formats;
  readonly json?: true;
}

const HELP = `
The list shows objects that a stack manages, objects that no given stack manages, objects of a stack that are missing in the
account, and modules on managed routes that no stack declares. The edges and routes of the stacks are looked at, too.

The API key and the base URL come from the config of the first stack that --stack names, else from EDGE_INGRESS_API_KEY and
EDGE_INGRESS_BASE_URL: so it is for a file, and for ORGANIZATION/PROJECT/STACK outside a project. The command sends GET
requests alone.

Exit codes: 0; 1 if --unmanaged or --missing finds something; 2 if the account or a stack cannot be read.

  edge-ingress list --stack prod --stack staging --unmanaged --missing --format junit
`;

/** `edge-ingress list`: what an account contains, and which stacks manage it. */
export const listCommand = (version: string): Command =>
  withFolderOption(withAccountOptions(newCommand("list")))
    .description("List the objects of an account, and the stacks that manage them.")
    .addOption(repeatable("--stack <stack>", "a stack, or a file with its export"))
    .option("--unmanaged", "list only objects that no given stack manages, and modules that none declares")
    .option("--missing", "list only objects of a stack that are missing in the account")
    .option("--other-account", "list although the account has none of the objects that a stack manages")
    .addOption(formatOption(Object.keys(formats)))
    .option("--json", "print JSON, as --format json")
    .addHelpText("after", HELP)
    .action((flags: Flags) => endWith(run(flags, version)));

async function run(flags: Flags, version: string): Promise<number> {
  const { notesOn, readAccount } = await import("../account/account.js");
  const { distinct } = await import("../account/named.js");
  const { edgesIn } = await import("../account/ids.js");
  const { keysIn, listOf } = await import("../account/listing.js");
  const { otherAccountProblem } = await import("../account/other-account.js");
  const { readExport } = await import("../insight/stack/export.js");
  const { accountReader, showProgress } = await import("./account-reader.js");
  const { stack: labels, otherAccount, json } = flags;
  const given = await namedIn(flags);
  const stacks = await Promise.all(labels.map(async (stack) => readExport(stack, await exportedStack(stack))));
  const named = distinct([...edgesIn(stacks), ...given]);
  const account = await readAccount(accountReader(await configOf(labels)), named, showProgress);
  for (const stack of otherAccount ? [] : stacks) {
    const problem = otherAccountProblem(stack.label, keysIn(stack), account.objects);
    if (problem !== undefined) throw new Error(problem);
  }
  const all = listOf(account, stacks);
  const wanted = statesOf(flags);
  const shown = all.filter(({ state }) => wanted.length === 0 || wanted.includes(state));
  // What a stack names and the account does not have is in the list.
  const missing = account.missing.filter((each) => given.includes(each));
  const notes = notesOn({ ...account, missing }, named);
  const format = json ? "json" : flags.format;
  console.log(await formats[format]({ all, shown, notes }, version));
  if (format !== "json") for (const note of notes) console.error(`note: ${note}`);
  return wanted.length > 0 && shown.length > 0 ? 1 : 0;
}

const statesOf = ({ unmanaged, missing }: Flags): ListedState[] => [
  ...(unmanaged ? (["unmanaged", "undeclared"] as const) : []),
  ...(missing ? (["missing"] as const) : []),
];

/** The config of the first stack that is not a file; a stack of a project elsewhere has none here. */
async function configOf(stacks: readonly string[]) {
  const { readStackConfig } = await import("./stack-config.js");
  for (const stack of stacks) {
    if (await isStackFile(stack)) continue;
    return readStackConfig(stack, { cwd: "." }).catch((error: Error) => {
      if (/no Pulumi.yaml project file found/.test(error.message)) return new Map();
      throw error;
    });
  }
  return new Map();
}
