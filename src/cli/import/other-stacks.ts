import { type AccountObject, displayName, objectKey } from "../../account/account";
import { managedKeys } from "../../account/listing";
import { isObject, parseJson } from "../../core/schema/values";
import { readExport } from "../../insight/engine/export";
import { pulumi } from "../pulumi";
import { WorkFolder } from "../work-folder";
import type { CheckedJob } from "./check";

/** What the other stacks of a backend manage. */
export interface OtherStacks {
  /** Names of stacks by the keys of the objects that they manage. */
  readonly managers: ReadonlyMap<string, string>;
  /** What was not looked at, and why. */
  readonly notes: readonly string[];
}

export const NO_OTHER_STACKS: OtherStacks = { managers: new Map(), notes: [] };

/** Each stack is a run of the CLI: of more stacks, those count that were updated last. */
const MOST_STACKS = 100;

/** Runs of the CLI at the same time. */
const TOGETHER = 4;

/** Looks for objects in the other stacks of the backend that the stacks of an import are in. Secrets stay encrypted. */
export async function readOtherStacks(targets: readonly CheckedJob[]): Promise<OtherStacks> {
  const [first] = targets;
  if (!first?.stack) return NO_OTHER_STACKS;
  using folder = new WorkFolder();
  const at = { cwd: folder.path, signal: first.signal, environment: backendOf(first) };
  const listed = await pulumi(["stack", "ls", "--all", "--json"], at);
  const own = new Set(
    targets.map(({ folder, stack }) => `${folder.name}/${stack?.name.split("/").at(-1)}`),
  );
  const others = stacksIn(listed.stdout).filter(
    (name) => !own.has(name.split("/").slice(-2).join("/")),
  );
  const managers = new Map<string, string>();
  const unread: string[] = [];
  const left = others.slice(0, MOST_STACKS);
  const work = Array.from({ length: TOGETHER }, async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const exported = await pulumi(["stack", "export", "--stack", name], at);
      if (exported.code !== 0) unread.push(name);
      else
        for (const key of managedKeys(readExport(name, exported.stdout))) managers.set(key, name);
    }
  });
  await Promise.all(work);
  return { managers, notes: notesOn(unread, others.length - MOST_STACKS) };
}

const notesOn = (unread: readonly string[], more: number): string[] => [
  ...unread.map(
    (name) => `stack ${name} cannot be read: it may manage objects of this import, too`,
  ),
  ...(more > 0
    ? [
        `${more} more stacks of the backend were not looked at: they may manage objects of this import, too`,
      ]
    : []),
];

/** More objects of a stack are counted. */
const MOST_NAMED = 5;

/** Objects that other stacks manage, a line for each stack: what the import does with them, with their names and ids. */
export function stackLines(
  objects: readonly AccountObject[],
  { managers }: OtherStacks,
  title: (stack: string) => string,
) {
  const byStack = Map.groupBy(objects, (object) => managers.get(objectKey(object)) ?? "");
  return [...byStack].map(([stack, all]) => {
    const names = all
      .slice(0, MOST_NAMED)
      .map((each) => `${each.definition.type} ${displayName(each)} (${each.id})`);
    const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : "";
    return `${title(stack)}: ${names.join(", ")}${more}`;
  });
}

/** A project may name its backend; the environment comes first. */
function backendOf({ folder }: CheckedJob): Readonly<Record<string, string>> {
  const { PULUMI_BACKEND_URL: url = isObject(folder.backend) ? folder.backend.url : undefined } =
    process.env;
  return typeof url === "string" ? { PULUMI_BACKEND_URL: url } : {};
}

/** The names of stacks with resources, those that were updated last first. */
function stacksIn(printed: string): string[] {
  const list = parseJson(printed);
  const stacks = Array.isArray(list) ? list.filter(isObject) : [];
  const updated = (stack: Readonly<Record<string, unknown>>) => String(stack.lastUpdate ?? "");
  return stacks
    .filter(({ resourceCount }) => resourceCount !== 0)
    .sort((a, b) => (updated(a) < updated(b) ? 1 : -1))
    .map(({ name }) => String(name));
}
