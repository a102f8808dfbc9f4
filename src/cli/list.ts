import { accountNotes } from "../account/account";
import { distinctNamedObjects } from "../account/ids/named-objects";
import { namedObjectsOfStacks } from "../account/ids/pulumi";
import {
  listJson,
  listJunit,
  listSarif,
  listTable,
  type ObjectList,
} from "../account/list-formats";
import { type ListedState, listObjects, managedKeys } from "../account/listing";
import { requireSameAccount, resourcesOfOtherAccounts } from "../account/other-accounts";
import { readExport, type StackState } from "../insight/engine/export";
import type { StackResource } from "../insight/engine/resource";
import { count, printable } from "../insight/report/text";
import {
  accountConfig,
  accountOptions,
  accountSettings,
  readAccountVerbosely,
  readNamedObjects,
  stackConfigs,
} from "./account";
import {
  cwdOption,
  type FlagsOf,
  flagOption,
  formatOption,
  repeatableOption,
  sourceRootOption,
} from "./command";
import { exportedStack } from "./stack";

/** What SARIF depends on besides the list. */
interface Printing {
  readonly version: string;
  readonly sourceRoot?: string | undefined;
}

export const formats = {
  table: (list: ObjectList) => listTable(list, new Date()),
  json: listJson,
  sarif: (list: ObjectList, { version: semanticVersion, sourceRoot: folder }: Printing) =>
    listSarif(list, { name: "edge-ingress list", semanticVersion, sourceRoot: folder }),
  junit: listJunit,
};

export const options = {
  ...accountOptions,
  cwdOption,
  stack: repeatableOption("<stack>", "a stack, or a file with its export"),
  unmanaged: flagOption(
    "list only objects that no given stack manages, and modules that none declares",
  ),
  missing: flagOption("list only objects of a stack that are missing in the account"),
  otherAccount: flagOption(
    "list although the account has none of the objects that a stack manages",
  ),
  format: formatOption(formats),
  sourceRootOption,
  json: flagOption("print JSON, as --format json"),
};

export const help = `
The list shows objects that a stack manages, objects that no given stack manages, objects of a stack that are missing in the
account, and modules on managed routes that no stack declares. The edges and routes of the stacks are looked at, too.

The API key and the base URL come from the config of the first stack that --stack names, else from EDGE_INGRESS_API_KEY and
EDGE_INGRESS_BASE_URL: so it is for a file, and for ORGANIZATION/PROJECT/STACK outside a project. Without --stack, if one of these
variables is not set, they come from the stack that is selected in the project. The command sends GET requests alone.

Exit codes: 0; 1 if --unmanaged or --missing finds something; 2 if the account or a stack cannot be read.

  edge-ingress list --stack prod --stack staging --unmanaged --missing --format junit
`;

/** `edge-ingress list`: what an account contains, and which stacks manage it. */
export async function run(flags: FlagsOf<typeof options>, version: string): Promise<number> {
  const given = readNamedObjects(flags);
  const stacks = await Promise.all(
    flags.stack.map(async (each) => readExport(each, await exportedStack(each))),
  );
  const named = distinctNamedObjects([...namedObjectsOfStacks(stacks), ...given]);
  const configs = await stackConfigs(flags.stack);
  const config = await accountConfig(flags.stack, configs);
  const account = await readAccountVerbosely(named, config);
  const elsewhere = stacks.map((stack, index) => {
    const own = configs[index];
    const sources = { environment: accountSettings(), ...(own && { stack: accountSettings(own) }) };
    return { stack, resources: resourcesOfOtherAccounts(stack, accountSettings(config), sources) };
  });
  for (const { stack, resources } of flags.otherAccount ? [] : elsewhere) {
    const own = stack.resources.filter((each) => !resources.includes(each));
    requireSameAccount(stack.label, managedKeys({ resources: own }), account.objects);
  }
  const all = listObjects(
    account,
    stacks,
    elsewhere.flatMap(({ resources }) => resources),
  );
  const wanted: ListedState[] = flags.unmanaged ? ["unmanaged", "undeclared"] : [];
  if (flags.missing) wanted.push("missing");
  const shown = all.filter(({ state }) => wanted.length === 0 || wanted.includes(state));
  // What a stack names and the account does not have is in the list.
  const missingRoutes = account.missingRoutes.filter((each) => given.includes(each));
  const edgesWithoutModules = account.edgesWithoutModules.filter(({ edge }) =>
    given.includes(edge),
  );
  const notes = [
    ...accountNotes({ ...account, missingRoutes, edgesWithoutModules }, named),
    ...elsewhere.flatMap(elsewhereNote),
  ];
  const format = flags.json ? "json" : flags.format;
  console.log(formats[format]({ all, shown, notes }, { version, ...flags }));
  if (format !== "json") for (const note of notes) console.error(`note: ${printable(note)}`);
  return wanted.length > 0 && shown.length > 0 ? 1 : 0;
}

const elsewhereNote = ({
  stack,
  resources,
}: {
  stack: StackState;
  resources: readonly StackResource[];
}): string[] =>
  resources.length === 0
    ? []
    : [
        `${count(resources.length, "object")} of stack ${stack.label} may be in another account, by the settings of their providers, and ` +
          "are not reported as missing: run the command with the key of that account, too",
      ];
