import * as definitions from "../../core/definitions";
import type {
  Definition,
  ListedDefinition,
  SingletonDefinition,
} from "../../core/schema/definition";
import type { Values } from "../../core/schema/values";
import type { Arguments } from "./arguments";
import type { Item, ValueMap } from "./value";

/** The kind of an object: the name of its definition, or the kind of an edge. */
export type ObjectKind = keyof typeof definitions | "httpsEdge" | "tlsEdge" | "tcpEdge";

type Definitions = typeof definitions;

/** The kind of an object of which the API has a list: neither a route nor a module. */
export type ListedKind = {
  [Name in keyof Definitions]: Definitions[Name] extends ListedDefinition ? Name : never;
}[keyof Definitions];

/** Modules by their names. */
export type Modules = Readonly<Record<string, Arguments>>;

/** The path of an object in the API, as its modules name it. */
export interface ModulePath {
  readonly owner: SingletonDefinition["of"];
  /** The ids in the path, the id of the object last. An id is hidden if any module marks it as a secret. */
  readonly ids: ValueMap;
}

/** A route, an edge, or an object of the account, as resources declare it. */
export interface DeclaredObject {
  readonly kind: ObjectKind;
  /**
   * Identifies the object among objects of its kind, and is the same on both sides of a change. It is the URN of the object's resource:
   * after an alias, the new URN; if another resource takes the place of a removed resource with the same identity (`change/pairs.ts`), the
   * URN of the removed resource. If only module resources name the object, it is the object's id, or a text of `ingress/owners.ts` or
   * `change/owners.ts` if the id is hidden or the object is gone. An object that its replacement leaves on the server has this key with a
   * suffix (`change/compare-objects.ts`).
   */
  readonly key: string;
  /**
   * The id in reports of an edge, or of a route of which only modules are declared. The id is hidden if a module marks it as a secret: the
   * state, and so the key, may have it in plaintext.
   */
  readonly id?: Item | undefined;
  /** The path of an object that only modules name. */
  readonly path?: ModulePath | undefined;
  /** The name of the object in reports. */
  readonly title: string;
  /** The arguments of the object itself. An edge, and a route that is managed elsewhere, have none. */
  readonly args?: Arguments;
  readonly modules: Modules;
  /**
   * True if requests may reach a backend. A route without a declared backend counts as serving, unless the change removes the backend: the
   * provider disables a removed backend.
   */
  readonly isServing: boolean;
  /** The outputs that the service last returned. */
  readonly outputs: Values;
}

export const byType: ReadonlyMap<string, Definition> = new Map(
  Object.values<Definition>(definitions).map((definition) => [definition.type, definition]),
);
