import fc from "fast-check";
import { expect, it } from "vitest";
import { resourceClassName } from "../../src/core/definitions/define";
import { changesOf } from "../../src/insight/change/change";
import { type Preview, readPreview } from "../../src/insight/engine/preview";
import { judgeExpectations } from "../../src/insight/expectations/judge";
import type { Access } from "../../src/insight/ingress/access";
import { explain } from "../../src/insight/ingress/describe";
import type { Ingress } from "../../src/insight/ingress/ingress";
import { mapOfPreview } from "../../src/insight/map/model";
import { policies } from "../../src/insight/policy/policies";
import { type PolicyInput, policyStackReader } from "../../src/insight/policy/stack";
import { review } from "../../src/insight/review/findings";
import { changes } from "./oracle/generate";
import type { Ingress as RandomIngress } from "./oracle/model";
import { previewText } from "./oracle/preview";

/** All readers of an ingress agree on who gets in at a route. REVIEW_SEED repeats a run. */

const SEED = Number(process.env.REVIEW_SEED ?? Date.now() % 2 ** 31);
const RUNS = 300;

/** The access to the routes that serve, by route. */
type Answers = Readonly<Record<string, Access>>;

/** Maps the access to the answer of a reader that distinguishes fewer kinds. */
const isOpen = (access: Access): string => (access === "open" ? "open" : "closed");
const isRefused = (access: Access): string =>
  access === "open" || access === "weak" ? access : "accepted";

const withBackends = (ingress: RandomIngress, enabled: boolean): RandomIngress => ({
  ...ingress,
  routes: ingress.routes.map((route) => ({ ...route, backend: { backendId: "bkdhr_1", enabled } })),
});

const namesIn = ({ serving }: Ingress): string[] =>
  serving.map(({ route }) => route.args?.declaration.name ?? "");

const nameOf = (declaredBy: string): string => declaredBy.split(" ").at(-1) ?? "";

function mapAnswers(preview: Preview): Answers {
  const routes = mapOfPreview(preview).edges.flatMap((edge) => edge.routes);
  return Object.fromEntries(
    routes.map(({ declaredBy, access }) => [nameOf(declaredBy), access as Access]),
  );
}

function explainAnswers(ingress: Ingress): Answers {
  const requests = ingress.serving.map(({ scope: { edge, host, path } }) => ({
    ...{ edge, path },
    ...(host !== "" && { host }),
  }));
  const routes = requests.flatMap((request) =>
    explain(request, ingress).answers.flatMap(({ routes: all }) => all),
  );
  return Object.fromEntries(routes.map(({ declaredBy, access }) => [nameOf(declaredBy), access]));
}

function expectationAnswers(ingress: Ingress): Answers {
  const answers = ingress.serving.map((object) => {
    const { route, scope } = object;
    // The ingress has only this route, so that no other route matches the request.
    const alone = { ...ingress, unplaced: [], serving: [object] };
    const request = {
      edge: scope.edge,
      path: scope.path,
      ...(scope.host !== "" && { host: scope.host }),
    };
    const [open, any] = judgeExpectations(
      [
        { ...request, expect: { open: true } },
        { ...request, expect: { protectedBy: ["any"] } },
      ],
      [alone],
    ).map(({ outcome }) => outcome);
    const access =
      open === "holds"
        ? "open"
        : any === "holds"
          ? "protected"
          : any === "fails"
            ? "weak"
            : "not known";
    return [route.args?.declaration.name ?? "", access] as const;
  });
  return Object.fromEntries(answers);
}

function policyAnswers({ steps }: Preview, ingress: Ingress): Readonly<Record<string, string>> {
  const resources = steps.flatMap(({ urn, before, after }): PolicyInput[] => {
    if (!after?.isIngress) return [];
    const sources = Object.entries(after.dependencies).map(([name, urns]) => [
      name,
      urns.map((urn) => ({ urn: urn })),
    ]);
    // A policy does not receive ids: the address of a route contains its id.
    const uri = before && { uri: `https://api.example.com/${before.id}` };
    const props = { ...after.outputs, ...after.inputs, ...uri };
    const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
    expect(resourceClassName(type)).toBe(after.type);
    return [{ type, urn, props, propertyDependencies: Object.fromEntries(sources) } as never];
  });
  const refusedBy = (strength: "weak" | "real") =>
    new Set(
      policies["route-protected"]
        .judge(policyStackReader()(resources), { strength, exceptions: [] })
        .map(({ urn }) => urn),
    );
  const [weak, real] = [refusedBy("weak"), refusedBy("real")];
  const own = ingress.serving.map(({ route }) => route.args?.declaration);
  const answerOf = (urn = "") => (weak.has(urn) ? "open" : real.has(urn) ? "weak" : "accepted");
  return Object.fromEntries(own.map((resource) => [resource?.name ?? "", answerOf(resource?.urn)]));
}

/** Returns the findings of a review if the backends of all routes are enabled. */
function reviewAnswers(preview: Preview, ingress: Ingress): Readonly<Record<string, string>> {
  const { findings } = review([preview]);
  const effects = findings.flatMap(({ rule, parts, resource }) =>
    [rule, ...parts.map((part) => part.rule)].map(({ id }) => `${id} ${nameOf(resource)}`),
  );
  return Object.fromEntries(
    namesIn(ingress).map((name) => [
      name,
      effects.includes(`served-unprotected ${name}`) ? "open" : "closed",
    ]),
  );
}

it(`review, drift, policies, expectations, explain and map agree on who gets in at a route (seed ${SEED})`, () => {
  const seen = { open: 0, weak: 0, protected: 0, "not known": 0 };
  const agree = fc.property(changes, fc.constantFrom("dynamic", "plugin"), (pair, form) => {
    // The ingress after the change contains secrets and unknown values as well.
    const [idle, serving] = [withBackends(pair.after, false), withBackends(pair.after, true)];
    const preview = readPreview(previewText(serving, serving, form));
    const ingress = changesOf(preview).after;
    const change = readPreview(previewText(idle, serving, form));
    const names = namesIn(ingress);
    const only = (answers: Answers) =>
      Object.fromEntries(names.map((name) => [name, answers[name]]));
    const map = only(mapAnswers(preview));
    const expectedAnswers = (answerFor: (access: Access) => string) =>
      Object.fromEntries(names.map((name) => [name, answerFor(map[name] ?? "open")]));
    expect({
      explain: only(explainAnswers(ingress)),
      expectations: only(expectationAnswers(ingress)),
      policies: policyAnswers(preview, ingress),
      review: reviewAnswers(change, ingress),
      drift: reviewAnswers({ ...change, kind: "refresh" }, ingress),
    }).toEqual({
      ...{ explain: map, expectations: map, policies: expectedAnswers(isRefused) },
      ...{ review: expectedAnswers(isOpen), drift: expectedAnswers(isOpen) },
    });
    for (const access of Object.values(map)) seen[access ?? "open"] += 1;
  });
  fc.assert(agree, { seed: SEED, numRuns: RUNS });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS / 20);
});
