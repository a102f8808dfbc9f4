import { describe, expect } from "vitest";
import { OutcomeUnknownError } from "../../src/core/client/errors";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { ResourceInitFailed, type ResourceState } from "../../src/core/lifecycle/resource";
import type { Emulator } from "../../src/emulator";
import { addConnectionFault } from "../support/connection-faults";
import { replaced } from "../support/data";
import type { FaultProxy } from "../support/fault-proxy";
import { withFaultProxy } from "../support/fixtures";
import { lateAttempt, patience } from "../support/lateness";
import { isDirectlyBelow } from "../support/places";
import { isSampled, sampleTitle } from "../support/sample";
import { duringNextWait, type JumpingClock, virtualApi } from "../support/virtual-time";
import { type MatrixFault, matrixFaults, strikes } from "./faults";
import { type Kept, type Operation, operations, type Placed, perform, placed } from "./operations";
import { type Expected, expected } from "./oracle";

/**
 * Every way in which an attempt fails, on every method and path of the reference, before the request is applied and
 * after. Each case asserts the attempts, the objects on the server, the state that the engine would keep, and the
 * message.
 */

interface Case {
  readonly fault: MatrixFault;
  readonly when: "before" | "after";
  readonly times: 1 | "always";
}

/** An object, if it exists. */
type Live = ResourceState | undefined;

/** The request that a fault affects. */
type Target = Pick<Operation, "method"> & { readonly path: string };

/** A server, and the proxy in front of it. */
interface Lane {
  readonly emulator: Emulator;
  readonly proxy: FaultProxy;
}

const PERSISTENT = ["status 503", "status 429", "reset"];

const cases: readonly Case[] = matrixFaults.flatMap((fault) =>
  (["before", "after"] as const)
    .filter((when) => (fault.alone ?? when) === when)
    .flatMap((when): Case[] => [
      { fault, when, times: 1 },
      ...(PERSISTENT.includes(fault.name) ? [{ fault, when, times: "always" } as const] : []),
    ]),
);

const all = operations.flatMap((operation) =>
  cases
    .filter(({ fault }) => strikes(fault, operation))
    .map((faultCase) => ({ operation, ...faultCase })),
);

const done = { create: "made", read: "read", update: "changed", delete: "deleted", list: "listed" };

const titleOf = ({ operation, fault, when, times }: (typeof all)[number]): string =>
  `${operation.method} ${operation.template}: ${fault.name} ${times === 1 ? "once" : times}, ` +
  `${when} ${operation.testCase.type} is ${done[operation.verb]}`;

/** `npm test` tries a third of the cases, starting from a random case, and `npm test -- --all` tries all. */
const ONE_IN = 3;

/** FAULT_MATRIX is a pattern of the titles of the cases to try, for example a few cases for each mutant of the code. */
const titlePattern = new RegExp(process.env.FAULT_MATRIX ?? "");
const isInSample = (index: number): boolean =>
  process.env.FAULT_MATRIX !== undefined || isSampled(index, ONE_IN);
const tried = all.filter(
  (candidate, index) => isInSample(index) && titlePattern.test(titleOf(candidate)),
);

const it = withFaultProxy();

it.afterEach(({ emulator, proxy }) => {
  proxy.clearFaults();
  emulator.reset();
});

describe(`of the cases, ${sampleTitle(ONE_IN)}`, () => {
  for (const testCase of tried)
    it(titleOf(testCase), ({ emulator, proxy }) =>
      run(testCase.operation, testCase, { emulator, proxy }),
    );
});

async function run(subject: Operation, { fault, when, times }: Case, lane: Lane): Promise<void> {
  const { emulator, proxy } = lane;
  const operation = await placed(subject, emulator);
  const created = await prepared(operation, emulator);
  const path = requestPath(operation, created);
  const baseUrl = baseUrlFor(fault, proxy);
  const { begin, clock } = virtualApi({ baseUrl, apiKey: emulator.apiKey, timeouts: patience });
  emulator.clearRequests();
  const swallowed = proxy.swallowed();
  const meaning = meaningOf(operation, fault, when);
  const target = { method: operation.method, path };
  await plan(lane, clock, target, { fault, when, times }, created?.id);
  using _late = fault.isLate && meaning !== "slow" ? lateAfter(fault, lane, target) : undefined;

  const kept = await perform(operation, begin(), created);

  emulator.clearFaults();
  const outcome = expected(operation, meaning, when, times === "always");
  const requests = emulator.requests();
  const received = requests.filter(
    (sent) => sent.method === operation.method && sent.path === path,
  ).length;
  expect(received + proxy.swallowed() - swallowed).toBe(receivedOf(fault, outcome));
  expectMessage(`${operation.method} ${path}`, fault, outcome, kept.error);
  expectKept(operation, outcome, created, kept);
  await expectServer(operation, emulator, outcome, kept.live ?? created);
  await expectUnchanged(operation, emulator, outcome, created);
}

/** Asserts that a healthy read changes nothing in the state that the engine keeps after an operation that has failed. */
async function expectUnchanged(
  { resource }: Placed,
  emulator: Emulator,
  { ends, isApplied }: Expected,
  created: Live,
): Promise<void> {
  if (created && ends === "error" && !isApplied)
    expect(await lifecycle.read(resource, directApi(emulator), created)).toEqual(created);
}

/** Returns the object of the operation, created without a fault. */
async function prepared(operation: Placed, emulator: Emulator): Promise<Live> {
  if (operation.verb === "create" || operation.verb === "list") return undefined;
  return lifecycle.create(operation.resource, directApi(emulator), operation.before);
}

const directApi = ({ url, apiKey }: Emulator) => virtualApi({ baseUrl: url, apiKey }).begin();

const requestPath = (operation: Placed, created: Live): string =>
  operation.method === "POST" || operation.verb === "list"
    ? operation.template.replace("{edge_id}", String(operation.place.edgeId))
    : operation.pathOf(created);

const baseUrlFor = ({ by }: MatrixFault, { url }: FaultProxy): string =>
  by === "no TLS" ? url.replace("http:", "https:") : url;

async function plan(
  lane: Lane,
  clock: JumpingClock,
  target: Target,
  { fault: { by }, ...hit }: Case,
  id = "other_1",
) {
  const { emulator, proxy } = lane;
  if (by === "closed port") {
    duringNextWait(clock, () => proxy.accept());
    await proxy.refuse();
  } else if (by !== "no TLS") {
    if ("server" in by) emulator.addFault({ ...by.server, ...target, ...hit });
    else if ("answer" in by) {
      const body = replaced(by.answer, (value) => (value === "$id" ? id : value));
      emulator.addFault({ status: 200, body, ...target, ...hit });
    } else addConnectionFault(lane, { ...by.connection, ...target, ...hit });
  }
}

/** Lets the attempt that the fault affects time out when all bytes that the fault allows have arrived. */
function lateAfter({ by }: MatrixFault, { emulator, proxy }: Lane, { method, path }: Target) {
  const swallowed = proxy.swallowed();
  const isSilent =
    typeof by === "object" &&
    "connection" in by &&
    by.connection.ends === "hang" &&
    !by.connection.half;
  const isLate = (hasHead: boolean): boolean => {
    if (hasHead || proxy.swallowed() > swallowed) return true;
    const status = emulator
      .requests()
      .find((sent) => sent.method === method && sent.path === path)?.status;
    // A response without a body is cut in its head.
    return isSilent ? typeof status === "number" : status === 204;
  };
  return lateAttempt({ url: proxy.url, method, path }, isLate);
}

/** A response without a body cannot arrive too slowly. */
const meaningOf = ({ method }: Operation, { by, meaning }: MatrixFault, when: Case["when"]) =>
  method === "DELETE" &&
  when === "after" &&
  typeof by === "object" &&
  "connection" in by &&
  by.connection.dripMs
    ? "slow"
    : meaning;

/** Returns the number of attempts that a server receives: none without a server that listens and uses TLS. */
function receivedOf({ by }: MatrixFault, { attempts }: Expected): number {
  if (by === "no TLS") return 0;
  return by === "closed port" ? 1 : attempts;
}

function expectMessage(
  request: string,
  fault: MatrixFault,
  { ends, attempts }: Expected,
  error?: Error,
): void {
  if (ends === "done") {
    expect(error).toBeUndefined();
    return;
  }
  expect(error?.message).toMatch(fault.message);
  // The provider looks up an existing module before it creates a module.
  expect(error?.message).toContain(fault.by === "no TLS" ? request.replace(/^\w+ /, "") : request);
  if (ends === "unknown") {
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error?.message).toMatch(
      /whether the object was made is unknown: (the list does not show it|look for)/,
    );
  } else if (attempts > 1) {
    expect(error?.message).toContain(`(after ${attempts} attempts`);
  }
}

/** Asserts that the engine keeps the requested object, the actual object, or the previous state. */
function expectKept(operation: Placed, expected: Expected, created: Live, kept: Kept): void {
  const { verb, resource } = operation;
  const { ends, isApplied } = expected;
  if (ends === "done" && verb === "delete") expect(kept.live).toBeUndefined();
  else if (ends === "error" || ends === "unknown") expect(kept.live).toBe(created);
  else if (verb !== "list") {
    const missing = lifecycle.diffState(resource, kept.live?.state ?? {}, operation.requested);
    expect(missing.replaces).toEqual([]);
    // If the object differs from the request, the next update has to show the difference.
    if (verb === "update" && !isApplied) expect(missing.changed).not.toEqual([]);
    else expect(missing.changed).toEqual([]);
    expect(kept.error instanceof ResourceInitFailed).toBe(ends === "kept");
  }
}

/** Asserts the objects on the server, and the contents of the object of the operation. */
async function expectServer(
  operation: Placed,
  emulator: Emulator,
  { isApplied }: Expected,
  live: Live,
): Promise<void> {
  const { verb, resource, testCase, place } = operation;
  const isModule = testCase.methods.create.includes("PUT");
  const where = isModule ? operation.pathOf(live) : testCase.path("", place);
  const objects = emulator
    .objects()
    .filter(({ path }) => (isModule ? path === where : isDirectlyBelow(where, path)));
  const exists =
    verb === "list" ? false : verb === "create" ? isApplied : !(verb === "delete" && isApplied);
  expect(objects).toHaveLength(exists ? 1 : 0);
  if (!exists || !live) return;
  const shown = verb === "update" && isApplied ? operation.requested : operation.before;
  const seen = await lifecycle.read(resource, directApi(emulator), { id: live.id, state: shown });
  expect(lifecycle.diffState(resource, seen?.state ?? {}, shown).changed).toEqual([]);
}
