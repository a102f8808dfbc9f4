import { accessOf } from "./access";
import { answersTo, hiddenPlaceText, type Request } from "./answers";
import { type Arguments, hiddenAt, isInForce, textAt } from "./arguments";
import type { Modules } from "./declared-object";
import { flawsOf } from "./flaws";
import { edgesOf, type Ingress, type ServingRoute } from "./ingress";
import { hiddenText, isProtection, type ModuleName, moduleNames, modules } from "./modules";

export type ModuleDescription = ReturnType<typeof descriptionOf>;

/** Describes the modules of a route or edge, in the order of the table of modules: the API's reference shows no order. */
export const descriptionsOf = (all: Modules): ModuleDescription[] =>
  moduleNames.flatMap((name) => {
    const args = all[name];
    return args ? [descriptionOf(name, args)] : [];
  });

/** Describes a module: its effect, its state, and the flaws by which it keeps out less than it could. */
export function descriptionOf(name: ModuleName, args: Arguments) {
  const isUnknown = args.uncertainOwner !== undefined || hiddenAt(args, "enabled") !== undefined;
  return {
    name,
    title: modules[name].title,
    declaredBy: args.declaration.resource,
    isProtection: isProtection(name),
    says: args.hidden === undefined ? modules[name].describe(args) : hiddenText(args.hidden),
    state: isUnknown ? ("unknown" as const) : onOrOff(args),
    weaknesses: flawsOf(name, args).map(({ message }) => message),
  };
}

const onOrOff = (args: Arguments): "on" | "off" => (isInForce(args) ? "on" : "off");

/** The backend of a route, if it is known. */
export const backendOf = (all: Modules): string | undefined =>
  all.backend && textAt(all.backend, "backendId");

export type Explanation = ReturnType<typeof explain>;

/** Explains which routes may serve a request, and what it passes there. Throws an error if the stack has nothing on the edge. */
export function explain(request: Request, ingress: Ingress) {
  const edges = edgesOf(ingress);
  if (!edges.includes(request.edge) && ingress.unplaced.length === 0) {
    const known = edges.length > 0 ? edges.join(", ") : "no HTTPS edge at all";
    throw new Error(
      `stack ${ingress.stack} has no route on the HTTPS edge ${request.edge}; it has ${known}`,
    );
  }
  const answers = answersTo(request, ingress).map(({ candidates, ...answer }) => {
    return { ...answer, routes: candidates.map(routeOf) };
  });
  return { request, stack: ingress.stack, answers };
}

const routeOf = ({ route }: ServingRoute) => ({
  name: route.title,
  declaredBy: route.args?.declaration.resource ?? "",
  access: accessOf(route),
  modules: descriptionsOf(route.effective),
});

/** In words, a line each. */
export function explanationLines({
  request: { edge, path },
  stack,
  answers,
}: Explanation): string[] {
  const served = answers.filter(({ routes }) => routes.length > 0);
  const lines = served.flatMap(({ host, routes }) => [
    ...(served.length > 1 || host !== ""
      ? ["", host === "" ? "For any other host:" : `For the host ${host}:`]
      : []),
    ...routes.flatMap((route, index) => ["", ...routeLines(route, index)]),
    ...(routes.length > 1 ? ["", SEVERAL] : []),
  ]);
  const nothing = served.length === 0 ? ["", "No route of this stack serves it."] : [];
  const other = answers.some(({ mayBeOther }) => mayBeOther) ? ["", otherText(answers)] : [];
  return [`${path} on edge ${edge} in stack ${stack}:`, ...nothing, ...lines, ...other];
}

const SEVERAL =
  "The API's reference does not show which of several matching routes serves a request. The narrowest match is first.";
const otherText = (answers: Explanation["answers"]): string =>
  `A route whose edge or match is ${hiddenPlaceText(answers)} may serve it, too.`;

/** The requirements and effects of a route, after its name. */
const routeLines = (route: ReturnType<typeof routeOf>, index = 0): string[] => [
  `${index === 0 ? "served by" : "or by"} ${route.name}: ${route.access} (${route.declaredBy})`,
  ...route.modules.flatMap(moduleLines),
];

function moduleLines({ title, says, state, weaknesses }: ModuleDescription): string[] {
  const suffix = {
    on: "",
    off: " (disabled)",
    unknown: " (whether it is in force is known at apply)",
  }[state];
  return [`  ${title}: ${says}${suffix}`, ...weaknesses.map((each) => `    but ${each}`)];
}

export const candidateLines = (candidate: ServingRoute): string[] => routeLines(routeOf(candidate));
