import type { Emulator } from "../../src/emulator";
import { withEmulator } from "./fixtures";
import { Place, type PlaceOptions } from "./place";

/** A place where Pulumi runs, as the table "Where it runs" in docs/compatibility.md names it. */
export interface Row {
  /** Markdown. */
  readonly place: string;
  /** The operations of the row: the complete life of a stack, a short life, or special operations. */
  readonly life: "whole" | "short" | "other";
  /** Why this machine does not have the place; false if it does. */
  readonly lacks?: () => string | false;
  readonly run: (emulator: Emulator) => Promise<unknown>;
}

/** A row with a short life in a place that differs by its options, and by what is prepared in it. */
export const shortLife = (
  place: string,
  options: PlaceOptions,
  prepare: (place: Place) => unknown = () => undefined,
  lacks?: Row["lacks"],
): Row => ({
  place,
  life: "short",
  ...(lacks && { lacks }),
  run: async (emulator) => {
    await using installed = await Place.create(emulator, options);
    await prepare(installed);
    await installed.live();
  },
});

/** Runs rows in sequence, with a shared local server. */
export function carryOut(rows: readonly Row[]): void {
  const it = withEmulator();
  for (const { place, life, lacks, run } of rows) {
    it(`${place}: ${life}`, async ({ emulator, skip }) => {
      const reason = lacks?.();
      if (reason) skip(reason);
      emulator.reset();
      emulator.clearFaults();
      await run(emulator);
    });
  }
}
