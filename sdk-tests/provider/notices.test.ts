import { expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { type HostedProvider, inProcessDynamic } from "../support/in-process-dynamic";
import { printedLines } from "../support/printed";

/** Tests of the warnings about a certificate that cannot be issued, after each operation that shows it. */

const lines = printedLines();

const it = withEmulator();
let ingresses: HostedProvider;

it.beforeAll(async ({ emulator }) => {
  ingresses = await (await inProcessDynamic(emulator)).of("agentIngress");
});

const args = { domain: "connect.example.com", certificateManagementPolicy: { authority: "ca" } };
const warning =
  "warning: the certificate of connect.example.com cannot be issued until its DNS is corrected: " +
  "set the NS records of connect.example.com to ns1.example.net, ns2.example.net\n";

const withJob = (errorCode: string, members: object = {}) => ({
  id: "agin_1",
  uri: "/agent_ingresses/agin_1",
  created_at: "2026-01-01T00:00:00Z",
  domain: "connect.example.com",
  ns_targets: ["ns1.example.net", "ns2.example.net"],
  region_domains: [],
  certificate_management_policy: { authority: "ca", private_key_type: "rsa" },
  certificate_management_status: {
    renews_at: null,
    provisioning_job: { error_code: errorCode, msg: "no", started_at: null },
  },
  ...members,
});

/** The response of a successful create. */
const MADE = { method: "POST", path: "/agent_ingresses", when: "after", status: 201 } as const;

it("wrong DNS is a warning with the records to set after a create, an update and a refresh", async ({
  emulator,
}) => {
  emulator.addFault({ ...MADE, body: withJob("DNS_ERROR") });
  const { id, outs } = await ingresses.create(args);
  expect(lines()).toEqual([warning]);

  const path = "/agent_ingresses/{id}";
  emulator.addFault({
    method: "PATCH",
    path,
    status: 200,
    body: withJob("DNS_ERROR", { description: "x" }),
  });
  await ingresses.update(id, outs, { ...args, description: "x" });
  emulator.addFault({ method: "GET", path, status: 200, body: withJob("DNS_ERROR") });
  await ingresses.read(id, outs);
  expect(lines()).toEqual([warning, warning, warning]);
});

it("a delay is an info if the service tries again, and nothing is logged without a problem", async ({
  emulator,
}) => {
  emulator.addFault({ ...MADE, body: withJob("INTERNAL_ERROR", { id: "agin_2" }) });
  await ingresses.create(args);
  expect(lines()).toEqual([
    "info: the certificate of connect.example.com is delayed by a temporary condition; the service tries again by itself\n",
  ]);
  await ingresses.create(args);
  expect(lines()).toHaveLength(1);
});
