import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { withEmulator } from "../support/fixtures";
import { makeFolder } from "../support/folders";
import { Place } from "../support/place";

/** A run is killed while it creates objects, and another process gets the number of its provider. */

const it = withEmulator();

/** Gives the records of creates another process: the one of this test, with the start of the killed one. */
function passOn(folder: string, pid: number): number {
  const names = readdirSync(folder).filter((name) => name.startsWith("open."));
  for (const name of names) {
    const parts = name.split(".");
    const process = parts[4]?.replace(/^\d+/, String(pid)) ?? "";
    renameSync(join(folder, name), join(folder, parts.with(4, process).join(".")));
  }
  return names.length;
}

it.skipIf(process.platform !== "linux")(
  "the next run does not wait for that process if it loses a response, and makes no object twice",
  async ({ emulator }) => {
    await using place = await Place.create(emulator);
    const { environment, folder } = place.project;
    environment.TMPDIR = join(folder, "tmp");
    makeFolder(environment.TMPDIR, 0o700);
    emulator.addFault({ method: "POST", path: "/agent_ingresses", delayMs: 2_000_000, times: 2 });
    const killed = place.project.beginPulumi(["up", "--yes", "--skip-preview"]);
    const sent = () => emulator.requests().filter(({ method }) => method === "POST").length;
    await vi.waitFor(() => expect(sent()).toBe(2), { timeout: 300_000 });
    killed.signal("SIGKILL");
    await killed.ended;
    const creates = join(environment.TMPDIR, `pulumi-edge-ingress-${process.geteuid?.()}/creates`);
    expect(passOn(creates, process.pid)).toBe(2);
    await place.pulumi(["cancel", "--yes"]);

    // Two creates with other bodies, whose responses are lost.
    emulator.addFault({
      method: "POST",
      path: "/agent_ingresses",
      status: 500,
      when: "after",
      times: 2,
    });
    const DESCRIPTION = "another body";
    await place.pulumi(["up", "--yes", "--skip-preview", "--refresh=false"], { DESCRIPTION });
    const made = emulator.objects().filter(({ path }) => path.startsWith("/agent_ingresses"));
    expect(made.map(({ body }) => body)).toMatchObject([
      { description: DESCRIPTION },
      { description: DESCRIPTION },
    ]);
    await place.pulumi(["preview", "--expect-no-changes"], { DESCRIPTION });
  },
);
