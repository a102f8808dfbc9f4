import fc from "fast-check";
import { expect, it } from "vitest";
import { classIn } from "../../src/core/definitions/tokens";
import { explain } from "../../src/insight/expectations/explain";
import { judge } from "../../src/insight/expectations/judge";
import { type Snapshot, snapshotOf } from "../../src/insight/ingress/snapshot";
import { mapOf } from "../../src/insight/map/model";
import { policies } from "../../src/insight/policy/policies";
import { type Judged, policyStackOf } from "../../src/insight/policy/stack";
import { review } from "../../src/insight/review/findings";
import { type Preview, readPreview } from "../../src/insight/stack/preview";
import { ingresses } from "./oracle/generate";
import type { Ingress } from "./oracle/model";
import { previewText } from "./oracle/preview";

/** Whoever reads an ingress gives the same answer to the question who gets in at a route. REVIEW_SEED repeats a run. */

const SEED = Number(process.env.REVIEW_SEED ?? Date.now() % 2 ** 31);
const RUNS = 300;

/** Whether each reader holds a route for open, by the names of the routes that serve. */
type Answers = Readonly<Record<string, boolean>>;

const withBackends = (ingress: Ingress, enabled: boolean): Ingress => ({
  ...ingress,
  routes: ingress.routes.map((route) => ({ ...route, backend: { backendId: "bkdhr_1", enabled } })),
});

const servers = ({ servers: all }: Snapshot) => all.map((each) => ({ ...each, own: each.subject.after.own }));

const nameOf = (declaredBy: string): string => declaredBy.split(" ").at(-1) ?? "";

function mapAnswers(preview: Preview): Answers {
  const routes = mapOf(preview).edges.flatMap((edge) => edge.routes);
  return Object.fromEntries(routes.map(({ declaredBy, access }) => [nameOf(declaredBy), access === "open"]));
}

function explainAnswers(snapshot: Snapshot): Answers {
  const requests = servers(snapshot).map(({ cover: { edge, host, path } }) => ({
    ...{ edge, path },
    ...(host !== "" && { host }),
  }));
  const routes = requests.flatMap((request) => explain(request, snapshot).answers.flatMap(({ routes: all }) => all));
  return Object.fromEntries(routes.map(({ declaredBy, access }) => [nameOf(declaredBy), access === "open"]));
}

function expectationAnswers(snapshot: Snapshot): Answers {
  const answers = servers(snapshot).map(({ subject, own, cover }) => {
    // Of this route alone, so that no other one matches the request.
    const alone = { ...snapshot, unplaced: [], servers: snapshot.servers.filter((each) => each.subject === subject) };
    const request = { edge: cover.edge, path: cover.path, ...(cover.host !== "" && { host: cover.host }) };
    const [result] = judge([{ ...request, expect: { open: true } }], [alone]);
    return [own?.source.name ?? "", result?.outcome === "holds"] as const;
  });
  return Object.fromEntries(answers);
}

function policyAnswers({ steps }: Preview, snapshot: Snapshot): Answers {
  const resources = steps.flatMap(({ urn, after }): Judged[] => {
    if (!after?.isIngress) return [];
    const sources = Object.entries(after.dependencies).map(([name, urns]) => [
      name,
      urns.map((each) => ({ urn: each })),
    ]);
    const props = { ...after.outputs, ...after.inputs };
    const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
    expect(classIn(type)).toBe(after.type);
    return [{ type, urn, props, propertyDependencies: Object.fromEntries(sources) } as never];
  });
  const found = policies["route-protected"].judge(policyStackOf(resources), { strength: "weak", exceptions: [] });
  const open = found.filter(({ message }) => message.includes("is open to everybody"));
  const names = servers(snapshot).map(({ own }) => own?.source);
  return Object.fromEntries(names.map((each) => [each?.name ?? "", open.some(({ urn }) => urn === each?.urn)]));
}

/** What a review finds if the backends of all routes are enabled. */
function reviewAnswers(preview: Preview, snapshot: Snapshot): Answers {
  const { findings } = review([preview]);
  const effects = findings.flatMap(({ rule, parts, resource }) =>
    [rule, ...parts.map((part) => part.rule)].map(({ id }) => `${id} ${nameOf(resource)}`),
  );
  const names = servers(snapshot).map(({ own }) => own?.source.name ?? "");
  return Object.fromEntries(names.map((name) => [name, effects.includes(`served-unprotected ${name}`)]));
}

it(`review, drift, policies, expectations, explain and map agree on who gets in at a route (seed ${SEED})`, () => {
  const seen = { open: 0, closed: 0 };
  const agree = fc.property(ingresses, fc.constantFrom("dynamic", "plugin"), (random, form) => {
    const [idle, serving] = [withBackends(random, false), withBackends(random, true)];
    const preview = readPreview(previewText(serving, serving, form));
    const snapshot = snapshotOf(preview);
    const change = readPreview(previewText(idle, serving, form));
    const names = servers(snapshot).map(({ own }) => own?.source.name ?? "");
    const only = (answers: Answers) => Object.fromEntries(names.map((name) => [name, answers[name]]));
    const map = only(mapAnswers(preview));
    expect({
      explain: only(explainAnswers(snapshot)),
      expectations: only(expectationAnswers(snapshot)),
      policies: only(policyAnswers(preview, snapshot)),
      review: only(reviewAnswers(change, snapshot)),
      drift: only(reviewAnswers({ ...change, kind: "refresh" }, snapshot)),
    }).toEqual({ explain: map, expectations: map, policies: map, review: map, drift: map });
    for (const isOpen of Object.values(map)) seen[isOpen ? "open" : "closed"] += 1;
  });
  fc.assert(agree, { seed: SEED, numRuns: RUNS });
  expect(Math.min(seen.open, seen.closed)).toBeGreaterThan(RUNS / 10);
});
