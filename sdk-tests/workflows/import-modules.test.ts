import { expect } from "vitest";
import { newRoute } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { INTO_DEV } from "../support/import-project";

/** Modules that an import declares as resources, and what their stack has to know before it is destroyed. */

const it = withImportProject();

const UNATTENDED = ["--yes", "--skip-preview", "--stack", "dev"];

it("modules that were imported as resources are deleted with their routes, once the printed `pulumi up` has run", async ({
  emulator,
  project,
}) => {
  const path = await newRoute(emulator, { oauth: { provider: { provider_1: {} } } });
  const [, edge, , route] = path.split("/").slice(2);
  const text = await project.imported(
    ...INTO_DEV,
    "--modules",
    "resources",
    "--route",
    `${edge}/${route}`,
  );
  expect(text).toContain("note: the import cannot record that a module is deleted with its route");
  expect(text).toMatch(/\nNext:\n(.*\n)* {2}pulumi up --stack dev\n/);

  emulator.clearRequests();
  await project.run("pulumi", "up", ...UNATTENDED);
  expect(emulator.requests()).toEqual([]);
  await project.run("pulumi", "destroy", ...UNATTENDED);
  expect(emulator.requests().filter(({ method }) => method === "DELETE")).toMatchObject([{ path }]);
  expect(emulator.objects()).toEqual([]);
});

it("an import of routes with their modules as arguments prints no `pulumi up`", async ({
  emulator,
  project,
}) => {
  const path = await newRoute(emulator, { oauth: { provider: { provider_1: {} } } });
  const [, edge, , route] = path.split("/").slice(2);
  const text = await project.imported(...INTO_DEV, "--route", `${edge}/${route}`);
  expect(text).not.toContain("pulumi up");
});
