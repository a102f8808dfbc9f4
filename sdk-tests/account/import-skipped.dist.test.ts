import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { members, newRoute } from "../emulator/client";
import { withImportCommand } from "./import-command";

/** `edge-ingress import` of an account in which some objects are not as the API's reference says. */

const it = withImportCommand().extend("ids", { auto: true }, async ({ emulator }) => {
  for (const name of ["a", "b"]) await members(emulator, "POST", "/agent_ingresses", { domain: `${name}.example.com` });
  const [first, second] = emulator.objects().map(({ body }) => body);
  const ingresses = [{ ...first, domain: 7 }, second];
  const body = { ingresses, uri: "/agent_ingresses", next_page_uri: null };
  emulator.addFault({ method: "GET", path: "/agent_ingresses", status: 200, body, times: "always" });
  return { odd: String(first?.id), other: String(second?.id) };
});

it("what cannot be read is skipped and named with its id and its member, and the rest is imported", async ({
  emulator,
  command,
  ids: { odd, other },
}) => {
  const path = await newRoute(emulator, {});
  emulator.addFault({ method: "GET", path, status: 200, body: { id: "x" }, times: "always" });
  const route = path.split("/").at(-1);
  const report = join(command.folder, "report.json");
  const { code, stdout, stderr } = await command.run("--route", `edghts_1/${route}`, "--report", report);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const reason = "the member domain of the answer has an unexpected type";
  expect(stdout).toContain(`note: AgentIngress ${odd} is skipped: ${reason}\n`);
  expect(stdout).toMatch(new RegExp(`^note: HttpsEdgeRoute ${route} is skipped: GET .*: the answer `, "m"));
  expect(stdout).not.toContain("not found");
  expect(readFileSync(join(command.folder, "ingress.ts"), "utf8")).toContain("b.example.com");
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
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
] as const)("an object that %s leaves out is not in the way", async ([option, which], { command, ids }) => {
  const { code, json } = await command.run("--json", option, ids[which]);
  expect({ code, skipped: json?.skipped, objects: json?.objects.length }).toEqual({ code: 0, skipped: [], objects: 1 });
});

it("a report that cannot be written stops the import before it writes anything", async ({ command }) => {
  const { code, stderr } = await command.run("--report", join(command.folder, "missing", "report.json"));
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("does not exist") });
  expect(existsSync(join(command.folder, "ingress.ts"))).toBe(false);
});
