import type { Values } from "../../src/core/schema/values";

/** A step as the engine prints it, trimmed: of the stack itself, or of a resource. */
export interface RawStep {
  readonly op: string;
  readonly name: string;
  /** Default: HttpsEdgeRoute. */
  readonly type?: string;
  readonly old?: Values;
  readonly new?: Values;
  readonly detailedDiff?: Values;
}

const PREFIX = "urn:pulumi:dev::shop::";
export const urnOf = ({ name, type = "HttpsEdgeRoute" }: RawStep): string =>
  PREFIX +
  (name === "shop-dev" ? `pulumi:pulumi:Stack::${name}` : `edge-ingress:index:${type}::${name}`);

/** A state with inputs and outputs. */
export const stored = (values: Values): Values => ({
  custom: true,
  id: "id",
  inputs: values,
  outputs: values,
});

/** A state before its apply: without outputs. */
export const planned = (values: Values): Values => ({ custom: true, id: "id", inputs: values });

/** The stack trace in the state of a resource that the program declares on a line of `index.ts`. */
export const declaredOnLine = (line: number): Values => ({
  stackTrace: [{ sourcePosition: `project:///index.ts#${line},3` }],
});

/** The step of the stack itself. */
export const stackStep = (op: string): RawStep => ({ op, name: "shop-dev", old: {}, new: {} });

/** A public route, a login, and the route with the login. */
export const route = {
  ...{ edgeId: "edge_1", matchType: "path_prefix", match: "/api" },
  backend: { backendId: "bkdhr_1" },
} as const;
export const oauth = { provider: { provider1: { organizations: ["example"] } } } as const;
export const guarded = { ...route, oauth } as const;

/** The step of a resource, by default of the route `api`, that the program changes. */
export const updated = (before: Values, after: Values, more: Partial<RawStep> = {}): RawStep => ({
  ...{ op: "update", name: "api", old: stored(before), new: planned(after) },
  ...more,
});

/** The step of a resource that stays as it is. */
export const kept = (type: string, name: string, values: Values): RawStep => ({
  ...{ op: "same", type, name, old: stored(values), new: planned(values) },
});
