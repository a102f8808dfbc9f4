import { setImmediate as turn } from "node:timers/promises";
import type { Emulator } from "../../src/emulator";
import { isDirectlyBelow } from "../support/places";
import type { Engine, UnderWay } from "./engine";
import { caseOf } from "./programs";

/** Turns of the event loop in which pending messages arrive. */
const QUIET_TURNS = 50;

/**
 * Kills the provider process after an operation has sent a request, or while idle, and returns the calls that were
 * under way.
 */
export async function killDuring(
  begin: () => Promise<unknown> | undefined,
  { emulator, engine }: { readonly emulator: Emulator; readonly engine: Engine },
): Promise<Engine["underWay"]> {
  const requestsBefore = emulator.requests().length;
  emulator.addFault({ delayMs: 50, when: "after", times: "always" });
  const busy = begin();
  let isOver = busy === undefined;
  busy?.finally(() => {
    isOver = true;
  });
  while (!isOver && emulator.requests().length === requestsBefore) await turn();
  const begun = engine.underWay;
  const underWay = begun === "any" ? begun : [...begun];
  await engine.kill();
  await busy;
  return underWay;
}

/** Waits until the requests of the killed process have arrived, and the service has processed them. */
export async function settled(emulator: Emulator): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
    await turn();
    if (emulator.requests().some(({ status }) => status === null)) quiet = 0;
  }
}

/** Returns the new objects that one of these calls has created: an update creates modules. */
export function createdBy(
  underWay: readonly UnderWay[] | "any",
  lost: readonly string[],
): readonly string[] {
  if (underWay === "any") return lost;
  const updated = underWay.flatMap(({ type, id, inputs }) =>
    id === undefined ? [] : [caseOf(type).path(id, inputs)],
  );
  const created = underWay.filter(({ id }) => id === undefined);
  const places = created.map(({ type, inputs }) => caseOf(type).path("", inputs));
  return lost.filter((path) => {
    if (updated.some((object) => isDirectlyBelow(`${object}/`, path))) return true;
    const at = places.findIndex((place) => path === place || isDirectlyBelow(place, path));
    return at >= 0 && places.splice(at, 1).length > 0;
  });
}
