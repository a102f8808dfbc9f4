import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { startEmulator } from "../../src/emulator";
import { members, newDestination, newIngress, newRoute, send } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { COMMAND } from "../support/workspace";

/** Tests of `edge-ingress list` after an import, when the account was changed by hand. */

const it = withImportProject();

it("a stack is compared with its account, in the project and in a folder without one, by GET requests alone", async ({
  emulator,
  project,
}) => {
  const { id } = await newIngress(emulator, "a.example.com");
  await newIngress(emulator, "b.example.com");
  const route = await newRoute(emulator, { compression: { enabled: true } });
  const edge = `edghts_1/${route.split("/").at(-1)}`;
  const imported = await project.import("--stack", "dev", "--yes", "--route", edge);
  expect(imported.code, imported.text).toBe(0);
  await members(emulator, "PATCH", route, { ip_restriction: { ip_policy_ids: ["ipp_1"] } });
  await send(emulator, "DELETE", `/agent_ingresses/${id}`);
  await newDestination(emulator, "audit", "canary");
  emulator.clearRequests();

  const list = (...args: string[]) =>
    project.run(process.execPath, COMMAND, "list", "--json", ...args);
  const statesIn = (printed: string) =>
    JSON.parse(printed).objects.map(
      ({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`,
    );
  const all = [
    "AgentIngress managed",
    "EventDestination unmanaged",
    "HttpsEdgeRoute managed",
    "HttpsEdgeRoute.ipRestriction undeclared",
    "AgentIngress missing",
  ];
  const inProject = await list("--stack", "dev");
  expect(statesIn(inProject.printed)).toEqual(all);
  expect(inProject.code).toBe(0);

  await mkdir(join(project.folder, "../elsewhere"));
  const elsewhere = ["-C", "../elsewhere", "--stack", "organization/infra/dev"];
  const missing = await list(...elsewhere, "--missing");
  expect({ code: missing.code, states: statesIn(missing.printed) }).toEqual({
    code: 1,
    states: ["AgentIngress missing"],
  });
  const { code, printed } = await project.run(
    process.execPath,
    COMMAND,
    "list",
    ...elsewhere,
    "--format",
    "junit",
  );
  expect({ code, printed }).toEqual({
    code: 0,
    printed: expect.stringContaining('tests="5" failures="3" errors="0"'),
  });
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});

it("a stack is not compared with an account that has none of its objects, unless an option allows it", async ({
  emulator,
  project,
}) => {
  await using other = await startEmulator();
  await newIngress(emulator, "a.example.com");
  await project.import("--stack", "dev", "--yes");
  await project.pulumi("config", "set", "edge-ingress:baseUrl", other.url, "--stack", "dev");
  const list = (...args: string[]) =>
    project.run(process.execPath, COMMAND, "list", "--stack", "dev", ...args);
  expect(await list()).toMatchObject({
    code: 2,
    text: expect.stringContaining("add --other-account"),
  });
  expect((await list("--other-account")).text).toContain(
    "1 object: 0 managed, 0 unmanaged, 1 missing.",
  );
});
