import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { review } from "../../src/insight/review/findings";
import { readPreview } from "../../src/insight/stack/preview";
import { logins } from "../review/inputs";
import { SAMPLED_FORMS } from "../support/forms";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";

/** What the engine prints, in each of its ways, after somebody has removed logins by hand. */

const PROGRAM = `
const { HttpsEdgeRoute, HttpsEdgeRouteOAuth } = require("pulumi-edge-ingress");
const oauth = { provider: { provider1: { organizations: ["example"] } } };
const route = (name, more) =>
  new HttpsEdgeRoute(name, { edgeId: "edge_1", matchType: "path_prefix", match: "/" + name, backend: { backendId: "bkdhr_1" }, ...more });
route("argument", process.env.PHASE === "after" ? {} : { oauth });
new HttpsEdgeRouteOAuth("login", { route: route("owner"), ...oauth });
route("public");
`;

/** What the refresh finds. */
const FOUND = [
  "refresh argument: login -> open",
  "refresh login: login -> gone",
  "refresh owner: open -> open",
  "refresh public: open -> open",
];

describe.each(SAMPLED_FORMS)("of %s resources whose logins were removed by hand", (form) => {
  let emulator: Emulator;
  let project: InstalledProject;

  beforeAll(async () => {
    emulator = await startEmulator();
    project = await InstalledProject.create(PROGRAM, sdks.newest, PLUGINS);
    await pulumi(["stack", "init", "test"]);
    if (form === "plugin") await pulumi(["config", "set", "edge-ingress:plugin", "true"]);
    await pulumi(["up", "--yes", "--skip-preview"]);
    const logins = emulator.objects().filter(({ path }) => path.endsWith("/oauth"));
    expect(logins).toHaveLength(2);
    for (const { path } of logins) emulator.remove(path);
  });

  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    await emulator.close();
  });

  async function pulumi(args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
    const server = { EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey };
    const { code, text } = await project.pulumi(args, { ...server, ...environment });
    expect(code, text).toBe(0);
    return text;
  }

  const STREAM = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
  const read = async (args: readonly string[], environment = {}) =>
    readPreview(await pulumi([...args, "--json"], environment));

  /** Without the paths of what differs, which not every way shows. */
  const withoutPaths = (steps: readonly string[]) => steps.map((step) => step.replace(/ \(.*/, "")).sort();

  it.each([
    ["a refresh", []],
    ["a refresh that runs the program", ["--run-program"]],
  ])("%s prints what is open now", async (_, flags) => {
    const args = ["refresh", "--preview-only", ...flags];
    for (const preview of [await read(args), await read(args, STREAM)]) {
      expect(preview).toMatchObject({ kind: "refresh", hidden: 0, project: "test", stack: "test" });
      expect(withoutPaths(logins(preview.steps))).toEqual(FOUND);
    }
  });

  it("a preview with a refresh prints what is open now, and that the apply restores it", async () => {
    const args = ["preview", "--refresh", "--show-sames"];
    for (const preview of [await read(args), await read(args, STREAM)]) {
      expect(preview).toMatchObject({ kind: "preview", hidden: 0 });
      expect(withoutPaths(logins(preview.drift))).toEqual(FOUND);
      expect(withoutPaths(logins(preview.steps))).toEqual([
        "create login: gone -> login",
        "same owner: open -> open",
        "same public: open -> open",
        "update argument: open -> login",
      ]);
    }
  });

  it("a stream of a preview is judged as its document is", async () => {
    const args = ["preview", "--show-sames"];
    const [document, stream] = [await read(args, { PHASE: "after" }), await read(args, { ...STREAM, PHASE: "after" })];
    const [expected, found] = [document, stream].map((preview) => review([preview]));
    const rules = (reviewed = expected) =>
      reviewed?.findings.map(({ rule, resource, argument }) => [rule.id, resource, argument]);
    expect(rules(expected)).toContainEqual(["protection-removed", "HttpsEdgeRoute argument", "oauth"]);
    expect(rules(found)).toEqual(rules(expected));
    expect(found?.stacks).toEqual(expected?.stacks);
  });

  it("a stream of a preview that fails is refused", async () => {
    const { code, text } = await project.pulumi(["preview", "--json"], { ...STREAM, EDGE_INGRESS_BASE_URL: "none" });
    expect(code).not.toBe(0);
    expect(() => readPreview(text.slice(text.indexOf('{"sequence"')))).toThrow("this preview failed");
  });
});
