import { type AccountObject, displayName, objectKey } from "../../account/account";
import { managedKeys } from "../../account/listing";
import { httpsEdgeRoute } from "../../core/definitions/https-edge-route";
import { isObject, parseJson } from "../../core/schema/values";
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
  using folder = new WorkFolder();
  const at = { cwd: folder.path, signal: first.signal, environment: backendEnvironment(first) };
  const targetNames = new Set(
    targets.map(({ folder, stack }) => `${folder.name}/${stack?.name.split("/").at(-1)}`),
  );
  const listed = await pulumi(["stack", "ls", "--all", "--json"], at);
  const others = stackNames(listed.stdout).filter(
    (name) => !targetNames.has(name.split("/").slice(-2).join("/")),
  );
  const { managers, unread } = await readStacks(others.slice(0, MAX_STACKS), at);
  return { managers, notes: unreadNotes(unread, others.length - MAX_STACKS) };
}

/** The stacks with resources, sorted by their last update with the latest first. */
function stackNames(printed: string): string[] {
  const list = parseJson(printed);
  const stacks = Array.isArray(list) ? list.filter(isObject) : [];
  const lastUpdate = (stack: Readonly<Record<string, unknown>>) => String(stack.lastUpdate ?? "");
  return stacks
    .filter(({ resourceCount }) => resourceCount !== 0)
    .sort((a, b) => (lastUpdate(a) < lastUpdate(b) ? 1 : -1))
    .map(({ name }) => String(name));
}

async function readStacks(names: readonly string[], at: PulumiOptions) {
  const managers = new Map<string, string>();
  const unread: string[] = [];
  const queue = [...names];
  const readQueue = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const exported = await pulumi(["stack", "export", "--stack", name], at);
      const keys = exported.code === 0 ? managedKeys(readExport(name, exported.stdout)) : [];
      if (exported.code !== 0) unread.push(name);
      for (const key of keys) managers.set(key, name);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_RUNS }, readQueue));
  return { managers, unread };
}

function unreadNotes(unread: readonly string[], skippedCount: number): string[] {
  const notes = unread.map(
    (name) => `stack ${name} cannot be read: it may manage objects of this import, too`,
  );
  if (skippedCount > 0)
    notes.push(
      `${skippedCount} more stacks of the backend were not looked at: they may manage objects of this import, too`,
    );
  return notes;
}

/** The backend in `Pulumi.yaml`, unless the environment names another backend. */
function backendEnvironment({ folder }: CheckedJob): Readonly<Record<string, string>> {
  const projectUrl = isObject(folder.backend) ? folder.backend.url : undefined;
  const url = process.env.PULUMI_BACKEND_URL ?? projectUrl;
  return typeof url === "string" ? { PULUMI_BACKEND_URL: url } : {};
}

/** The name of the other stack that manages an object or, of a module, its route. */
export const managerOf = (object: AccountObject, { managers }: OtherStacks): string | undefined =>
  managers.get(objectKey(object)) ??
  managers.get(`${httpsEdgeRoute.type} ${object.outputs.routeId}`);

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
