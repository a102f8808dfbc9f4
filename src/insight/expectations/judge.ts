import { candidateLines } from "../describe/explain";
import { type Answer, answersTo, type Ingress, narrowestOf, type ServingRoute } from "../ingress/ingress";
import { tally } from "../report/text";
import { type Outcome, type Verdict, verdictsOn } from "./claims";
import type { Expectation } from "./expectation";

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

interface Judged extends Verdict {
  readonly candidate?: ServingRoute;
}

function resultOf(expectation: Expectation, ingress: Ingress) {
  const { project, stack } = ingress;
  const { edge, path, host } = expectation;
  const answers = answersTo({ edge, path, ...(host !== undefined && { host }) }, ingress);
  const served = answers.filter(({ candidates }) => candidates.length > 0);
  const found =
    served.length > 0 ? served.flatMap((answer) => judgedOn(answer, expectation)) : [nothingServes(answers)];
  const outcomes = found.map((each) => each.outcome);
  const outcome: Outcome = (["fails", "not-known"] as const).find((each) => outcomes.includes(each)) ?? "holds";
  const relevant = found.filter((each) => each.outcome === outcome && outcome !== "holds");
  const candidates = [...new Set(relevant.flatMap(({ candidate }) => candidate ?? []))];
  const explained = new Set(candidates.map((each) => candidateLines(each).join("\n")));
  return {
    ...{ expectation, project, stack, outcome },
    // Each begins with the name of a route. If the expectation holds, there is none.
    reasons: [...new Set(relevant.map(({ says }) => says))],
    failing: candidates.map(({ route }) => route.own?.source.resource ?? ""),
    // Which route serves the request, and what its modules are, in lines.
    explanation: [...explained].flatMap((lines) => lines.split("\n")),
  };
}

const nothingServes = (answers: readonly Answer[]): Judged =>
  answers.some(({ mayBeOther }) => mayBeOther)
    ? { outcome: "not-known", says: "no route serves the path as far as is known; a route known at apply may" }
    : { outcome: "fails", says: "no route serves the path" };

function judgedOn(answer: Answer, { routes, expect }: Expectation): Judged[] {
  const { candidates, mayBeOther } = answer;
  const judged = (routes === "every" ? candidates : narrowestOf(answer)).flatMap((candidate) =>
    verdictsOn(expect, candidate).map((each) => ({ ...each, candidate, says: candidate.route.title + each.says })),
  );
  const says = "a route whose edge or match is known at apply may serve the path";
  return mayBeOther ? [...judged, { outcome: "not-known", says }] : judged;
}

export const countsOf = (results: readonly Result[]): Record<Outcome, number> =>
  tally(["holds", "fails", "not-known"], results, ({ outcome }) => outcome);

/** An expectation in words: `/admin on edge edge_1: protectedBy oauth or mutualTls; tls 1.2`. */
export function titleOf({ edge, path, host, expect }: Expectation): string {
  const { strength, allows, ...claims } = expect;
  const texts = Object.entries(claims).map(([name, value]) =>
    value === true ? name : `${name} ${Array.isArray(value) ? value.join(" or ") : value}`,
  );
  const users = Object.entries(allows ?? {}).map(([list, all]) => `allows ${list} ${(all ?? []).join(", ")}`);
  const least = strength ? [`strength ${strength}`] : [];
  return `${host ?? ""}${path} on edge ${edge}: ${[...texts, ...least, ...users].join("; ")}`;
}
