import { expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { withEmulator } from "../support/fixtures";
import { FORMS, type FormName, SAMPLED_FORMS } from "../support/forms";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";
import { changesIn, modulesIn } from "../support/moving-modules";

/**
 * `pulumi up --continue-on-error` with the oldest SDK. After a failure the program goes on, as programs in other languages do, and
 * Pulumi deletes what the program has not registered. With newer SDKs the program ends with the failure: `e2e/engine-options`.
 */

const PROGRAM = `
const edge = require("pulumi-edge-ingress");

const clients = () => new edge.HttpsEdgeMutualTls("clients", { edgeId: "edge", certificateAuthorityIds: ["ca_1"] });

const place = (edgeId) => ({ edgeId, matchType: "path_prefix", match: "/", backend: { backendId: "bkd_1" } });

function routeWithLogin(edgeId, args = {}) {
  const route = new edge.HttpsEdgeRoute("route-" + edgeId, { ...place(edgeId), ...args });
  const ids = { edgeId: route.edgeId, routeId: route.id };
  new edge.HttpsEdgeRouteOAuth("login-" + edgeId, { ...ids, provider: { provider2: {} } });
}

const programs = {
  before() {
    routeWithLogin("a");
    clients();
    new edge.EventDestination("audit", { format: "json", target: { monitoring: { apiKey: "canary-key" } } });
  },
  declaresLater() {
    const fails = new edge.AgentIngress("fails", { domain: "fails.example.com" });
    fails.id.apply(() => {
      routeWithLogin("a");
      clients();
    });
  },
  addsRoute() {
    programs.before();
    routeWithLogin("b");
  },
};
programs[process.env.PROGRAM]();
`;

const it = withEmulator();

/** A stack of the first program, and a run of another program in it, with the changes that the run has requested. */
async function deploy(emulator: Emulator, form: FormName) {
  emulator.reset();
  const project = await InstalledProject.create(PROGRAM, sdks.oldest, PLUGINS);
  await project.init("test", form);
  project.use(emulator);
  const up = async (PROGRAM: string, ...options: string[]) => {
    emulator.clearRequests();
    const ended = await project.pulumi(
      ["up", "--stack=test", "--yes", "--skip-preview", ...options],
      { PROGRAM },
    );
    return { ...ended, changes: changesIn(emulator) };
  };
  expect(await up("before")).toMatchObject({ code: 0 });
  return { project, up };
}

it.for(FORMS)(
  "the provider deletes nothing that a program declares in an apply of a failed resource, and gives the reason, as %s",
  async (form, { emulator }) => {
    const { project, up } = await deploy(emulator, form);
    await using _ = project;
    const before = emulator.objects();
    emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 400, times: 1 });
    const { code, text, changes } = await up("declaresLater", "--continue-on-error");
    expect(code).not.toBe(0);
    expect(changes).toEqual(["POST agent_ingresses"]);
    expect(emulator.objects()).toEqual(before);
    expect(text).toMatch(
      /the module at \/edges\/https\/edge\/mutual_tls is not deleted: .*AgentIngress.* has failed/,
    );
    expect(text).toMatch(
      /EventDestination.* is not deleted: .*AgentIngress.* has failed in this run/,
    );

    // Without the failure, the program declares everything again, but for what it has removed.
    expect((await up("declaresLater")).changes).toEqual(
      ["DELETE event_destinations/ID", "POST agent_ingresses"].map(expectId),
    );
    expect(modulesIn(emulator)).toEqual(["a oauth", "edge mutual_tls"]);
  },
);

it.for(SAMPLED_FORMS)(
  "the message for a login names the failure of its route, as %s",
  async (form, { emulator }) => {
    const { project, up } = await deploy(emulator, form);
    await using _ = project;
    emulator.addFault({
      method: "POST",
      path: "/edges/https/{edge_id}/routes",
      status: 400,
      times: 1,
    });
    const { text, changes } = await up("addsRoute", "--continue-on-error");
    expect(changes).toEqual(["POST b/routes"]);
    expect(text).toMatch(
      /'login-b' has a problem: routeId is not known: .*HttpsEdgeRoute.* has failed in this run/,
    );
    expect(text).not.toContain("is required");
  },
);

const expectId = (request: string) =>
  request.endsWith("/ID") ? expect.stringContaining(request.slice(0, -2)) : request;
