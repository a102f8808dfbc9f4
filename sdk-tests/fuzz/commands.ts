import fc from "fast-check";
import { expect } from "vitest";
import { cases } from "../cases";
import { gateway, misfortune } from "./misfortunes";
import { choice, limits } from "./programs";
import type { World } from "./world";

/** A step of the user, another party, or a fault; a failure prints its name and the choices. */
interface Step {
  readonly does: string;
  readonly choices: unknown;
  perform(world: World): void | Promise<void>;
}

/** Returns an arbitrary of steps of a kind, from the choices of an arbitrary. */
const stepOf = <T>(
  weight: number,
  does: string,
  arbitrary: fc.Arbitrary<T>,
  perform: (world: World, choices: T) => void | Promise<void>,
): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: arbitrary.map((choices) => ({
    does,
    choices,
    perform: (world) => perform(world, choices),
  })),
});

const always = fc.constant(undefined);
const index = fc.nat({ max: 9 });

const step: fc.Arbitrary<Step> = fc.oneof(
  stepOf(16, "up", choice, (world, choices) => world.up(choices)),
  stepOf(2, "refresh", always, (world) => world.refresh()),
  stepOf(2, "leave", always, (world) => world.leave()),
  stepOf(2, "write", always, (world) => {
    world.calm();
    return world.makeForeign();
  }),
  stepOf(4, "destroy", limits, (world, operationLimits) => world.destroy(operationLimits)),
  stepOf(3, "edit", index, (world, target) => world.edit(target)),
  stepOf(3, "remove", index, (world, target) => world.remove(target)),
  stepOf(12, "fault", misfortune, (world, fault) => world.plan(fault)),
  stepOf(6, "gateway", gateway, (world, lostRoute) => world.place(lostRoute)),
  stepOf(2, "kill", fc.boolean(), (world, whileBusy) => world.kill(whileBusy)),
);

const secrets = cases.flatMap((testCase) => testCase.secrets);

class Command implements fc.AsyncCommand<object, World> {
  constructor(private readonly step: Step) {}

  check = (): boolean => true;

  async run(_: object, world: World): Promise<void> {
    await this.step.perform(world);
    expectAllWell(world);
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}

/** An arbitrary of lives of a stack. */
export const lives = (maxCommands: number) =>
  fc.commands([step.map((choice) => new Command(choice))], { maxCommands, size: "max" });

function expectAllWell(world: World): void {
  expect(world.judge.orphans()).toEqual([]);
  expect(world.accounts.shared()).toEqual([]);
  expect(world.judge.broken).toEqual([]);
}

/** Asserts the properties of the end of a life: it converges within two updates, and leaves no object behind. */
export async function expectGoodEnd(world: World): Promise<void> {
  world.calm();
  const errors = world.errorsSince();
  await world.refresh();
  for (let updates = 0; updates < 2 && (await world.changes()) > 0; updates++)
    await world.upAgain();
  expect({ changes: await world.changes(), errors: errors() }).toEqual({
    changes: 0,
    errors: expect.anything(),
  });
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
