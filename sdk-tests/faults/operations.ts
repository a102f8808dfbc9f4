import { pages } from "../../src/core/client/pages";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import {
  type Api,
  type Resource,
  ResourceInitFailed,
  type ResourceState,
} from "../../src/core/lifecycle/resource";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { foreignRouteOn } from "../support/places";
import { resourceOf } from "../support/resources";

/** The state that the engine would keep of an object, and the error if the object is incomplete. */
export interface Kept {
  readonly live: ResourceState | undefined;
  readonly error: Error | undefined;
}

/** A documented method and path, with the operation of the provider that sends it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path of the reference. */
  readonly template: string;
  /** The operation of the provider that sends this request: `list` reads the list of a collection. */
  readonly verb: "create" | "read" | "update" | "delete" | "list";
  readonly resource: Resource;
  readonly testCase: ResourceCase;
}

const EDGE = "edge_1";

/** The path of the reference, with the parameter names of the provider's messages. */
const templateOf = ({ path, place, methods }: ResourceCase): string => {
  if (methods.create.includes("POST")) return path("{id}", { edgeId: "{edge_id}" });
  return path(place === "route" ? "{edge_id}/{route_id}" : "{edge_id}", {});
};

const operationsOf = (testCase: ResourceCase): Operation[] => {
  const memberTemplate = templateOf(testCase);
  const all = memberTemplate.replace(/\/\{id\}$/, "");
  const common = { resource: resourceOf(testCase.type), testCase };
  const create = testCase.methods.create.at(-1) as Operation["method"];
  const update = testCase.methods.update[0] as Operation["method"];
  return [
    {
      ...common,
      verb: "create",
      method: create,
      template: create === "POST" ? all : memberTemplate,
    },
    { ...common, verb: "read", method: "GET", template: memberTemplate },
    { ...common, verb: "update", method: update, template: memberTemplate },
    { ...common, verb: "delete", method: "DELETE", template: memberTemplate },
    ...(testCase.place ? [] : [{ ...common, verb: "list", method: "GET", template: all } as const]),
  ];
};

/** Every method and path of the reference. */
export const operations: readonly Operation[] = cases.flatMap(operationsOf);

/** An operation on an object at a place. */
export interface Placed extends Operation {
  /** The arguments that locate the object. */
  readonly place: Values;
  /** The arguments before and after an update. */
  readonly before: Values;
  readonly after: Values;
  /** The arguments of an update, or otherwise of a create. */
  readonly requested: Values;
  /** The path of the object, if the object has a path before it is created. */
  pathOf(live: ResourceState | undefined): string;
}

/** Runs the operation in the way of the engine. */
export async function perform(
  operation: Placed,
  api: Api,
  created: ResourceState | undefined,
): Promise<Kept> {
  try {
    return { live: await run(operation, api, created as ResourceState), error: undefined };
  } catch (error) {
    const live =
      error instanceof ResourceInitFailed ? { id: error.id, state: error.state ?? {} } : created;
    return { live, error: error as Error };
  }
}

async function run(
  operation: Placed,
  api: Api,
  live: ResourceState,
): Promise<ResourceState | undefined> {
  const { verb, resource, template, before, after } = operation;
  switch (verb) {
    case "create":
      return lifecycle.create(resource, api, before);
    case "read":
      return lifecycle.read(resource, api, live);
    case "update":
      return { id: live.id, state: await lifecycle.update(resource, api, live, after) };
    case "delete":
      await lifecycle.remove(resource, api, live);
      return undefined;
    case "list":
      for await (const _ of pages(
        api,
        template,
        template === "/agent_ingresses" ? "ingresses" : template.slice(1),
      ));
      return live;
  }
}

/** Returns the operation on an object at an existing place: for a module, a route is created. */
export async function placed(operation: Operation, emulator: Emulator): Promise<Placed> {
  const { testCase, verb } = operation;
  const place = await placeFor(testCase, emulator);
  const before = { ...place, ...testCase.life.minimal.args };
  const after = { ...place, ...testCase.life.changed.args };
  const pathOf: Placed["pathOf"] = (live) =>
    testCase.path(live?.id ?? Object.values(place).join("/"), place);
  return {
    ...operation,
    place,
    before,
    after,
    requested: verb === "update" ? after : before,
    pathOf,
  };
}

async function placeFor({ place }: ResourceCase, emulator: Emulator): Promise<Values> {
  if (!place) return {};
  if (place === "edge") return { edgeId: EDGE };
  return { edgeId: EDGE, routeId: await foreignRouteOn(emulator, EDGE) };
}
