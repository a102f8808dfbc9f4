import { pages } from "../../src/core/lifecycle/answers";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import type { Api, Resource, ResourceState } from "../../src/core/lifecycle/resource";
import { ResourceInitFailed } from "../../src/core/lifecycle/resource";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { send } from "../emulator/client";
import { resourceOf } from "../support/resources";

/** What the engine would keep of an object, and why it is not more, if it is not. */
export interface Kept {
  readonly live: ResourceState | undefined;
  readonly error: Error | undefined;
}

/** One documented method and path, as the provider comes to use it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path of the reference. */
  readonly template: string;
  /** What the provider does when it sends this: `list` reads the list of a collection. */
  readonly verb: "create" | "read" | "update" | "delete" | "list";
  readonly resource: Resource;
  readonly testCase: ResourceCase;
}

export const EDGE = "edge_1";

/** The path of the reference, its parameters named as the provider's messages name them. */
const templateOf = ({ path, place, methods }: ResourceCase): string => {
  if (methods.create.includes("POST")) return path("{id}", { edgeId: "{edge_id}" });
  return path(place === "route" ? "{edge_id}/{route_id}" : "{edge_id}", {});
};

const operationsOf = (testCase: ResourceCase): Operation[] => {
  const one = templateOf(testCase);
  const all = one.replace(/\/\{id\}$/, "");
  const resource = resourceOf(testCase.type);
  const common = { resource, testCase };
  const create = testCase.methods.create.at(-1) as Operation["method"];
  const update = testCase.methods.update[0] as Operation["method"];
  return [
    { ...common, verb: "create", method: create, template: create === "POST" ? all : one },
    { ...common, verb: "read", method: "GET", template: one },
    { ...common, verb: "update", method: update, template: one },
    { ...common, verb: "delete", method: "DELETE", template: one },
    ...(testCase.place ? [] : [{ ...common, verb: "list", method: "GET", template: all } as const]),
  ];
};

/** Every method and path of the reference. */
export const operations: readonly Operation[] = cases.flatMap(operationsOf);

/** The arguments before and after an update. */
export const before = ({ testCase }: Operation, place: Values): Values => ({ ...place, ...testCase.life.minimal.args });
export const after = ({ testCase }: Operation, place: Values): Values => ({ ...place, ...testCase.life.changed.args });

/** What an update, or else a create, asks for. */
export const asked = (operation: Operation, place: Values): Values =>
  operation.verb === "update" ? after(operation, place) : before(operation, place);

/** The path of the object, where it has one from the beginning. */
export const objectPath = ({ testCase }: Operation, live: ResourceState | undefined, place: Values): string =>
  testCase.path(live?.id ?? Object.values(place).join("/"), place);

/** Runs the operation as the engine would. */
export async function perform(
  operation: Operation,
  api: Api,
  made: ResourceState | undefined,
  place: Values,
): Promise<Kept> {
  const live = made as ResourceState;
  try {
    return { live: await run(operation, api, live, place), error: undefined };
  } catch (error) {
    return {
      live: error instanceof ResourceInitFailed ? { id: error.id, state: error.state ?? {} } : made,
      error: error as Error,
    };
  }
}

async function run(
  operation: Operation,
  api: Api,
  live: ResourceState,
  place: Values,
): Promise<ResourceState | undefined> {
  const { verb, resource } = operation;
  switch (verb) {
    case "create":
      return lifecycle.create(resource, api, before(operation, place));
    case "read":
      return lifecycle.read(resource, api, live);
    case "update":
      return { id: live.id, state: await lifecycle.update(resource, api, live, after(operation, place)) };
    case "delete":
      await lifecycle.remove(resource, api, live);
      return undefined;
    case "list":
      for await (const _ of pages(api, operation.template, memberOf(operation)));
      return live;
  }
}

const memberOf = ({ template }: Operation): string =>
  template === "/agent_ingresses" ? "ingresses" : template.slice(1);

/** The arguments that say where the object is, and the route that it needs to be on. */
export async function placeFor({ testCase }: Operation, emulator: Emulator): Promise<Values> {
  if (!testCase.place) return {};
  if (testCase.place === "edge") return { edgeId: EDGE };
  const route = { match_type: "exact_path", match: "/" };
  const { body } = await send(emulator, "POST", `/edges/https/${EDGE}/routes`, route);
  const { id } = body as { id: string };
  return { edgeId: EDGE, routeId: id };
}
