import { accessOf, strengthOf, weaker } from "../ingress/access";
import { hiddenAt, isInForce } from "../ingress/arguments";
import { backendOf, candidateLines } from "../ingress/describe";
import type { IngressObject } from "../ingress/ingress";
import {
  type Answer,
  answersTo,
  edgesOf,
  hiddenPlaceText,
  type Ingress,
  narrowestOf,
  type ServingRoute,
} from "../ingress/ingress";
import type { Modules } from "../ingress/kinds";
import { itemText, modules as moduleFacts, principalListsOf, protectionNames } from "../ingress/modules";
import { includes, type Principal, principalOf } from "../ingress/names";
import { tlsVersionOf } from "../ingress/tls";
import { isHidden } from "../ingress/value";
import { tally } from "../report/text";
import type { AllowedUsers, Claims, Expectation } from "./expectation";

/** Whether something is so. `not-known`: only an apply, or whoever knows a secret, can say. */
export type Outcome = "holds" | "fails" | "not-known";

/** What is found of an expectation in a stack. */
export type Result = ReturnType<typeof resultOf>;

/** Judges expectations, each for every stack that it is for. */
export const judge = (expectations: readonly Expectation[], ingresses: readonly Ingress[]) =>
  ingresses.flatMap((ingress) =>
    expectations
      .filter(({ stack }) => stack === undefined || stack === ingress.stack)
      .map((expectation) => resultOf(expectation, ingress)),
  );

/** Expectations for stacks that nobody has given. */
export const unusedOf = (expectations: readonly Expectation[], ingresses: readonly Ingress[]): Expectation[] =>
  expectations.filter(({ stack }) => stack !== undefined && !ingresses.some((each) => each.stack === stack));

export const countsOf = (results: readonly Result[]): Record<Outcome, number> =>
  tally(["holds", "fails", "not-known"], results, ({ outcome }) => outcome);

/** An expectation in words: `/admin on edge edge_1: protectedBy oauth or mutualTls; tls 1.2`. */
export function titleOf({ edge, path, host, expect }: Expectation): string {
  const { strength, allows, ...claims } = expect;
  const texts = Object.entries({ ...claims, ...(strength && { strength }) }).map(([name, value]) =>
    value === true ? name : `${name} ${Array.isArray(value) ? value.join(" or ") : value}`,
  );
  const users = Object.entries(allows ?? {}).map(([list, all]) => `allows ${list} ${(all ?? []).join(", ")}`);
  return `${host ?? ""}${path} on edge ${edge}: ${[...texts, ...users].join("; ")}`;
}

/** Why something does not hold, or may not. */
interface Objection {
  readonly outcome: Exclude<Outcome, "holds">;
  /** Of a claim, it follows the name of a route. */
  readonly says: string;
  readonly candidate?: ServingRoute;
}

const fails = (says: string): Objection => ({ outcome: "fails", says });
const notKnown = (says: string): Objection => ({ outcome: "not-known", says });

/** The objections that decide: failures, if there are any. */
function decisive(objections: readonly Objection[]): readonly Objection[] {
  const failures = objections.filter(({ outcome }) => outcome === "fails");
  return failures.length > 0 ? failures : objections;
}

function resultOf(expectation: Expectation, ingress: Ingress) {
  const { project, stack } = ingress;
  const { edge, path, host } = expectation;
  const answers = answersTo({ edge, path, ...(host !== undefined && { host }) }, ingress);
  const served = answers.filter(({ candidates }) => candidates.length > 0);
  const unserved = answers.some(({ mayBeOther }) => mayBeOther)
    ? notKnown(
        `no route serves the path as far as is known; a route whose edge or match is ${hiddenPlaceText(answers)} may`,
      )
    : fails(unservedText(edge, ingress));
  const found = served.flatMap((answer) => objectionsIn(answer, expectation));
  const unread = ingress.unread.map((what) => notKnown(`this release cannot read all of the stack: ${what}`));
  const objections = decisive([...(served.length > 0 ? found : [unserved]), ...unread]);
  const candidates = [...new Set(objections.flatMap(({ candidate }) => candidate ?? []))];
  // Routes that read alike are explained once. The name of a resource may have line breaks, so lines are not joined by them.
  const explained = new Map(candidates.map(candidateLines).map((lines) => [JSON.stringify(lines), lines]));
  return {
    expectation,
    project,
    stack,
    outcome: objections[0]?.outcome ?? ("holds" as const),
    // Each begins with the name of a route. If the expectation holds, there is none.
    reasons: [...new Set(objections.map(({ says }) => says))],
    failing: candidates.map(({ route }) => route.args?.declaration.resource ?? ""),
    // Which route serves the request, and what its modules are, in lines.
    explanation: [...explained.values()].flat(),
  };
}

function unservedText(edge: string, ingress: Ingress): string {
  const edges = edgesOf(ingress);
  if (edges.includes(edge)) return "no route serves the path";
  const known = edges.length > 0 ? edges.join(", ") : "no HTTPS edge at all";
  return `the stack has no route on the HTTPS edge ${edge}; it has ${known}`;
}

function objectionsIn(answer: Answer, { routes, expect }: Expectation): Objection[] {
  const { candidates, mayBeOther } = answer;
  const objections = (routes === "every" ? candidates : narrowestOf(answer)).flatMap((candidate) =>
    objectionsTo(expect, candidate).map((each) => ({ ...each, candidate, says: candidate.route.title + each.says })),
  );
  const other = notKnown(`a route whose edge or match is ${hiddenPlaceText([answer])} may serve the path`);
  return mayBeOther ? [...objections, other] : objections;
}

/** What is found of each claim, for a route that may serve a request. */
function objectionsTo(claims: Claims, { route }: ServingRoute): Objection[] {
  const modules = route.effective;
  return [
    claims.protectedBy && protectedBy(claims.protectedBy, claims.strength, modules),
    claims.allows && allows(claims.allows, route),
    claims.servedBy !== undefined && servedBy(claims.servedBy, route),
    claims.tls && tls(claims.tls, modules),
    claims.open && open(route),
  ].filter((objection) => typeof objection === "object");
}

function protectedBy(wanted: NonNullable<Claims["protectedBy"]>, least: Claims["strength"], modules: Modules) {
  const isAny = wanted.includes("any");
  const names = isAny ? protectionNames : wanted.filter((name) => name !== "any");
  const lower = names.map((name) =>
    weaker(strengthOf(name, modules[name]), least ?? (isAny ? "real" : moduleFacts[name].best)),
  );
  if (lower.includes("no")) return undefined;
  const words = isAny ? "a protection of full strength" : names.map((name) => moduleFacts[name].title).join(" or ");
  return lower.includes("may")
    ? notKnown(`: whether it requires ${words} is not known until apply`)
    : fails(` does not require ${words}`);
}

/** Logins whose users a claim may list, and how messages call these users. */
const logins = {
  oauth: { verb: "authenticates", noun: "", nameOf: ({ text, noun }: Principal) => `${itemText(text)} (${noun})` },
  saml: { verb: "signs in", noun: "the groups ", nameOf: ({ text }: Principal) => itemText(text) },
};

/** An objection if a login admits users whom the claim does not list. */
function allows({ groups = [], ...users }: AllowedUsers, route: IngressObject): Objection | undefined {
  const lists = Object.entries({ ...users, authorizedGroups: groups });
  const wanted = lists.flatMap(([list, all = []]) => all.map((text) => principalOf(list, text)));
  const byLogin = Map.groupBy(wanted, ({ list }) => (list === "authorizedGroups" ? "saml" : "oauth"));
  return decisive([...byLogin].flatMap(([name, all]) => onlyWanted(name, all, route) ?? []))[0];
}

function onlyWanted(name: keyof typeof logins, wanted: readonly Principal[], route: IngressObject) {
  const { title } = moduleFacts[name];
  const { verb, noun, nameOf } = logins[name];
  const args = route.effective[name];
  if (!args || !isInForce(args)) {
    const admitted = accessOf(route) === "open" ? "everyone is admitted" : "other protections decide who is admitted";
    return fails(` does not require ${title}, so ${admitted}`);
  }
  const { principals: entries } = principalListsOf(name, args)[0] ?? {};
  const others = entries?.filter((each) => !isHidden(each.text) && !wanted.some((wide) => includes(wide, each))) ?? [];
  if (others.length > 0) return fails(` also admits ${noun}${others.map(nameOf).join(", ")}`);
  if (!entries || entries.some(({ text }) => isHidden(text)) || hiddenAt(args, "enabled")) {
    return notKnown(`: whom its ${title} admits is not known`);
  }
  return entries.length > 0 ? undefined : fails(` admits everyone whom the identity provider ${verb}`);
}

function servedBy(wanted: string, { args, modules }: ServingRoute["route"]) {
  const backend = backendOf(modules);
  if ([args?.declaration.name, args?.declaration.resource, backend].includes(wanted)) return undefined;
  if (modules.backend && backend === undefined) return notKnown(": its backend is not known until apply");
  return fails(` serves it with ${modules.backend ? `backend ${backend}` : "no backend that the program declares"}`);
}

function tls(oldest: NonNullable<Claims["tls"]>, { tlsTermination: args }: Modules) {
  const version = args && hiddenAt(args, "enabled") ? "hidden" : tlsVersionOf(args);
  if (version === "off") return fails(" is on an edge whose lowest TLS version the program does not declare");
  if (version === "default") return fails(" is on an edge whose lowest TLS version the service chooses");
  if (version === "hidden") return notKnown(": the lowest TLS version of its edge is not known");
  if (version === "unknown") return notKnown(": the lowest TLS version of its edge cannot be read");
  if (version === "upstream")
    return notKnown(": its edge passes TLS through, and the upstream chooses the lowest version");
  // Versions of SSL are numbers below 1: 0.3 is SSL 3.
  const name = version < 1 ? `SSL ${Math.round(version * 10)}` : `TLS ${version.toFixed(1)}`;
  return version < Number(oldest) && fails(` is on an edge that accepts ${name}`);
}

function open(route: ServingRoute["route"]) {
  const access = accessOf(route);
  if (access === "open") return undefined;
  if (access === "not known") return notKnown(": whether it is open is not known until apply");
  return fails(" is protected, and is expected to be open");
}
