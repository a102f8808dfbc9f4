import { setImmediate as turn } from "node:timers/promises";
import type { Emulator } from "../../src/emulator";
import { isDirectlyBelow } from "../support/places";
import type { Engine, UnderWay } from "./engine";
import { caseOf } from "./programs";

/** Turns of the event loop in which whatever is on its way arrives. */
const QUIET_TURNS = 50;

/** Kills the provider process once an operation has sent something, or at rest; gives the calls that were under way. */
export async function killDuring(
  begin: () => Promise<unknown> | undefined,
  { emulator, engine }: { readonly emulator: Emulator; readonly engine: Engine },
): Promise<Engine["underWay"]> {
  const told = emulator.requests().length;
  emulator.addFault({ delayMs: 50, when: "after", times: "always" });
  const busy = begin();
  let isOver = busy === undefined;
  busy?.finally(() => {
    isOver = true;
  });
  while (!isOver && emulator.requests().length === told) await turn();
  const begun = engine.underWay;
  const underWay = begun === "any" ? begun : [...begun];
  await engine.kill();
  await busy;
  return underWay;
}

/** What the killed process has sent still arrives, and the service ends what it is at work on. */
export async function settled(emulator: Emulator): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
    await turn();
    if (emulator.requests().some(({ status }) => status === null)) quiet = 0;
  }
}

/** Those of the new objects that one of these calls has made: an update makes modules. */
export function madeBy(
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
