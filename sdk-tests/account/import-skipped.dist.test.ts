import { expect } from "vitest";
import { members, newRoute } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";

/** Tests of `edge-ingress import` with an account in which some objects do not match the API's reference. */

const it = withImportProject().extend("ids", { auto: true }, async ({ emulator }) => {
  for (const name of ["a", "b"])
    await members(emulator, "POST", "/agent_ingresses", { domain: `${name}.example.com` });
  const [first, second] = emulator.objects().map(({ body }) => body);
  const ingresses = [{ ...first, domain: 7 }, second];
  const body = { ingresses, uri: "/agent_ingresses", next_page_uri: null };
  emulator.addFault({
    method: "GET",
    path: "/agent_ingresses",
    status: 200,
    body,
    times: "always",
  });
  return { odd: String(first?.id), other: String(second?.id) };
});

it("what cannot be read is skipped and named with its id and its member, and the rest is imported", async ({
  emulator,
  project,
  ids: { odd, other },
}) => {
  const path = await newRoute(emulator, {});
  emulator.addFault({ method: "GET", path, status: 200, body: { id: "x" }, times: "always" });
  const route = path.split("/").at(-1);
  const args = ["--route", `edghts_1/${route}`, "--report", "report.json"];
  const { code, printed, errors } = await project.import(...args);
  expect({ code, errors }).toEqual({ code: 1, errors: "" });
  const reason = "the member domain of the answer has an unexpected type";
  expect(printed).toContain(`note: AgentIngress ${odd} is skipped: ${reason}\n`);
  expect(printed).toMatch(
    new RegExp(`^note: HttpsEdgeRoute ${route} is skipped: GET .*: the answer `, "m"),
  );
  expect(printed).not.toContain("not found");
  expect(await project.read("ingress.ts")).toContain("b.example.com");
  expect(JSON.parse(await project.read("report.json"))).toMatchObject({
    objects: [{ type: "AgentIngress", name: "b-example-com", id: other }],
    skipped: [
      { type: "AgentIngress", id: odd, reason: expect.stringContaining("domain") },
      { type: "HttpsEdgeRoute", id: route, reason: expect.stringMatching(/^GET /) },
    ],
  });
});

it.for([
  ["--exclude", "odd"],
  ["--include", "other"],
] as const)(
  "an object that %s leaves out is not in the way",
  async ([option, which], { project, ids }) => {
    const { code, json } = await project.importAsJson(option, ids[which]);
    expect({ code, skipped: json?.skipped, objects: json?.objects.length }).toEqual({
      code: 0,
      skipped: [],
      objects: 1,
    });
  },
);

it("a report that cannot be written stops the import before it writes anything", async ({
  project,
}) => {
  const { code, errors } = await project.import("--report", "missing/report.json");
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("does not exist") });
  expect(await project.files()).toEqual([]);
});
