import { expect } from "vitest";
import { newIngress, newRoute } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";

/** `edge-ingress import --include` and `--exclude` with the modules of a route. */

const it = withImportProject();

const OAUTH = "HttpsEdgeRouteOAuth";

it.for<[args: string, types: string[]]>([
  [`--modules resources --exclude ${OAUTH}`, ["AgentIngress", "HttpsEdgeRoute"]],
  [`--include ${OAUTH}`, [OAUTH]],
])("a module is selected by itself: %s", async ([args, types], { emulator, project }) => {
  await newIngress(emulator, "a.example.com");
  const path = await newRoute(emulator, { oauth: { provider: { provider_1: {} } } });
  const named = ["--route", `edghts_1/${path.split("/").at(-1)}`];
  const { code, json } = await project.importAsJson("--dry-run", ...named, ...args.split(" "));
  expect({ code, types: json?.objects.map(({ type }) => type) }).toEqual({ code: 0, types });
});
