import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { camelCase } from "../core/schema/case";
import { proseReason } from "../core/schema/credentials";
import {
  type Definition,
  isListed,
  type ListedDefinition,
  type SingletonDefinition,
} from "../core/schema/definition";
import type { Values } from "../core/schema/values";
import {
  definitions,
  type NamedObject,
  namedObjectLabel,
  notFoundNotes,
  unlistedNote,
} from "./ids/named-objects";

/** An object of the account: one that the API lists, a named route, or a module of a named edge. */
export interface AccountObject {
  readonly definition: Definition;
  readonly id: string;
  /** Arguments and read-only outputs, with documented defaults. Secrets that the service masks are absent. */
  readonly outputs: Values;
  /** Paths of the secrets that are set, and that the service masks. */
  readonly masked: readonly string[];
}

/** An object as a reader returns it. The caller knows its definition. */
type ReadObject = Omit<AccountObject, "definition">;

interface ReadRequest {
  /** Called for an object whose response does not have the documented form. */
  readonly onUnreadable: (id: string, reason: string) => void;
}

/** Reads objects of the account, by GET requests alone, as a provider does. */
export interface AccountReader {
  list(definition: ListedDefinition, request: ReadRequest): Promise<readonly ReadObject[]>;
  /**
   * Resolves to `undefined` if the object does not exist, or cannot be read. `outputs` contains the
   * other ids in its path.
   */
  find(
    definition: Definition,
    request: ReadRequest & Pick<ReadObject, "id" | "outputs">,
  ): Promise<ReadObject | undefined>;
}

/** The objects of an account, as far as a list or a name leads to them. */
export interface Account {
  readonly objects: readonly AccountObject[];
  /** Named routes that the service does not have. */
  readonly missingRoutes: readonly NamedObject[];
  /** Named edges without modules. Such an edge may not exist: only a route of the edge shows that it does. */
  readonly edgesWithoutModules: readonly EdgeWithoutModules[];
  /** Objects that cannot be read. */
  readonly skipped: readonly SkippedObject[];
}

/** A named edge without modules. */
export interface EdgeWithoutModules {
  readonly edge: NamedObject;
  /** Names of the modules that the edge could have. */
  readonly modules: readonly string[];
  /** True if a route of the edge shows that the edge exists. */
  readonly hasRoute: boolean;
}

/** An object that an operation leaves out, with the reason. */
export type SkippedObject = Readonly<Record<"type" | "id" | "reason", string>>;

/** Called after each list and each lookup, with the title of the objects and their number. */
export type ReadProgress = (title: string, count: number) => void;

/** Definitions of objects that the API lists. */
export const listedDefinitions: readonly ListedDefinition[] = definitions.filter(isListed);

/** Modules of routes that have a resource of their own. */
export const moduleDefinitions: readonly SingletonDefinition[] = definitions.filter(
  (definition): definition is SingletonDefinition =>
    definition.kind === "singleton" && definition.of === httpsEdgeRoute,
);

/** Reads the objects that the API lists, sorted by age with the oldest first, and the named objects. */
export async function readAccount(
  reader: AccountReader,
  named: readonly NamedObject[],
  onProgress: ReadProgress = () => undefined,
): Promise<Account> {
  const skipped: SkippedObject[] = [];
  const lists = listedDefinitions.map((definition) =>
    readList(reader, definition, skipped, onProgress),
  );
  const lookups = named.map((object) => lookUp(reader, object, skipped, onProgress));
  const [listed, found] = await Promise.all([Promise.all(lists), Promise.all(lookups)]);
  const notFound = named.filter(({ id }, index) => {
    const isSkipped = skipped.some((object) => object.id === id);
    return found[index]?.length === 0 && !isSkipped;
  });
  return {
    objects: [...listed, ...found].flat(),
    missingRoutes: notFound.filter(({ kind }) => kind === "route"),
    edgesWithoutModules: edgesWithoutModules(notFound, found.flat()),
    skipped,
  };
}

async function readList(
  reader: AccountReader,
  definition: ListedDefinition,
  skipped: SkippedObject[],
  onProgress: ReadProgress,
): Promise<AccountObject[]> {
  const objects = await reader.list(definition, readRequest(definition, skipped));
  onProgress(definition.title, objects.length);
  const ageKey = ({ outputs, id }: ReadObject) => `${outputs[definition.createdAtOutput]} ${id}`;
  return objects
    .map((object) => ({ definition, ...object }))
    .sort((a, b) => (ageKey(a) < ageKey(b) ? -1 : 1));
}

/** Looks up a named route, or the modules of a named edge. */
async function lookUp(
  reader: AccountReader,
  named: NamedObject,
  skipped: SkippedObject[],
  onProgress: ReadProgress,
): Promise<AccountObject[]> {
  const { kind, id, ...outputs } = named;
  const candidates = kind === "route" ? [httpsEdgeRoute] : edgeModules(named);
  const lookups = candidates.map(async (definition) => {
    const request = { id, outputs, ...readRequest(definition, skipped) };
    const object = await reader.find(definition, request);
    return object ? [{ definition, ...object }] : [];
  });
  const objects = (await Promise.all(lookups)).flat();
  onProgress(namedObjectLabel(named), objects.length);
  return objects;
}

const readRequest = ({ type }: Definition, skipped: SkippedObject[]): ReadRequest => ({
  onUnreadable: (id, reason) => skipped.push({ type, id, reason }),
});

function edgesWithoutModules(
  notFound: readonly NamedObject[],
  found: readonly AccountObject[],
): EdgeWithoutModules[] {
  const routes = found.filter(({ definition }) => definition === httpsEdgeRoute);
  const edgesOfRoutes = new Set(routes.map(({ outputs }) => outputs.edgeId));
  return notFound
    .filter(({ kind }) => kind !== "route")
    .map((edge) => ({
      edge,
      modules: edgeModules(edge).map(({ module }) => module),
      hasRoute: edge.kind === "https-edge" && edgesOfRoutes.has(edge.id),
    }));
}

/** The modules that edges of a kind can have. */
const edgeModules = ({ kind }: NamedObject): SingletonDefinition[] =>
  definitions.filter(
    (definition): definition is SingletonDefinition =>
      definition.kind === "singleton" && definition.of.name === camelCase(kind),
  );

/** A key that identifies an object in every stack. */
export const keyOf = (type: string, id: string): string => `${type} ${id}`;

export const objectKey = ({ definition, id }: Pick<AccountObject, "definition" | "id">): string =>
  keyOf(definition.type, id);

/**
 * The name by which people know an object: the argument that identifies the object to its clients, else its description. A text that
 * may contain a credential is not used, because lists show names.
 */
export function displayName({ definition, id, outputs }: AccountObject): string {
  const identity = (definition.kind === "collection" && definition.identity) || [];
  const name = outputs[identity.at(-1) ?? "description"];
  return typeof name === "string" && name !== "" && !proseReason(name) ? name : id;
}

/** Notes for the reader of a list or a map: objects that are missing in it, and the reasons. */
export const accountNotes = (account: Account, named: readonly NamedObject[]): string[] => [
  ...account.skipped.map(skippedText),
  ...notFoundNotes(account.missingRoutes),
  ...account.edgesWithoutModules.map(edgeWithoutModulesNote),
  ...unlistedNote(named),
];

export const skippedText = ({ type, id, reason }: SkippedObject): string =>
  `${type} ${id} is skipped: ${reason}`;

/** Names of edge modules in notes. */
const moduleTitles: Readonly<Record<string, string>> = {
  mutualTls: "mutual TLS",
  tlsTermination: "TLS termination",
  backend: "backend",
};

/** A note that a named edge does not have a module. */
export function edgeWithoutModulesNote({ edge, modules, hasRoute }: EdgeWithoutModules): string {
  const titles = modules.map((module) => moduleTitles[module] ?? module);
  const lacks = titles.length > 1 ? `neither ${titles.join(" nor ")}` : `no ${titles.join()}`;
  const doubt = hasRoute ? "" : ", or does not exist: the API does not show edges";
  return `${namedObjectLabel(edge)} has ${lacks}${doubt}`;
}
