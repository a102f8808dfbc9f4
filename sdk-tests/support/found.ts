import { dirname } from "node:path";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase, Stage } from "../cases/case";
import { send } from "../emulator/client";
import { Places } from "./places";

/** Settings of the other party that a program need not state. */
const others: Readonly<Record<string, Values>> = {
  HttpsEdgeRoute: { oauth: { provider: { provider_1: {} } }, compression: { enabled: true } },
  SshCertificateAuthority: { private_key_type: "rsa", key_size: 4096 },
};

/** An object of every kind that another party has created. */
export class FoundObjects {
  private constructor(
    private readonly places: Places,
    private readonly ids: ReadonlyMap<string, string>,
  ) {}

  static async make(emulator: Emulator): Promise<FoundObjects> {
    const places = await Places.create(emulator, cases, ["found"]);
    const ids = new Map<string, string>();
    for (const testCase of cases)
      ids.set(testCase.type, await make(emulator, testCase, places.of(testCase, "found")));
    return new FoundObjects(places, ids);
  }

  /** The id of the object in a state. */
  idOf({ type }: ResourceCase): string {
    return this.ids.get(type) ?? "";
  }

  /**
   * Returns the arguments that a program has to state: the required arguments. For a destination, these are all arguments,
   * because they include a secret.
   */
  statedOf(testCase: ResourceCase): Values {
    return { ...this.places.of(testCase, "found"), ...stageOf(testCase).args };
  }
}

const stageOf = ({ type, life, whole }: ResourceCase): Stage =>
  type === "EventDestination" ? whole : life.minimal;

async function make(emulator: Emulator, testCase: ResourceCase, place: Values): Promise<string> {
  const body = { ...stageOf(testCase).body, ...others[testCase.type] };
  const moduleId = Object.values(place).join("/");
  const isModule = testCase.methods.create.includes("PUT");
  const path = testCase.path(isModule ? moduleId : "x", place);
  const answer = await send(
    emulator,
    isModule ? "PUT" : "POST",
    isModule ? path : dirname(path),
    body,
  );
  return isModule ? moduleId : (answer.body as { id: string }).id;
}
