import fc from "fast-check";
import { expect } from "vitest";
import { cases } from "../cases";
import { type Gateway, gateway, type Misfortune, misfortune } from "./misfortunes";
import type { Limits } from "./options";
import { type Choice, choice, limits } from "./programs";
import type { World } from "./world";

/** One thing that the user, another party, or misfortune does. */
type Step =
  | { readonly does: "up"; readonly chosen: Choice }
  | { readonly does: "destroy"; readonly limits: Limits }
  | { readonly does: "refresh" | "write" | "leave" }
  | { readonly does: "edit" | "remove"; readonly index: number }
  | { readonly does: "fault"; readonly fault: Misfortune }
  | { readonly does: "gateway"; readonly gateway: Gateway }
  | { readonly does: "kill"; readonly whileBusy: boolean };

const index = fc.nat({ max: 9 });

const upStep: fc.Arbitrary<Step> = fc.record({ does: fc.constant("up" as const), chosen: choice });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: upStep },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("refresh", "write", "leave") }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("destroy" as const), limits }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("edit", "remove"), index }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("fault" as const), fault: misfortune }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("gateway" as const), gateway }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("kill" as const), whileBusy: fc.boolean() }) },
);

const secrets = cases.flatMap((testCase) => testCase.secrets);

class Command implements fc.AsyncCommand<object, World> {
  constructor(private readonly step: Step) {}

  check = (): boolean => true;

  async run(_: object, world: World): Promise<void> {
    await perform(this.step, world);
    expectAllWell(world);
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
      await world.destroy(step.limits);
      break;
    case "leave":
      await world.leave();
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
      world.plan(step.fault);
      break;
    case "gateway":
      world.place(step.gateway);
      break;
    case "kill":
      await world.kill(step.whileBusy);
  }
}

function expectAllWell(world: World): void {
  expect(world.judge.orphans()).toEqual([]);
  expect(world.accounts.shared()).toEqual([]);
  expect(world.judge.broken).toEqual([]);
}

/** What has to be true when a life ends: it converges within two updates, and nothing of it stays behind. */
export async function expectGoodEnd(world: World): Promise<void> {
  world.calm();
  const errors = world.errorsSince();
  await world.refresh();
  for (let updates = 0; updates < 2 && (await world.changes()) > 0; updates++) await world.upAgain();
  expect({ changes: await world.changes(), errors: errors() }).toEqual({ changes: 0, errors: expect.anything() });
  expectAllWell(world);
  await world.leave();
  expectAllWell(world);
  await world.destroy();
  const left = world.stacks.flatMap(({ state }) => [...state.keys()]);
  expect({ left, errors: errors() }).toEqual({ left: [], errors: expect.anything() });
  expectAllWell(world);
  const seen = (await Promise.all(world.stacks.map((stack) => stack.seen()))).join("\n");
  expect([...secrets, world.emulator.apiKey].filter((secret) => seen.includes(secret))).toEqual([]);
}
