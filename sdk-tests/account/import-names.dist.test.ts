import { describe, expect } from "vitest";
import { members, newRoute } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";

/** `--names FILE`: a dry run writes names of resources and settings, a person edits them, the import takes them. */

const it = withImportProject()
  .extend("ids", async ({ emulator }) => {
    const { id: ingress } = await members(emulator, "POST", "/agent_ingresses", {
      domain: "a.example.com",
    });
    const route =
      (await newRoute(emulator, { backend: { backend_id: "bkd_1" } })).split("/").at(-1) ?? "";
    return { ingress: String(ingress), route, edge: "edghts_1" };
  })
  .extend("named", ({ ids }) => ["--route", `${ids.edge}/${ids.route}`, "--names", "names.yaml"]);

describe("names in a file", () => {
  it("are written by a dry run, edited, kept by the next dry run, and used by the import", async ({
    project,
    ids,
    named,
  }) => {
    expect((await project.import("--dry-run", ...named)).code).toBe(0);
    const lines = (await project.read("names.yaml"))
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines).toEqual([
      `AgentIngress ${ids.ingress}: a-example-com # "a.example.com"`,
      `HttpsEdgeRoute ${ids.route}: a # "/a"`,
      `httpsEdge ${ids.edge}: httpsEdge_${ids.edge}`,
      "backend bkd_1: backend_bkd_1",
    ]);
    const edited = [
      `AgentIngress ${ids.ingress}: connect`,
      "backend bkd_1: shopBackend",
      "backend other: unused",
    ];
    await project.write("names.yaml", edited.join("\n"));
    expect((await project.import("--dry-run", ...named)).text).toContain(
      "would declare AgentIngress connect (",
    );
    expect(await project.read("names.yaml")).toMatch(/: connect .*\n(.*\n)*.*: shopBackend\n/);
    expect((await project.import(...named)).code).toBe(0);
    const program = await project.read("ingress.ts");
    expect(program).toContain('new AgentIngress("connect", {');
    expect(program).toContain('const shopBackend = config.require("shopBackend");');
    expect(program).toContain('new HttpsEdgeRoute("a", {');
  });

  it.for([
    ["- a", "names.yaml: it must have lines of KEY: NAME"],
    [
      "AgentIngress agin_1: -a",
      "names.yaml: AgentIngress agin_1: a name has letters, digits, _ and -",
    ],
    [
      "AgentIngress agin_1: 1st\nbackend bkd_1: 1st",
      "names.yaml: backend bkd_1: a name has letters, digits, _ and -",
    ],
    ["AgentIngress INGRESS: same\nHttpsEdgeRoute ROUTE: same", "another resource is called same"],
  ] as const)(
    "are refused if they cannot be used: %#",
    async ([text, message], { project, ids, named }) => {
      await project.write(
        "names.yaml",
        text.replace("INGRESS", ids.ingress).replace("ROUTE", ids.route),
      );
      const { code, text: printed } = await project.import(...named);
      expect({ code, text: printed }).toMatchObject({
        code: 2,
        text: expect.stringContaining(message),
      });
      expect(await project.files()).toEqual(["names.yaml"]);
    },
  );

  it("are required to exist, but for a dry run", async ({ project, named }) => {
    expect((await project.import(...named)).text).toContain(
      "cannot read names.yaml: there is no such file",
    );
  });
});
