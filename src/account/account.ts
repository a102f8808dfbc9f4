import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { camelCase } from "../core/schema/case";
import { proseReason } from "../core/schema/credentials";
import { type Definition, isListed, type ListedDefinition } from "../core/schema/definition";
import type { Values } from "../core/schema/values";
import { definitions, type NamedObject, nameOf, notFound, unsearched } from "./ids";

type Found = Omit<AccountObject, "definition">;

/** `onUnreadable` receives an object that the answer does not show as documented. */
type ListRequest = { readonly onUnreadable: (id: string, reason: string) => void };

/** Reads objects of the account, by GET requests alone, as a provider does. */
export interface AccountReader {
  list(definition: ListedDefinition, request: ListRequest): Promise<readonly Found[]>;
  /** `undefined` if there is no such object, or if it cannot be read. `outputs` has the other ids in its path. */
  find(
    definition: Definition,
    request: ListRequest & Pick<Found, "id" | "outputs">,
  ): Promise<Found | undefined>;
}

/** An object that was left out. */
export type Skipped = Readonly<Record<"type" | "id" | "reason", string>>;

export const skippedText = ({ type, id, reason }: Skipped): string =>
  `${type} ${id} is skipped: ${reason}`;

/** An object of the account: one that the API lists, a named route, or a module of a named edge. */
export interface AccountObject {
  readonly definition: Definition;
  readonly id: string;
  /** Arguments and read-only outputs, with documented defaults. Secrets that the service masks are absent. */
  readonly outputs: Values;
  /** Paths of the secrets that are set, and that the service masks. */
  readonly masked: readonly string[];
}

/** What identifies an object in every stack. */
export const keyOf = ({ definition, id }: Pick<AccountObject, "definition" | "id">): string =>
  `${definition.type} ${id}`;

/** What people know an object by: what identifies it to its clients, else its description. */
export function displayName({ definition, id, outputs }: AccountObject): string {
  const identity = (definition.kind === "collection" && definition.identity) || [];
  const name = outputs[identity.at(-1) ?? "description"];
  return typeof name === "string" && name !== "" && !proseReason(name) ? name : id;
}

/** What an account contains, as far as it was looked for. */
export interface Account {
  readonly objects: readonly AccountObject[];
  /** Routes that were named, and that the service does not have. */
  readonly missing: readonly NamedObject[];
  /** Edges that were named, and that have no module. Nothing shows whether such an edge exists, unless one of its routes was found. */
  readonly bare: readonly BareEdge[];
  /** What cannot be read. */
  readonly skipped: readonly Skipped[];
}

/** An edge without modules, with the modules that it could have. */
export interface BareEdge {
  readonly edge: NamedObject;
  readonly modules: readonly string[];
  /** Whether a route of the edge shows that the edge exists. */
  readonly hasRoute: boolean;
}

/** What a reader has to know of an account that is shown. */
export const notesOn = (
  { missing, bare, skipped }: Account,
  named: readonly NamedObject[],
): string[] => [
  ...skipped.map(skippedText),
  ...notFound(missing),
  ...bare.map(bareEdgeNote),
  ...unsearched(named),
];

/** What the modules of an edge are called in a note. */
const moduleTitles: Readonly<Record<string, string>> = {
  mutualTls: "mutual TLS",
  tlsTermination: "TLS termination",
  backend: "backend",
};

/** Notes that a named edge has no module. */
export function bareEdgeNote({ edge, modules, hasRoute }: BareEdge): string {
  const titles = modules.map((each) => moduleTitles[each] ?? each);
  const lacks = titles.length > 1 ? `neither ${titles.join(" nor ")}` : `no ${titles.join()}`;
  const doubt = hasRoute ? "" : ", or does not exist: the API does not show edges";
  return `${nameOf(edge)} has ${lacks}${doubt}`;
}

/** Modules of routes that are resources of their own. */
export const moduleDefinitions = definitions.flatMap((each) =>
  each.kind === "singleton" && each.of === httpsEdgeRoute ? [each] : [],
);

export const listedDefinitions: readonly ListedDefinition[] = definitions.filter(isListed);

/** Reads all that the API lists, the oldest first, and what is named; calls `progress` after each kind and each named object. */
export async function readAccount(
  reader: AccountReader,
  named: readonly NamedObject[],
  progress: (title: string, count: number) => void = () => undefined,
): Promise<Account> {
  const skipped: Skipped[] = [];
  const skipOf = ({ type }: Definition) => ({
    onUnreadable: (id: string, reason: string) => skipped.push({ type, id, reason }),
  });
  const lists = listedDefinitions.map(async (definition) => {
    const found = await reader.list(definition, skipOf(definition));
    progress(definition.title, found.length);
    const ageKey = ({ outputs, id }: Found) => `${outputs[definition.createdAtOutput]} ${id}`;
    return found
      .map((each) => ({ definition, ...each }))
      .sort((a, b) => (ageKey(a) < ageKey(b) ? -1 : 1));
  });
  const beside = named.map(async (of) => {
    const { kind, id, ...outputs } = of;
    const wanted = kind === "route" ? [httpsEdgeRoute] : modulesOn(of);
    const finds = wanted.map(async (definition) => {
      const found = await reader.find(definition, { id, outputs, ...skipOf(definition) });
      return found ? [{ definition, ...found }] : [];
    });
    const objects = (await Promise.all(finds)).flat();
    progress(nameOf(of), objects.length);
    return objects;
  });
  const [listed, found] = await Promise.all([Promise.all(lists), Promise.all(beside)]);
  const isUnseen = ({ id }: NamedObject, index: number) =>
    found[index]?.length === 0 && !skipped.some((each) => each.id === id);
  const unseen = named.filter(isUnseen);
  const edgesOfRoutes = new Set(
    found
      .flat()
      .flatMap(({ definition, outputs }) =>
        definition === httpsEdgeRoute ? [outputs.edgeId] : [],
      ),
  );
  const isRoute = ({ kind }: NamedObject) => kind === "route";
  const bare = unseen
    .filter((each) => !isRoute(each))
    .map((edge): BareEdge => {
      const modules = modulesOn(edge).map(({ module }) => module);
      return { edge, modules, hasRoute: edge.kind === "https-edge" && edgesOfRoutes.has(edge.id) };
    });
  return { objects: [...listed, ...found].flat(), missing: unseen.filter(isRoute), bare, skipped };
}

/** The modules that the edges of a kind can have. */
const modulesOn = ({ kind }: NamedObject) =>
  definitions.flatMap((each) =>
    each.kind === "singleton" && each.of.name === camelCase(kind) ? [each] : [],
  );
