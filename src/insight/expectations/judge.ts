import {
  type Answer,
  answersTo,
  hiddenPlaceText,
  narrowestOf,
  type Request,
} from "../ingress/answers";
import { candidateLines, unservedEdgeText } from "../ingress/describe";
import { edgesOf, type Ingress, type ServingRoute } from "../ingress/ingress";
import { tally } from "../report/text";
import {
  decisive,
  fails,
  notKnown,
  type Objection,
  type Outcome,
  objectionsToRoute,
} from "./claims";
import type { Claims, Expectation } from "./expectation";

/** The judgement of an expectation in a stack. docs/expectations.md describes it: reports for programs contain it. */
export interface Result {
  readonly expectation: Expectation;
  readonly project: string;
  readonly stack: string;
  readonly outcome: Outcome;
  /** Empty if the expectation holds. Each reason about a route begins with the name of the route. */
  readonly reasons: readonly string[];
  /** The resources of the routes for which the expectation fails; if none fails, of the routes for which it is not known. */
  readonly failing: readonly string[];
  /** The explanation of these routes and their modules, in lines. */
  readonly explanation: readonly string[];
}

/** Judges each expectation in each stack that it is for. */
export const judgeExpectations = (
  expectations: readonly Expectation[],
  ingresses: readonly Ingress[],
): Result[] =>
  ingresses.flatMap((ingress) =>
    expectations
      .filter(({ stack }) => stack === undefined || stack === ingress.stack)
      .map((expectation) => judgeExpectation(expectation, ingress)),
  );

/** The expectations for stacks that are not among the ingresses. */
export const unmatchedExpectations = (
  expectations: readonly Expectation[],
  ingresses: readonly Ingress[],
): Expectation[] =>
  expectations.filter(
    ({ stack }) => stack !== undefined && !ingresses.some((ingress) => ingress.stack === stack),
  );

export const countsOf = (results: readonly Result[]): Record<Outcome, number> =>
  tally(["holds", "fails", "not-known"], results, ({ outcome }) => outcome);

/** An expectation in words: `/admin on edge edge_1: protectedBy oauth or mutualTls; tls 1.2`. */
export function titleOf({ edge, path, host = "", routes, expect }: Expectation): string {
  const scope = routes === "every" ? " (every route)" : "";
  return `${host}${path} on edge ${edge}${scope}: ${claimTexts(expect).join("; ")}`;
}

function claimTexts({ strength, allows = {}, ...claims }: Claims): string[] {
  const texts = Object.entries(claims).map(([name, value]) => claimText(name, value));
  if (strength !== undefined) texts.push(`strength ${strength}`);
  const users = Object.entries(allows).map(
    ([list, names = []]) => `allows ${list} ${names.join(", ")}`,
  );
  return [...texts, ...users];
}

function claimText(name: string, value: Claims[keyof Claims]): string {
  if (value === true) return name;
  return `${name} ${Array.isArray(value) ? value.join(" or ") : value}`;
}

/** Judges an expectation in a stack, whichever stack it is for. */
export function judgeExpectation(expectation: Expectation, ingress: Ingress): Result {
  const { project, stack } = ingress;
  const unread = ingress.unread.map((part) =>
    notKnown(`this release cannot read all of the stack: ${part}`),
  );
  const objections = decisive([...objectionsIn(expectation, ingress), ...unread]);
  const failing = [...new Set(objections.flatMap(({ candidate }) => candidate ?? []))];
  return {
    expectation,
    project,
    stack,
    outcome: objections[0]?.outcome ?? "holds",
    reasons: [...new Set(objections.map(({ reason }) => reason))],
    failing: failing.map(({ route }) => route.args?.declaration.resource ?? ""),
    explanation: explanationOf(failing),
  };
}

/** The explanations of routes, equal explanations once. */
function explanationOf(routes: readonly ServingRoute[]): string[] {
  // The name of a resource may have line breaks, so that joined lines do not identify an explanation.
  const distinct = new Map(
    routes.map(candidateLines).map((lines) => [JSON.stringify(lines), lines]),
  );
  return [...distinct.values()].flat();
}

function objectionsIn(expectation: Expectation, ingress: Ingress): Objection[] {
  const { edge, path, host } = expectation;
  const request: Request = host === undefined ? { edge, path } : { edge, path, host };
  const answers = answersTo(request, ingress);
  // Without a host, the expectation is judged for each host that a match names, and for all other hosts together. A host that certainly no
  // route serves is not an objection if a route serves another host.
  if (answers.every(({ candidates }) => candidates.length === 0))
    return [unserved(edge, answers, ingress)];
  return answers.flatMap((answer) => objectionsToAnswer(answer, expectation));
}

/** The objection to a path that no known route serves. */
function unserved(edge: string, answers: readonly Answer[], ingress: Ingress): Objection {
  if (!answers.some(({ mayBeOther }) => mayBeOther)) return fails(unservedText(edge, ingress));
  const place = hiddenPlaceText(answers);
  return notKnown(
    `no route serves the path as far as is known; a route whose edge or match is ${place} may`,
  );
}

function unservedText(edge: string, ingress: Ingress): string {
  if (edgesOf(ingress).includes(edge)) return "no route serves the path";
  return `the stack ${unservedEdgeText(edge, ingress)}`;
}

function objectionsToAnswer(answer: Answer, { routes, expect }: Expectation): Objection[] {
  const candidates = routes === "every" ? answer.candidates : narrowestOf(answer);
  const objections = candidates.flatMap((candidate) =>
    objectionsToRoute(expect, candidate.route).map((objection) => ({
      ...objection,
      candidate,
      reason: candidate.route.title + objection.reason,
    })),
  );
  if (!answer.mayBeOther) return objections;
  return [
    ...objections,
    notKnown(`a route whose edge or match is ${hiddenPlaceText([answer])} may serve the path`),
  ];
}
