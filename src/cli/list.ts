import { type Account, accountNotes } from "../account/account";
import { distinctNamedObjects, type NamedObject } from "../account/ids/named-objects";
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
  readAccountWithProgress,
  readNamedObjects,
  stackConfigs,
} from "./account";
import {
  cwd,
  type FlagValues,
  flagOption,
  formatOption,
  repeatableOption,
  sourceRoot,
} from "./command";
import { exportedStack, type StackConfig } from "./stack";

/** Parameters of SARIF. */
interface FormatParameters {
  readonly version: string;
  readonly sourceRoot?: string | undefined;
}

export const formats = {
  table: (list: ObjectList) => listTable(list, new Date()),
  json: listJson,
  sarif: (list: ObjectList, { version: semanticVersion, sourceRoot: folder }: FormatParameters) =>
    listSarif(list, { name: "edge-ingress list", semanticVersion, sourceRoot: folder }),
  junit: listJunit,
};

export const options = {
  ...accountOptions,
  cwd,
  stack: repeatableOption("<stack>", "a stack, or a file with its export"),
  unmanaged: flagOption(
    "list only objects that no given stack manages, and modules that none declares",
  ),
  missing: flagOption("list only objects of a stack that are missing in the account"),
  otherAccount: flagOption(
    "list although the account has none of the objects that a stack manages",
  ),
  format: formatOption(formats),
  sourceRoot,
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

const NO_STACK_NOTE =
  "no stack was compared: name the stacks that may manage these objects with --stack";

/** `edge-ingress list`: lists the objects of an account, and the stacks that manage them. */
export async function run(flags: FlagValues<typeof options>, version: string): Promise<number> {
  const requested = readNamedObjects(flags);
  const stacks = await Promise.all(
    flags.stack.map(async (stack) => readExport(stack, await exportedStack(stack))),
  );
  const named = distinctNamedObjects([...namedObjectsOfStacks(stacks), ...requested]);
  const configs = await stackConfigs(flags.stack);
  const config = await accountConfig(flags.stack, configs);
  const account = await readAccountWithProgress(named, config);
  const others = findOtherAccounts(stacks, configs, config);
  if (!flags.otherAccount) requireSameAccounts(others, account);
  const all = listObjects(
    account,
    stacks,
    others.flatMap(({ resources }) => resources),
  );
  const states = selectedStates(flags);
  const selected = states.length === 0 ? all : all.filter(({ state }) => states.includes(state));
  const notes = [
    ...(stacks.length === 0 ? [NO_STACK_NOTE] : []),
    ...accountNotes(onlyRequested(account, requested), named),
    ...others.flatMap(otherAccountNote),
  ];
  const format = flags.json ? "json" : flags.format;
  console.log(formats[format]({ all, selected, notes }, { version, ...flags }));
  if (format !== "json") for (const note of notes) console.error(`note: ${printable(note)}`);
  return states.length > 0 && selected.length > 0 ? 1 : 0;
}

/** The resources of a stack that belong to another account. */
interface OtherAccountResources {
  readonly stack: StackState;
  readonly resources: readonly StackResource[];
}

function findOtherAccounts(
  stacks: readonly StackState[],
  configs: readonly (StackConfig | undefined)[],
  accountConfig: StackConfig,
): OtherAccountResources[] {
  const read = accountSettings(accountConfig);
  const environment = accountSettings();
  return stacks.map((stack, index) => {
    const config = configs[index];
    const sources = config ? { environment, stack: accountSettings(config) } : { environment };
    return { stack, resources: resourcesOfOtherAccounts(stack, read, sources) };
  });
}

/** @throws {Error} if the resources of a stack that should be in this account are in another account. */
function requireSameAccounts(others: readonly OtherAccountResources[], account: Account): void {
  for (const { stack, resources } of others) {
    const ofThisAccount = stack.resources.filter((resource) => !resources.includes(resource));
    requireSameAccount(stack.label, managedKeys({ resources: ofThisAccount }), account.objects);
  }
}

/** The states to which the options limit the list; empty if the list is not limited. */
function selectedStates({ unmanaged, missing }: FlagValues<typeof options>): ListedState[] {
  const states: ListedState[] = unmanaged ? ["unmanaged", "undeclared"] : [];
  if (missing) states.push("missing");
  return states;
}

/** Removes objects that only stacks name: the list contains them as missing objects. */
const onlyRequested = (account: Account, requested: readonly NamedObject[]): Account => ({
  ...account,
  missingRoutes: account.missingRoutes.filter((route) => requested.includes(route)),
  edgesWithoutModules: account.edgesWithoutModules.filter(({ edge }) => requested.includes(edge)),
});

function otherAccountNote({ stack, resources }: OtherAccountResources): string[] {
  if (resources.length === 0) return [];
  return [
    `${count(resources.length, "object")} of stack ${stack.label} may be in another account, by the settings of their providers, and ` +
      "are not reported as missing: run the command with the key of that account, too",
  ];
}
