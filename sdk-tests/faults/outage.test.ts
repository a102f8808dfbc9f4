import { expect } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import type { Emulator } from "../../src/emulator";
import { withFaultProxy } from "../support/fixtures";
import { resources } from "../support/resources";
import { SharedClock, virtualApi } from "../support/virtual-time";

const { agentIngress, sshCertificateAuthority, tcpEdgeBackend } = resources;

/** A service that is away for 30 s while 50 resources are under way, as when it is restarted: none of them fails. */

const AWAY_MS = 30_000;

const it = withFaultProxy()
  // The shortest waits that chance allows.
  .extend("clock", () => new SharedClock(0))
  // 20 creates, 20 updates and 10 modules, all under way at the same time.
  .extend("beginFifty", async ({ emulator, proxy, clock }) => {
    emulator.reset();
    const { apiKey } = emulator;
    const { begin: direct } = virtualApi({ baseUrl: emulator.url, apiKey });
    const ten = Array.from({ length: 10 }, (_, index) => index);
    const twenty = [...ten, ...ten.map((index) => index + 10)];
    const old = { description: "old" };
    const created = await Promise.all(
      twenty.map(() => lifecycle.create(sshCertificateAuthority, direct(), old)),
    );
    const { begin } = virtualApi({ baseUrl: proxy.url, apiKey, clock });
    return (): Promise<unknown>[] => [
      ...twenty.map((index) =>
        lifecycle.create(agentIngress, begin(), { domain: `${index}.example.com` }),
      ),
      ...created.map((live) =>
        lifecycle.update(sshCertificateAuthority, begin(), live, { description: "new" }),
      ),
      ...ten.map((index) =>
        lifecycle.create(tcpEdgeBackend, begin(), { edgeId: `edge_${index}`, backendId: "b" }),
      ),
    ];
  });

function expectAllDone(
  results: readonly PromiseSettledResult<unknown>[],
  { clock, emulator }: { readonly clock: SharedClock; readonly emulator: Emulator },
): void {
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(clock.now()).toBeGreaterThanOrEqual(AWAY_MS);
  const kinds = emulator
    .objects()
    .map(({ kind, body }) => `${kind} ${body.description ?? ""}`.trim());
  const counts = Object.groupBy(kinds, (kind) => kind);
  expect(counts.agent_ingress).toHaveLength(20);
  expect(counts["ssh_certificate_authority new"]).toHaveLength(20);
  expect(kinds).toHaveLength(50);
}

it("all operations succeed after an outage in which connections are refused", async ({
  emulator,
  proxy,
  clock,
  beginFifty,
}) => {
  await proxy.refuse();
  clock.at(AWAY_MS, () => proxy.accept());
  expectAllDone(await clock.settle(beginFifty()), { clock, emulator });
});

it.for([502, 503])(
  "all operations succeed after an outage in which a gateway responds with %i",
  async (status, { emulator, clock, beginFifty }) => {
    emulator.addFault({ status, times: "always" });
    clock.at(AWAY_MS, () => emulator.clearFaults());
    expectAllDone(await clock.settle(beginFifty()), { clock, emulator });
    const creates = emulator
      .requests()
      .filter(({ method, status: sent }) => method === "POST" && sent === 201);
    expect(creates).toHaveLength(40);
  },
);
