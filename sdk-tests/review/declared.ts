import { uncapitalized } from "../../src/core/schema/case";

/**
 * A resource of a program; `{ $id }`, `{ $uri }`, `{ $resource }` and `{ $secret }` represent values that JSON cannot
 * express.
 */
export interface Declared {
  readonly type: string;
  readonly name: string;
  readonly args: Args;
  readonly options?: Args;
  /** The resource is looked up by the id that it has before the change. */
  readonly isLookedUp?: true;
}

type Args = Readonly<Record<string, unknown>>;

/** Arguments that a resource has unless the program states others. */
const DEFAULTS: Readonly<Record<string, Args>> = {
  HttpsEdgeRoute: {
    edgeId: "EDGE",
    matchType: "path_prefix",
    match: "/api",
    backend: { backendId: "bkdhr_1" },
  },
  AgentIngress: { domain: "DOMAIN" },
  EventDestination: { format: "json" },
  HttpsEdgeTlsTermination: { edgeId: "EDGE" },
  HttpsEdgeMutualTls: { edgeId: "EDGE" },
  TlsEdgeMutualTls: { edgeId: "EDGE" },
  TcpEdgeBackend: { edgeId: "EDGE-tcp" },
};

/** Returns a resource with its default arguments, except those that are set to null. */
function declared(type: string, name: string, stated: Args = {}): Declared {
  const { $options: options, $lookedUp, ...rest } = stated;
  const args = Object.entries({ ...DEFAULTS[type], ...rest }).filter(([, value]) => value !== null);
  return {
    ...{ type, name, args: Object.fromEntries(args) },
    ...(options !== undefined && { options: options as Args }),
    ...($lookedUp === true && { isLookedUp: true }),
  };
}

/**
 * The resources of a program in the form of data files: arguments by type and name; the default name is the type. A
 * program without types contains the arguments of a route with the name `route`; an absent program declares nothing.
 */
export function programOf(program: Args | undefined): Declared[] {
  if (!program) return [];
  const keys = Object.keys(program).filter((key) => /^[A-Z]/.test(key));
  if (keys.length === 0) return [declared("HttpsEdgeRoute", "route", program)];
  return keys.map((key) => {
    const [type = "", name = uncapitalized(type)] = key.split(" ");
    return declared(type, name, program[key] as Args);
  });
}
