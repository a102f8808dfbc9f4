import { type AccountObject, displayName, keyOf, objectKey } from "../../account/account";
import { managedKeys } from "../../account/listing";
import { httpsEdgeRoute } from "../../core/definitions/https-edge-route";
import { isObject, parseJson, type Values } from "../../core/schema/values";
import { readExport } from "../../insight/engine/export";
import { type PulumiOptions, pulumi } from "../pulumi";
import { WorkFolder } from "../work-folder";
import type { CheckedJob } from "./check";

/** The objects that other stacks of a backend manage. */
export interface OtherStacks {
  /** Names of stacks by the keys of the objects that they manage. */
  readonly managers: ReadonlyMap<string, string>;
  /** Notes about stacks that were not read. */
  readonly notes: readonly string[];
}

const NO_OTHER_STACKS: OtherStacks = { managers: new Map(), notes: [] };

const MAY_MANAGE = "may manage objects of this import, too";

const UNLISTED_STACKS: OtherStacks = {
  managers: new Map(),
  notes: [`the other stacks of the backend cannot be listed: they ${MAY_MANAGE}`],
};

/**
 * The most stacks that are read, because the CLI runs once for a stack. The stacks that were
 * updated last are read first.
 */
const MAX_STACKS = 100;

const MAX_CONCURRENT_RUNS = 4;

/** Reads the other stacks of the backend of an import. Secrets stay encrypted. */
export async function readOtherStacks(targets: readonly CheckedJob[]): Promise<OtherStacks> {
  const [first] = targets;
  if (!first?.stack) return NO_OTHER_STACKS;
  using workFolder = new WorkFolder();
  const { signal } = first;
  const at = { cwd: workFolder.path, signal, environment: backendEnvironment(first) };
  const names = await listStacks(at);
  if (!names) return UNLISTED_STACKS;
  const isTarget = (name: string) => targets.some((target) => isStackOf(target, name));
  const others = names.filter((name) => !isTarget(name));
  const keys = await readManagedKeys(others.slice(0, MAX_STACKS), at);
  return {
    managers: managersByKey(keys),
    notes: [...unreadNotes(keys), ...skippedNotes(others.length - MAX_STACKS)],
  };
}

/**
 * True if a listed name, such as `organization/infra/prod`, is the name of a target. If one of the names has no organization,
 * both have the same.
 */
function isStackOf({ folder, stack }: CheckedJob, listed: string): boolean {
  const target = (stack?.name ?? "").split("/");
  const [name, project, organization] = listed.split("/").reverse();
  if (name !== target.at(-1) || project !== folder.name) return false;
  return target.length === 1 || organization === undefined || organization === target[0];
}

/** Lists the stacks with resources, sorted by their last update with the latest first. Undefined if the CLI cannot list them. */
async function listStacks(at: PulumiOptions): Promise<string[] | undefined> {
  const { code, stdout } = await pulumi(["stack", "ls", "--all", "--json"], at);
  const stacks = parseJson(stdout);
  if (code !== 0 || !Array.isArray(stacks)) return undefined;
  const lastUpdate = ({ lastUpdate: time }: Values) => String(time ?? "");
  return stacks
    .filter(isObject)
    .filter(({ resourceCount }) => resourceCount !== 0)
    .sort((a, b) => (lastUpdate(a) < lastUpdate(b) ? 1 : -1))
    .map(({ name }) => String(name));
}

/** Keys of the objects that stacks manage, by the names of the stacks. Undefined for a stack that cannot be read. */
type ManagedKeys = ReadonlyMap<string, readonly string[] | undefined>;

async function readManagedKeys(names: readonly string[], at: PulumiOptions): Promise<ManagedKeys> {
  // The map keeps the order of the names, in whatever order the runs end.
  const keys = new Map<string, readonly string[] | undefined>(
    names.map((name) => [name, undefined]),
  );
  const queue = [...names];
  const readQueue = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const { code, stdout } = await pulumi(["stack", "export", "--stack", name], at);
      if (code === 0) keys.set(name, keysInExport(name, stdout));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_RUNS }, readQueue));
  return keys;
}

/** The keys of the managed objects in an export; undefined if this version cannot read it. */
function keysInExport(stack: string, text: string): string[] | undefined {
  try {
    return managedKeys(readExport(stack, text));
  } catch {
    return undefined;
  }
}

/** The manager of each key. Of several stacks, the manager is the stack that was updated last. */
function managersByKey(keysOfStacks: ManagedKeys): OtherStacks["managers"] {
  const managers = new Map<string, string>();
  for (const [stack, keys = []] of keysOfStacks) {
    for (const key of keys) if (!managers.has(key)) managers.set(key, stack);
  }
  return managers;
}

const unreadNotes = (keysOfStacks: ManagedKeys): string[] =>
  [...keysOfStacks]
    .filter(([, keys]) => keys === undefined)
    .map(([stack]) => `stack ${stack} cannot be read: it ${MAY_MANAGE}`);

const skippedNotes = (count: number): string[] =>
  count > 0 ? [`${count} more stacks of the backend were not looked at: they ${MAY_MANAGE}`] : [];

/** The backend in `Pulumi.yaml`, unless the environment names another backend. */
function backendEnvironment({ folder }: CheckedJob): Readonly<Record<string, string>> {
  const projectUrl = isObject(folder.backend) ? folder.backend.url : undefined;
  const url = process.env.PULUMI_BACKEND_URL ?? projectUrl;
  return typeof url === "string" ? { PULUMI_BACKEND_URL: url } : {};
}

/** The name of the other stack that manages an object or, of a module, its route. */
export const managerOf = (object: AccountObject, { managers }: OtherStacks): string | undefined =>
  managers.get(objectKey(object)) ??
  managers.get(keyOf(httpsEdgeRoute.type, String(object.outputs.routeId)));

/** The most objects of a stack that a line names. The line counts the rest. */
const MAX_NAMES = 5;

/**
 * Lines about objects that other stacks manage, a line for a stack. The title describes the import
 * of these objects.
 */
export function stackLines(
  objects: readonly AccountObject[],
  otherStacks: OtherStacks,
  title: (stack: string) => string,
): string[] {
  const byStack = Map.groupBy(objects, (object) => managerOf(object, otherStacks) ?? "");
  return [...byStack].map(([stack, managed]) => {
    const names = managed
      .slice(0, MAX_NAMES)
      .map((object) => `${object.definition.type} ${displayName(object)} (${object.id})`);
    const rest = managed.length - MAX_NAMES;
    return `${title(stack)}: ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  });
}
