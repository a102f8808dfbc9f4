import { type Access, accessOf } from "./access";
import { answersTo, hiddenPlaceText, type Request, stackText } from "./answers";
import { type Arguments, hiddenAt, isInForce, textAt } from "./arguments";
import type { Modules } from "./declared-object";
import { flawsOf } from "./flaws";
import { edgeNamesOf, edgesOf, type Ingress, type ServingRoute } from "./ingress";
import { hiddenText } from "./module-descriptions";
import { isProtection, type ModuleName, moduleNames, modules } from "./modules";
import { scopeOf } from "./routing";

/** A module in words. It is a part of the JSON that `edge-ingress explain` and `edge-ingress map` print. */
export interface ModuleDescription {
  readonly name: ModuleName;
  readonly title: string;
  /** Class and name of the resource. */
  readonly declaredBy: string;
  readonly isProtection: boolean;
  /** The effect of the module. */
  readonly effect: string;
  /** `unknown` if `enabled` is hidden, or if the module may belong to another object. */
  readonly state: "on" | "off" | "unknown";
  /** The messages of the module's flaws. */
  readonly weaknesses: readonly string[];
}

/** Describes the modules of a route or edge, in the order of the table of modules: the API's reference shows no order. */
export const descriptionsOf = (declared: Modules): ModuleDescription[] =>
  moduleNames.flatMap((name) => {
    const args = declared[name];
    return args ? [descriptionOf(name, args)] : [];
  });

export const descriptionOf = (name: ModuleName, args: Arguments): ModuleDescription => ({
  name,
  title: modules[name].title,
  declaredBy: args.declaration.resource,
  isProtection: isProtection(name),
  effect: args.hidden === undefined ? modules[name].describe(args) : hiddenText(args.hidden),
  state: stateOf(args),
  weaknesses: flawsOf(name, args).map(({ message }) => message),
});

function stateOf(args: Arguments): ModuleDescription["state"] {
  const isUnknown = args.uncertainOwner !== undefined || hiddenAt(args, "enabled") !== undefined;
  if (isUnknown) return "unknown";
  return isInForce(args) ? "on" : "off";
}

/** The backend of a route, if it is known. */
export const backendOf = (declared: Modules): string | undefined =>
  declared.backend && textAt(declared.backend, "backendId");

/** A route in words. It is a part of the JSON that `edge-ingress explain` prints. */
export interface RouteDescription {
  readonly name: string;
  /** Class and name of the resource. */
  readonly declaredBy: string;
  readonly access: Access;
  readonly modules: readonly ModuleDescription[];
}

/** The routes that may serve a request. It is a part of the JSON that `edge-ingress explain` prints. */
export interface Explanation {
  readonly request: Request;
  readonly stack: string;
  /** The routes for each host, the route with the narrowest match first. */
  readonly answers: readonly ExplainedAnswer[];
}

interface ExplainedAnswer {
  readonly host: string;
  readonly mayBeOther: boolean;
  readonly hiddenAs?: "secret" | "unknown";
  readonly routes: readonly RouteDescription[];
}

/**
 * Explains which routes may serve a request, and what it passes there.
 *
 * @throws {Error} if no serving route and no module of the stack names the edge of the request, and no edge or match of a serving route is
 * hidden.
 */
export function explain(request: Request, ingress: Ingress): Explanation {
  if (!edgesOf(ingress).includes(request.edge) && ingress.unplaced.length === 0) {
    throw new Error(`${stackText(ingress)} ${unservedEdgeText(request.edge, ingress)}`);
  }
  // A request on `SECRET_EDGE` has the routes with a secret edge and a known match as its candidates already, so they are not other routes.
  const unplaced = ingress.unplaced.filter((route) => scopeOf(route)?.edge !== request.edge);
  const answers = answersTo(request, { ...ingress, unplaced }).map(({ candidates, ...answer }) => {
    return { ...answer, routes: candidates.map(describeRoute) };
  });
  return { request, stack: ingress.stack, answers };
}

/** The predicate of a sentence about a stack of which no serving route and no module names this HTTPS edge. */
export function unservedEdgeText(edge: string, ingress: Ingress): string {
  const known = edgeNamesOf(ingress).join(", ") || "no HTTPS edge that serves requests";
  return `has no route that serves requests on the HTTPS edge ${edge}; it has ${known}`;
}

const describeRoute = ({ route }: ServingRoute): RouteDescription => ({
  name: route.title,
  declaredBy: route.args?.declaration.resource ?? "",
  access: accessOf(route),
  modules: descriptionsOf(route.effective),
});

const SEVERAL_ROUTES =
  "The API's reference does not show which of several matching routes serves a request. The narrowest match is first.";

const NONE = "No route of this stack serves it.";

const NONE_KNOWN = "No route of this stack is known to serve it.";

/** An explanation in words, a line each. */
export function explanationLines({ request, stack, answers }: Explanation): string[] {
  const lines = [`${request.path} on edge ${request.edge} in stack ${stack}:`];
  const served = answers.filter(({ routes }) => routes.length > 0);
  const mayBeOther = answers.some((answer) => answer.mayBeOther);
  if (served.length === 0) lines.push("", mayBeOther ? NONE_KNOWN : NONE);
  const isForEveryHost = served.length === 1 && served[0]?.host === "";
  for (const { host, routes } of served) {
    if (!isForEveryHost) lines.push("", hostLine(host));
    lines.push(...routes.flatMap((route, index) => ["", ...routeLines(route, index)]));
    if (routes.length > 1) lines.push("", SEVERAL_ROUTES);
  }
  if (mayBeOther) {
    const also = served.length === 0 ? "" : ", too";
    lines.push(
      "",
      `A route whose edge or match is ${hiddenPlaceText(answers)} may serve it${also}.`,
    );
  }
  return lines;
}

const hostLine = (host: string): string =>
  host === "" ? "For any other host:" : `For the host ${host}:`;

/** A route that may serve a request, and its modules, a line each. */
export const candidateLines = (candidate: ServingRoute): string[] =>
  routeLines(describeRoute(candidate), 0);

function routeLines(route: RouteDescription, index: number): string[] {
  const served = index === 0 ? "served by" : "or by";
  return [
    `${served} ${route.name}: ${route.access} (${route.declaredBy})`,
    ...route.modules.flatMap(moduleLines),
  ];
}

const STATE_SUFFIXES = {
  on: "",
  off: " (disabled)",
  unknown: " (whether it is in force is not known)",
} as const;

const moduleLines = (module: ModuleDescription): string[] => [
  `  ${moduleText(module)}`,
  ...module.weaknesses.map((weakness) => `    but ${weakness}`),
];

/** `login (OAuth): every user of provider1 (disabled)`. */
export const moduleText = ({ title, effect, state }: ModuleDescription): string =>
  `${title}: ${effect}${STATE_SUFFIXES[state]}`;
