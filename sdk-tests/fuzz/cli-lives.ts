import type { FormName } from "../support/forms";
import { CliEngine } from "./cli-engine";
import { live, SEED } from "./run";
import { World } from "./world";

/** Runs random lives of a stack by the Pulumi CLI, in a form. */
export async function liveByCli(form: FormName, runs: number): Promise<void> {
  const world = await World.create({ secrets: "masked" }, (baseUrl, apiKey) =>
    CliEngine.create(baseUrl, apiKey, form),
  );
  try {
    await live(world, SEED, runs, { endOnFailure: true });
  } finally {
    await world.close();
  }
}
