import { afterEach, describe, expect, it, vi } from "vitest";
import { eventDestination } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import { members } from "../emulator/client";
import { emptyServer } from "../support/empty-server";
import { expectFailure } from "../support/failure";
import { relayTo } from "../support/relay";

/**
 * Tests that set the clock of this machine by an hour while a create is under way. The service has a separate clock,
 * from which the Date of responses and `created_at` come.
 */

const now = Date.now.bind(Date);

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PATH = "/event_destinations";
const args = { format: "json", target: { monitoring: { apiKey: "hush", site: "eu" } } };
const body = { format: "json", target: { monitoring: { api_key: "hush", site: "eu" } } };

const server = emptyServer();

afterEach(() => vi.restoreAllMocks());

/** Sets the machine's clock; the clock of the service continues. */
function setClock(byMs: number): void {
  vi.spyOn(Date, "now").mockImplementation(() => now() + byMs);
}

/**
 * Returns a relay to the service with the clock of the service. It drops the responses to creates, and the clock of the
 * machine is set meanwhile.
 */
function serviceThatLoses(onLost: () => void) {
  const began = new Date();
  return relayTo(server.emulator.url, ({ received, status, body: answer }, response) => {
    if (received.method === "POST") {
      onLost();
      return response.socket?.resetAndDestroy();
    }
    return response.writeHead(status, { date: began.toUTCString() }).end(answer);
  });
}

/** Creates an object that equals the requested object, half an hour ago. */
async function makeOlder(): Promise<string> {
  const { id } = await members(server.emulator, "POST", PATH, body);
  server.emulator.edit(`${PATH}/${id}`, {
    created_at: new Date(now() - 30 * MINUTE_MS).toISOString(),
  });
  return String(id);
}

/** Creates an object through such a relay while the clock is set. */
async function createWhile(setByMs: number) {
  await using service = await serviceThatLoses(() => setClock(setByMs));
  const { begin } = server.virtual({ baseUrl: service.url });
  return await collection(eventDestination).operations.create(begin(), args);
}

describe("a create whose response is lost", () => {
  it.each([
    {
      title: "is found, and not sent again, if the clock is set forward by an hour meanwhile",
      byMs: HOUR_MS,
    },
    {
      title: "is found, and not sent again, if the clock is set back by an hour meanwhile",
      byMs: -HOUR_MS,
    },
  ])("$title", async ({ byMs }) => {
    const { id } = await createWhile(byMs);
    expect(server.ids()).toEqual([id]);
    expect(server.methods().filter((method) => method === "POST")).toHaveLength(1);
  });

  it("does not adopt an object of half an hour ago if the clock is set forward by an hour meanwhile", async () => {
    const olderId = await makeOlder();
    const { id } = await createWhile(HOUR_MS);
    expect(id).not.toBe(olderId);
    expect(server.ids()).toHaveLength(2);
  });

  it("names an object of half an hour ago if its own is not there: the machine may have slept since it made that one", async () => {
    const id = await makeOlder();
    server.emulator.addFault({ method: "POST", status: 500 });
    const error = new RegExp(
      `^OutcomeUnknownError: .* it may be one of ${id}; import the one of this resource`,
    );
    await expectFailure(createWhile(HOUR_MS), error);
    expect(server.ids()).toEqual([id]);
  });
});
