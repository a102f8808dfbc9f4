import * as definitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";
import type { Values } from "../../core/schema/values";
import type { Arguments } from "./arguments";

/** What an object of the ingress is: the name of its definition, or the kind of an edge. */
export type ObjectKind = keyof typeof definitions | "httpsEdge" | "tlsEdge" | "tcpEdge";

/** Modules by their names. */
export type Modules = Readonly<Record<string, Arguments>>;

/** What resources declare of a route, an edge, or an object of the account. */
export interface DeclaredObject {
  readonly kind: ObjectKind;
  /** The URN of its resource; its id, if a module alone shows it; or what tells it from objects whose ids are hidden. */
  readonly key: string;
  /** What people call it. */
  readonly title: string;
  /** None of an edge, or of a route that is managed elsewhere. */
  readonly args?: Arguments;
  readonly modules: Modules;
  /** Whether requests reach a backend: they may, if the program does not declare the backend. */
  readonly isServing: boolean;
  /** What the service last returned of it. */
  readonly outputs: Values;
}

export const byType: ReadonlyMap<string, Definition> = new Map(
  Object.values<Definition>(definitions).map((each) => [each.type, each]),
);
