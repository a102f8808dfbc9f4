import { describe, expect } from "vitest";
import { members, newRoute } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import type { ImportProject } from "../support/import-project";

/** `edge-ingress import --ids`, with and without `--only-ids`: which objects it takes from a Terraform state, and their names. */

const OAUTH = { provider: { provider_1: {} } };

const it = withImportProject();

const planned = async (project: ImportProject, ...args: string[]) => {
  const { code, json, errors } = await project.importAsJson("--dry-run", ...args);
  return {
    code,
    names: json?.objects.map(({ type, name }) => `${type} ${name}`),
    notes: json?.notes ?? [errors],
  };
};

/** A state as Mastercard's provider writes it. */
async function stateIn(
  project: ImportProject,
  ...resources: readonly (readonly [name: string, path: string, id: unknown, others?: object])[]
): Promise<string> {
  const list = resources.map(([name, path, id, others = {}]) => ({
    ...{ mode: "managed", type: "restapi_object", name, ...others },
    instances: [{ attributes: { id, path } }],
  }));
  await project.write("terraform.tfstate", JSON.stringify({ version: 4, resources: list }));
  return "terraform.tfstate";
}

describe("a Terraform state", () => {
  it("limits the import to what it manages, with its names", async ({ emulator, project }) => {
    const { id: mine } = await members(emulator, "POST", "/agent_ingresses", {
      domain: "a.example.com",
    });
    await members(emulator, "POST", "/agent_ingresses", { domain: "b.example.com" });
    const route = await newRoute(emulator, { oauth: OAUTH });
    const path = "/edges/https/edghts_1";
    await members(emulator, "PUT", `${path}/tls_termination`, { min_version: "1.2" });
    await members(emulator, "PUT", `${path}/mutual_tls`, { certificate_authority_ids: ["ca_1"] });
    const ids = await stateIn(
      project,
      ["class", "/agent_ingresses", mine],
      ["this", `${path}/routes`, route.split("/").at(-1), { module: 'module.api["eu"]' }],
      ["tls", `${path}/tls_termination`, "edghts_1"],
    );
    const { code, names } = await planned(project, "--ids", ids, "--only-ids");
    expect(code).toBe(0);
    expect(names).toEqual([
      "AgentIngress class",
      "HttpsEdgeTlsTermination tls",
      "HttpsEdgeRoute api-eu",
    ]);
    expect((await planned(project, "--ids", ids)).names).toContain("AgentIngress b-example-com");
  });

  it("that manages a module of a route and not the route, declares the module alone", async ({
    emulator,
    project,
  }) => {
    const route = await newRoute(emulator, { oauth: OAUTH });
    const id = route.split("/").at(-1);
    const ids = await stateIn(project, ["login", `/edges/https/edghts_1/routes/${id}/oauth`, "x"]);
    expect((await planned(project, "--ids", ids, "--only-ids")).names).toEqual([
      "HttpsEdgeRouteOAuth login",
    ]);
  });

  it("has its deleted objects named, and the command exits with 1", async ({ project }) => {
    const ids = await stateIn(
      project,
      ["gone", "/agent_ingresses", "agin_gone"],
      ["tls", "/edges/https/edghts_1/tls_termination", "x"],
    );
    const { code, notes } = await planned(project, "--ids", ids, "--only-ids", "--include", "typo");
    const lost = [
      "not found: AgentIngress agin_gone",
      "not found: HttpsEdgeTlsTermination edghts_1",
      "no object matches typo",
    ];
    expect({ code, notes: notes.slice(0, 3) }).toEqual({ code: 1, notes: lost });
  });
});

it("--only-ids needs ids", async ({ project }) => {
  const notes = [expect.stringContaining("name a file with --ids")];
  expect(await planned(project, "--only-ids")).toMatchObject({ code: 2, notes });
});
