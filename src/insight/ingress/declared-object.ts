import * as definitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";
import type { Values } from "../../core/schema/values";
import type { Arguments } from "./arguments";

/** The kind of an object: the name of its definition, or the kind of an edge. */
export type ObjectKind = keyof typeof definitions | "httpsEdge" | "tlsEdge" | "tcpEdge";

/** Modules by their names. */
export type Modules = Readonly<Record<string, Arguments>>;

/** A route, an edge, or an object of the account, as resources declare it. */
export interface DeclaredObject {
  readonly kind: ObjectKind;
  /** Identifies the object in its kind: the URN of its resource, its id if only modules name it, or a text of `owners.ts`. */
  readonly key: string;
  /** The name of the object in reports. */
  readonly title: string;
  /** None of an edge, or of a route that is managed elsewhere. */
  readonly args?: Arguments;
  readonly modules: Modules;
  /** Whether requests reach a backend: they may, if the program does not declare the backend. */
  readonly isServing: boolean;
  /** The outputs that the service last returned. */
  readonly outputs: Values;
}

export const byType: ReadonlyMap<string, Definition> = new Map(
  Object.values<Definition>(definitions).map((each) => [each.type, each]),
);
