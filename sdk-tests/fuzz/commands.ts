import fc from "fast-check";
import { expect } from "vitest";
import { cases } from "../cases";
import { addConnectionFault } from "../support/connection-faults";
import { type Choice, choice } from "./programs";
import type { World } from "./world";

/** One thing that the user, another party, or misfortune does. */
type Step =
  | { readonly does: "up"; readonly chosen: Choice }
  | { readonly does: "refresh" | "destroy" | "write" }
  | { readonly does: "edit" | "remove"; readonly index: number }
  | { readonly does: "fault"; readonly fault: Misfortune }
  | { readonly does: "kill"; readonly whileBusy: boolean };

/** How requests fail: in the server, or on the way to it. */
interface Misfortune {
  readonly method: string;
  readonly when: "before" | "after";
  readonly times: number;
  readonly after: number;
  readonly how: (typeof ways)[number];
}

const ways = [
  { status: 503 },
  { status: 500, body: "<html>", contentType: "text/html" },
  { status: 429 },
  { malformed: true },
  { ends: "close", half: true },
  { ends: "reset", half: true },
  { ends: "reset" },
  { ends: "close" },
  // Answers with success that are not what was asked for. No program declares the domain: an object as asked is taken for its own.
  { status: 200, body: {} },
  { status: 200, body: { error: "upstream unavailable" } },
  { status: 200, body: { id: "other_1", edge_id: "edge_other", domain: "undeclared.example.com", enabled: true } },
  { status: 200, body: null },
  { status: 204 },
] as const;

const index = fc.nat({ max: 9 });

const misfortune: fc.Arbitrary<Misfortune> = fc.record({
  method: fc.constantFrom("POST", "PUT", "PATCH", "GET", "DELETE"),
  when: fc.constantFrom("before", "after"),
  times: fc.constantFrom(1, 2, 7),
  after: fc.nat({ max: 2 }),
  how: fc.constantFrom(...ways),
});

const upStep: fc.Arbitrary<Step> = fc.record({ does: fc.constant("up" as const), chosen: choice });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: upStep },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("refresh", "destroy", "write") }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("edit", "remove"), index }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("fault" as const), fault: misfortune }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("kill" as const), whileBusy: fc.boolean() }) },
);

const secrets = cases.flatMap((testCase) => testCase.secrets);

class Command implements fc.AsyncCommand<object, World> {
  constructor(private readonly step: Step) {}

  check = (): boolean => true;

  async run(_: object, world: World): Promise<void> {
    await perform(this.step, world);
    expect(world.orphans()).toEqual([]);
    expect(world.unprotected).toEqual([]);
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}

/** Lives of a stack. */
export const lives = (maxCommands: number) =>
  fc.commands([step.map((each) => new Command(each))], { maxCommands, size: "max" });

async function perform(step: Step, world: World): Promise<void> {
  switch (step.does) {
    case "up":
      await world.up(step.chosen);
      break;
    case "refresh":
      await world.refresh();
      break;
    case "destroy":
      await world.destroy();
      break;
    case "write":
      world.calm();
      await world.makeForeign();
      break;
    case "edit":
      world.edit(step.index);
      break;
    case "remove":
      world.remove(step.index);
      break;
    case "fault":
      plan(step.fault, world);
      break;
    case "kill":
      await world.kill(step.whileBusy);
  }
}

/** The documented confirmation of a deletion has no body: such a lie cannot be detected. */
const isConfirmation = (how: Misfortune["how"]): boolean =>
  "status" in how && (how.status === 204 || ("body" in how && how.body === null));

function plan({ method, times, after, how, ...fault }: Misfortune, world: World): void {
  if (method === "DELETE" && isConfirmation(how)) return;
  // A service that limits its rate has not processed the request.
  const when = "status" in how && how.status === 429 ? "before" : fault.when;
  if ("ends" in how) addConnectionFault(world, { method, when, times, after, ...how });
  else world.emulator.addFault({ method, when, times, after, ...how });
}

/** What has to be true when a life ends: it converges within two updates, and nothing of it stays behind. */
export async function expectGoodEnd(world: World): Promise<void> {
  world.calm();
  await world.refresh();
  for (let updates = 0; updates < 2 && (await world.engine.preview(world.program)) > 0; updates++) {
    await world.upAgain();
  }
  expect(await world.engine.preview(world.program)).toBe(0);
  expect(world.unprotected).toEqual([]);
  await world.destroy();
  expect([...world.engine.state.keys()]).toEqual([]);
  expect(world.orphans()).toEqual([]);
  const seen = await world.engine.seen();
  expect([...secrets, world.emulator.apiKey].filter((secret) => seen.includes(secret))).toEqual([]);
}
