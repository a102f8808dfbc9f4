import * as all from "../core/definitions";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { type Definition, isListed, type ListedDefinition } from "../core/schema/definition";
import type { Values } from "../core/schema/values";
import { type NamedObject, nameOf, notFound, unsearched } from "./named";

/** An object as the service shows it. */
export interface Found {
  readonly id: string;
  /** Arguments and read-only outputs, with documented defaults. Secrets that the service masks are absent. */
  readonly outputs: Values;
  /** Paths of the secrets that are set, and that the service masks. */
  readonly masked: readonly string[];
}

/** Reads objects of the account, by GET requests alone. */
export interface AccountReader {
  list(definition: ListedDefinition, onUnreadable: OnUnreadable): Promise<readonly Found[]>;
  /** `undefined` if there is no such object, or if it cannot be read. `place` has the other ids in its path. */
  find(definition: Definition, id: string, place: Values, onUnreadable: OnUnreadable): Promise<Found | undefined>;
}

/** Receives an object that the answer does not show as documented. */
type OnUnreadable = (id: string, reason: string) => void;

/** An object that was left out. */
export interface Skipped {
  readonly type: string;
  readonly id: string;
  readonly reason: string;
}

/** What messages say of such an object. */
export const skippedText = ({ type, id, reason }: Skipped): string => `${type} ${id} is skipped: ${reason}`;

/** An object of the account: one that the API lists, a named route, or a module of a named edge. */
export interface AccountObject extends Found {
  readonly definition: Definition;
}

/** What a reader has to know of an account that is shown. */
export const notesOn = ({ missing, skipped }: Account, named: readonly NamedObject[]): string[] => [
  ...skipped.map(skippedText),
  ...notFound(missing),
  ...unsearched(named),
];

/** What an account contains, as far as it was looked for. */
export interface Account {
  readonly objects: readonly AccountObject[];
  /** What was named, and what the service does not have. */
  readonly missing: readonly NamedObject[];
  /** What cannot be read. */
  readonly skipped: readonly Skipped[];
}

/** What an account may contain. */
export const definitions: readonly Definition[] = Object.values(all);

/** What the API lists. */
export const listedDefinitions: readonly ListedDefinition[] = definitions.filter(isListed);

/** Called when objects of a kind were read. */
export type Progress = (title: string, count: number) => void;

/** Reads all that the API lists, and what is named beside it. */
export async function readAccount(
  reader: AccountReader,
  named: readonly NamedObject[],
  progress: Progress = () => undefined,
): Promise<Account> {
  const skipped: Skipped[] = [];
  const skip = (of: Definition) => (id: string, reason: string) => void skipped.push({ type: of.type, id, reason });
  const [lists, beside] = await Promise.all([
    Promise.all(listedDefinitions.map((definition) => listed(reader, definition, skip(definition), progress))),
    Promise.all(named.map((each) => besideLists(reader, each, skip, progress))),
  ]);
  const found = beside.flatMap(({ objects }) => objects);
  return {
    objects: [...lists.flat(), ...found],
    missing: beside.flatMap(({ of, objects, isSkipped }) => (objects.length === 0 && !isSkipped ? [of] : [])),
    skipped,
  };
}

/** The oldest first. */
async function listed(
  reader: AccountReader,
  definition: ListedDefinition,
  onUnreadable: OnUnreadable,
  progress: Progress,
) {
  const objects = (await reader.list(definition, onUnreadable)).map((each) => ({ definition, ...each }));
  progress(definition.title, objects.length);
  return objects.sort(byAge);
}

const byAge = (a: AccountObject, b: AccountObject): number => (ageKey(a) < ageKey(b) ? -1 : 1);

const ageKey = ({ id, outputs, definition }: AccountObject): string =>
  `${definition.kind === "collection" ? outputs[definition.madeAt] : ""} ${id}`;

async function besideLists(
  reader: AccountReader,
  of: NamedObject,
  skip: (of: Definition) => OnUnreadable,
  progress: Progress,
) {
  let isSkipped = false;
  const read = async (definition: Definition, id: string, place: Values): Promise<AccountObject[]> => {
    const found = await reader.find(definition, id, place, (...unreadable) => {
      isSkipped = true;
      skip(definition)(...unreadable);
    });
    return found ? [{ definition, ...found }] : [];
  };
  const objects =
    of.kind === "route"
      ? await read(httpsEdgeRoute, of.id, { edgeId: of.edgeId })
      : (await Promise.all(modulesOn(of.kind).map((each) => read(each, of.id, {})))).flat();
  progress(nameOf(of), objects.length);
  return { of, objects, isSkipped };
}

/** The modules of an edge of a kind. */
const modulesOn = (kind: NamedObject["kind"]): Definition[] =>
  definitions.filter((each) => each.kind === "singleton" && each.of.name === edgeNames[kind]);

const edgeNames: Readonly<Record<NamedObject["kind"], string | undefined>> = {
  "https-edge": "httpsEdge",
  "tls-edge": "tlsEdge",
  "tcp-edge": "tcpEdge",
  route: undefined,
};
