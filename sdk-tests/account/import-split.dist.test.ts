import { expect } from "vitest";
import { members, send } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";

/** `edge-ingress import --split` without a stack, as users run it: nothing of it needs the Pulumi CLI. */

const it = withImportProject();

const BY_EDGE = ["--split", "edge"];
const TYPO = ["--https-edge", "typo_1"];
const BARE =
  "HTTPS edge typo_1 has neither mutual TLS nor TLS termination, or does not exist: the API does not show edges";
const notes = [
  BARE,
  expect.stringMatching(
    /^not looked for: routes of typo_1, other HTTPS edges and their routes, TLS edges, TCP edges, which/,
  ),
];

it("a split of an empty account names the edge of which nothing shows, and what it did not look for, without an error", async ({
  project,
}) => {
  const { code, printed, errors } = await project.import(...BY_EDGE, ...TYPO);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(printed).toContain("nothing new to import\n");
  expect(printed).toContain(`note: ${BARE}\n`);
  expect(printed).toContain(
    "note: not looked for: routes of typo_1, other HTTPS edges and their routes, TLS edges, TCP edges",
  );
  expect(await project.files()).toEqual([]);
  const { json } = await project.importAsJson(...BY_EDGE, ...TYPO);
  expect(json?.parts).toMatchObject([{ part: "shared", objects: [], notes }]);
});

it("a split of an account without shared objects names them, too", async ({
  emulator,
  project,
}) => {
  emulator.edit("/edges/tls/edgtls_1/mutual_tls", {
    enabled: true,
    certificate_authority_ids: ["ca_1"],
  });
  const { json } = await project.importAsJson(...BY_EDGE, "--tls-edge", "edgtls_1", ...TYPO);
  expect(json?.parts).toMatchObject([
    { notes: [BARE, expect.stringContaining("other TLS edges, TCP edges")] },
    {
      part: "tls-edge-edgtls_1",
      objects: [{ id: "edgtls_1" }],
      notes: [expect.stringMatching(/^no stack has these objects yet/)],
    },
  ]);
});

it("the projects of a split are named after --project, and an object stays in the project that has it", async ({
  emulator,
  project,
}) => {
  const add = (name: string) =>
    members(emulator, "POST", "/agent_ingresses", { domain: `${name}.example.com` });
  for (const name of ["a", "b", "c"]) await add(name);
  const split = async (...args: string[]) => {
    const { json } = await project.importAsJson("--split", "count:2", ...args);
    return Object.fromEntries(
      json?.parts?.map(({ part, objects }) => [part, objects.map(({ name }) => name)]) ?? [],
    );
  };
  expect(await split("--project", "acme")).toEqual({
    shared: [],
    ...{
      "agent-ingresses-1": ["a-example-com", "b-example-com"],
      "agent-ingresses-2": ["c-example-com"],
    },
  });
  expect(await project.read("agent-ingresses-1/Pulumi.yaml")).toMatch(
    /^name: acme-agent-ingresses-1\n/,
  );
  await send(emulator, "DELETE", String(emulator.objects()[0]?.path));
  await add("d");
  // Without a stack, the journals have what belongs where, and what they do not have waits for a stack.
  expect(await split()).toMatchObject({
    ...{ "agent-ingresses-1": ["b-example-com"], "agent-ingresses-2": ["c-example-com"] },
  });
});

it("the advice to divide an account comes with more than 500 objects", async ({
  emulator,
  project,
}) => {
  const ingresses = Array.from({ length: 501 }, (_, index) => ({
    ...{
      id: `agin_${index}`,
      uri: `/agent_ingresses/agin_${index}`,
      domain: `host${index}.example.com`,
    },
    ...{ created_at: "2026-01-01T00:00:00Z", ns_targets: [], region_domains: [] },
  }));
  const body = { ingresses, uri: "/agent_ingresses", next_page_uri: null };
  emulator.addFault({
    method: "GET",
    path: "/agent_ingresses",
    status: 200,
    body,
    times: "always",
  });
  const advice = "501 objects are in one stack: each change of an object then takes longer";
  expect((await project.import(...BY_EDGE, "--dry-run")).printed).not.toContain(advice);
  expect((await project.import("--dry-run")).printed).toContain(advice);
});
