import { afterEach, beforeEach, expect, it } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { type Emulator, startEmulator } from "../../src/emulator";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { resources } from "../support/resources";
import { SharedClock, virtualApi } from "../support/virtual-time";

const { agentIngress, sshCertificateAuthority, tcpEdgeBackend } = resources;

/** A service that is away for 30 s while 50 resources are under way, as when it is restarted: none of them fails. */

const AWAY_MS = 30_000;

let emulator: Emulator;
let proxy: FaultProxy;
let clock: SharedClock;

beforeEach(async () => {
  emulator = await startEmulator();
  proxy = await startFaultProxy(emulator.url);
  // The shortest waits that chance allows.
  clock = new SharedClock(0);
});

afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await emulator.close();
});

const direct = () => virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey }).begin();

/** 20 creates, 20 updates and 10 modules, all under way at the same time. */
async function fifty(): Promise<() => Promise<unknown>[]> {
  const made = await Promise.all(
    Array.from({ length: 20 }, () => lifecycle.create(sshCertificateAuthority, direct(), { description: "old" })),
  );
  const { begin } = virtualApi({ baseUrl: proxy.url, apiKey: emulator.apiKey, clock });
  return () => [
    ...Array.from({ length: 20 }, (_, index) =>
      lifecycle.create(agentIngress, begin(), { domain: `${index}.example.com` }),
    ),
    ...made.map((live) => lifecycle.update(sshCertificateAuthority, begin(), live, { description: "new" })),
    ...Array.from({ length: 10 }, (_, index) =>
      lifecycle.create(tcpEdgeBackend, begin(), { edgeId: `edge_${index}`, backendId: "b" }),
    ),
  ];
}

function expectAllDone(results: readonly PromiseSettledResult<unknown>[]): void {
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(clock.now()).toBeGreaterThanOrEqual(AWAY_MS);
  const kinds = emulator.objects().map(({ kind, body }) => `${kind} ${body.description ?? ""}`.trim());
  const counts = Object.groupBy(kinds, (kind) => kind);
  expect(counts.agent_ingress).toHaveLength(20);
  expect(counts["ssh_certificate_authority new"]).toHaveLength(20);
  expect(kinds).toHaveLength(50);
}

it("where nobody listens", async () => {
  const begin = await fifty();
  await proxy.refuse();
  clock.at(AWAY_MS, () => proxy.accept());
  expectAllDone(await clock.settle(begin()));
});

it.each([502, 503])("if a gateway answers with %i, so that the outcome of the creates is unknown", async (status) => {
  const begin = await fifty();
  emulator.addFault({ status, times: "always" });
  clock.at(AWAY_MS, () => emulator.clearFaults());
  expectAllDone(await clock.settle(begin()));
  expect(emulator.requests().filter(({ method, status: sent }) => method === "POST" && sent === 201)).toHaveLength(40);
});
