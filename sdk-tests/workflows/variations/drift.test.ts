import { describe, expect } from "vitest";
import { readExport } from "../../../src/insight/engine/export";
import { type Preview, readPreview } from "../../../src/insight/engine/preview";
import { type Review, review } from "../../../src/insight/review/findings";
import { logins } from "../../review/inputs";
import { isUnmet, type LabelledDrift, labelledDrifts, named } from "../../review/labelled";
import { applyRemote } from "../../review/out-of-band";
import { program } from "../../review/program";
import { expectSeverity } from "../../review/severity";
import { SAMPLED_FORMS } from "../../support/forms";
import { type InstalledProject, withProject } from "../../support/installed";

/** Tests of the output of the engine, in each of its formats, after logins were removed by hand. */

const it = withProject(`
const { HttpsEdgeRoute, HttpsEdgeRouteOAuth } = require("pulumi-edge-ingress");
const oauth = { provider: { provider1: { organizations: ["example"] } } };
const route = (name, more) =>
  new HttpsEdgeRoute(name, { edgeId: "edge_1", matchType: "path_prefix", match: "/" + name, backend: { backendId: "bkdhr_1" }, ...more });
route("argument", process.env.PHASE === "after" ? {} : { oauth });
new HttpsEdgeRouteOAuth("login", { route: route("owner"), ...oauth });
route("public");
`);

/** The findings of the refresh. */
const FOUND = [
  "refresh argument: login -> open",
  "refresh login: login -> gone",
  "refresh owner: open -> open",
  "refresh public: open -> open",
];

const APPLY = ["up", "--yes", "--skip-preview"];

describe.each(SAMPLED_FORMS)("of %s resources whose logins were removed by hand", (form) => {
  it.beforeAll(async ({ emulator, project }) => {
    emulator.reset();
    await project.init(form, form);
    await project.succeed(APPLY);
    const logins = emulator.objects().filter(({ path }) => path.endsWith("/oauth"));
    expect(logins).toHaveLength(2);
    for (const { path } of logins) emulator.remove(path);
  });

  const STREAM = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };

  /** Reads the output of the engine as a document, and as a stream. */
  async function readBoth(
    project: InstalledProject,
    args: readonly string[],
    environment: object = {},
  ) {
    const read = async (more: object) =>
      readPreview(
        await project.succeed([...args, "--json"], { environment: { ...environment, ...more } }),
      );
    return [await read({}), await read(STREAM)];
  }

  /** Removes the paths of differences, which not every format contains. */
  const withoutPaths = (steps: readonly string[]) =>
    steps.map((step) => step.replace(/ \(.*/, "")).sort();

  it.for([
    { title: "a refresh prints what is open now", flags: [] },
    { title: "a refresh that runs the program prints what is open now", flags: ["--run-program"] },
  ] as const)("$title", async ({ flags }, { project }) => {
    for (const preview of await readBoth(project, ["refresh", "--preview-only", ...flags])) {
      expect(preview).toMatchObject({
        kind: "refresh",
        unchangedLeftOut: 0,
        project: "test",
        stack: form,
      } satisfies Partial<Preview>);
      expect(withoutPaths(logins(preview.steps))).toEqual(FOUND);
    }
  });

  it("a preview with a refresh prints what is open now, and that the apply restores it", async ({
    project,
  }) => {
    for (const preview of await readBoth(project, ["preview", "--refresh", "--show-sames"])) {
      expect(preview).toMatchObject({
        kind: "preview",
        unchangedLeftOut: 0,
      } satisfies Partial<Preview>);
      expect(withoutPaths(logins(preview.drift))).toEqual(FOUND);
      expect(withoutPaths(logins(preview.steps))).toEqual([
        "create login: gone -> login",
        "same owner: open -> open",
        "same public: open -> open",
        "update argument: open -> login",
      ]);
    }
  });

  it("a stream of a preview is judged as its document is", async ({ project }) => {
    const previews = await readBoth(project, ["preview", "--show-sames"], { PHASE: "after" });
    const [expected, found] = previews.map((preview) => review([preview]));
    const rules = (reviewed = expected) =>
      reviewed?.findings.map(({ rule, resource, argument }) => [rule.id, resource, argument]);
    expect(rules(expected)).toContainEqual([
      "protection-removed",
      "HttpsEdgeRoute argument",
      "oauth",
    ]);
    expect(rules(found)).toEqual(rules(expected));
    expect(found?.stacks).toEqual(expected?.stacks);
  });

  it("an up restores nothing without --refresh, since it compares the program with the state", async ({
    emulator,
    project,
  }) => {
    const protectedRoutes = () =>
      emulator.objects().filter(({ path }) => path.endsWith("/oauth")).length;
    await project.succeed(APPLY);
    expect(protectedRoutes()).toBe(0);
    await project.succeed([...APPLY, "--refresh"]);
    expect(protectedRoutes()).toBe(2);
  });

  it("a stream of a preview that fails is refused", async ({ project }) => {
    const { code, text } = await project.pulumi(["preview", "--json"], {
      ...STREAM,
      EDGE_INGRESS_BASE_URL: "none",
    });
    expect(code).not.toBe(0);
    expect(() => readPreview(text.slice(text.indexOf('{"sequence"')))).toThrow(
      "this preview failed",
    );
  });
});

const [unmet, met] = [
  labelledDrifts.filter(isUnmet),
  labelledDrifts.filter((drift) => !isUnmet(drift)),
];

const programs = labelledDrifts.map(({ name, declared }) => ({
  name,
  before: declared,
  after: declared,
}));

const itOfLabelled = withProject(program(programs));

describe.each(SAMPLED_FORMS)(
  "of labelled drifts of %s resources, which a refresh of the engine has found",
  (form) => {
    let reviewed: Review;

    itOfLabelled.beforeAll(async ({ emulator, project }) => {
      emulator.reset();
      project.environment.PHASE = "before";
      await project.init(form, form);
      await project.succeed(APPLY);
      const { resources } = readExport(
        form,
        await project.succeed(["stack", "export", "--show-secrets"]),
      );
      const deployed = new Map(resources.map((resource) => [resource.name, resource]));
      for (const { name, remote } of labelledDrifts) {
        for (const object of remote) {
          const resource = deployed.get(`${name}.${object.resource}`);
          if (resource) await applyRemote(emulator, resource, object);
        }
      }
      reviewed = review([
        readPreview(await project.succeed(["refresh", "--preview-only", "--json"])),
      ]);
    });

    function expectJudgedAsLabelled(drift: LabelledDrift): void {
      const found = reviewed.findings.filter(({ resource }) =>
        resource.includes(` ${drift.name}.`),
      );
      expectSeverity(found, drift);
      for (const { message } of found)
        expect(message).toMatch(
          /outside Pulumi.*; `pulumi up --refresh` (restores it|creates it again)$/,
        );
    }

    itOfLabelled.each(named(met))("%s is judged as labelled", (_, drift) =>
      expectJudgedAsLabelled(drift),
    );
    itOfLabelled.fails.each(named(unmet))("%s is not judged as labelled yet", (_, drift) =>
      expectJudgedAsLabelled(drift),
    );
  },
);
