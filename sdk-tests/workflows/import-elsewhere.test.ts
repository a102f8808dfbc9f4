import { expect } from "vitest";
import { newIngress, newRoute } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { type ImportProject, INTO_DEV } from "../support/import-project";
import { COMMAND } from "../support/workspace";

/** Objects that another stack of the backend manages, in an import into a second stack. */

const it = withImportProject();

const into = (project: ImportProject, folder: string, ...args: string[]) =>
  project.run(process.execPath, COMMAND, "import", folder, ...INTO_DEV, ...args);

it("objects of another stack are left out and named with the stack, unless the command names them", async ({
  emulator,
  project,
}) => {
  const { id } = await newIngress(emulator, "a.example.com");
  const route = (await newRoute(emulator, { oauth: { provider: { provider_1: {} } } }))
    .split("/")
    .at(-1);
  const named = ["--route", `edghts_1/${route}`];
  expect((await into(project, "first", ...named, "--modules", "resources")).code).toBe(0);
  await newIngress(emulator, "b.example.com");

  const second = await into(project, "second");
  expect(second.text).toContain("imported 1 object into stack dev\n");
  const line = `left out, because stack organization/first/dev manages them: AgentIngress a.example.com (${id})`;
  expect(second.text).toContain(`note: ${line}\n`);
  expect(second.code).toBe(0);
  expect(await project.read("second/ingress.ts")).not.toContain("a.example.com");

  // The warning comes before anything is recorded.
  const third = await into(project, "third", ...named, "--only-ids", "--dry-run");
  expect(third.errors).toContain(
    "warning: stack organization/first/dev manages these objects, too: keep each of them in one stack: " +
      `HttpsEdgeRoute /a (${route}), HttpsEdgeRouteOAuth`,
  );
  expect(third.printed).toContain(`would declare HttpsEdgeRoute `);
  const again = await into(project, "first");
  expect(again.text).not.toContain("left out, because stack organization/first/dev");
  expect(again.text).toContain(
    "left out, because stack organization/second/dev manages them: AgentIngress b.example",
  );
});
