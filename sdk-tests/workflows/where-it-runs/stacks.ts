import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Emulator } from "../../../src/emulator";
import { Place } from "../../support/place";
import type { Row } from "../../support/where-it-runs";

interface ExportedResource {
  readonly urn: string;
  readonly id?: string;
}

/** The resources of a stack, by their names. */
async function resourcesIn(place: Place): Promise<Map<string, ExportedResource>> {
  await place.pulumi(["stack", "export", "--file", "state.json"]);
  const text = await readFile(join(place.project.folder, "state.json"), "utf8");
  const { resources }: { resources: ExportedResource[] } = JSON.parse(text).deployment;
  return new Map(resources.map((resource) => [resource.urn.split("::").at(-1) ?? "", resource]));
}

/** The commands that change a state, each with an empty preview after it. */
async function changeState(emulator: Emulator): Promise<void> {
  await using place = await Place.create(emulator);
  const { environment } = place.project;
  await place.begin();

  const resources = await resourcesIn(place);
  await place.pulumi(["stack", "import", "--file", "state.json"]);
  await expectNoChange(place);

  await place.pulumi(["stack", "change-secrets-provider", "passphrase"]);
  // The CLI reads the new passphrase from its standard input, which is empty.
  environment.PULUMI_CONFIG_PASSPHRASE = "";
  await expectNoChange(place);

  for (const name of ["dynamic-route", "plugin-route"])
    await changeStateOf(place, name, resources.get(name)?.urn ?? "");
  const { urn = "", id = "" } = resources.get("plugin-route") ?? {};
  await place.pulumi(["state", "delete", urn, "--yes"]);
  await importRoute(place, "plugin-route", id);
  await expectNoChange(place);

  await place.pulumi(["stack", "rename", "renamed"]);
  environment.PULUMI_STACK = "renamed";
  await expectNoChange(place);
  await place.end();
}

const expectNoChange = (place: Place) => place.pulumi(["preview", "--expect-no-changes"]);

/** Protects a resource and renames it, and takes both back. */
async function changeStateOf(place: Place, name: string, urn: string): Promise<void> {
  await place.pulumi(["state", "protect", urn, "--yes"]);
  await expectNoChange(place);
  await place.pulumi(["state", "unprotect", urn, "--yes"]);
  await place.pulumi(["state", "rename", urn, "other", "--yes"]);
  await place.pulumi(["state", "rename", urn.replace(name, "other"), name, "--yes"]);
  await expectNoChange(place);
}

async function importRoute(place: Place, name: string, id: string): Promise<void> {
  const resource = ["edge-ingress:index:HttpsEdgeRoute", name, `edge_1/${id}`];
  await place.pulumi([
    "import",
    ...resource,
    "--protect=false",
    "--generate-code=false",
    "--yes",
    "--skip-preview",
  ]);
}

/** An update of which the CLI is killed while the service has made two objects that no state has. */
async function killTheCli(emulator: Emulator): Promise<void> {
  await using place = await Place.create(emulator, {
    environment: { PULUMI_SKIP_CHECKPOINTS: undefined },
  });
  emulator.addFault({
    method: "POST",
    path: "/agent_ingresses",
    when: "after",
    delayMs: 60_000,
    times: 2,
  });
  const update = place.project.beginPulumi(["up", "--yes", "--skip-preview"]);
  await expect.poll(() => emulator.objects().length, { timeout: 60_000 }).toBe(2);
  update.signal("SIGKILL");
  await update.ended;
  const orphans = emulator.objects();

  const refused = await place.run(["pulumi", "up", "--yes", "--skip-preview", "--non-interactive"]);
  expect(refused.text).toMatch(/the stack is currently locked by 1 lock/);
  await place.pulumi(["cancel", "--yes"]);
  expect(await place.pulumi(["up", "--yes", "--skip-preview"])).toMatch(
    /AgentIngress::plugin, interrupted while creating/,
  );
  await place.pulumi(["refresh", "--yes", "--skip-preview", "--clear-pending-creates"]);
  await expectNoChange(place);

  expect(await place.edgeIngress(["list", "--stack", "test"])).toContain("4 managed, 2 unmanaged");
  await place.pulumi(["destroy", "--yes", "--skip-preview"]);
  expect(emulator.objects()).toEqual(orphans);
}

export const stacks: readonly Row[] = [
  {
    place:
      "`pulumi stack export`, `import`, `change-secrets-provider` and `rename`; `pulumi state protect`, `unprotect`, `rename` and `delete`",
    life: "other",
    run: changeState,
  },
  { place: "A CLI that is killed (SIGKILL) during `pulumi up`", life: "other", run: killTheCli },
];
