import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator";
import { members, newIngress, newRoute } from "../../emulator/client";
import { folderOfTest } from "../../support/folders";
import { ImportProject, INTO_DEV } from "../../support/import-project";
import { ONE_CHECKPOINT } from "../../support/workspace";

/** A large account behind a rate limit that the service enforces without an announcement. */

const INGRESSES = 1_000;
const EDGES = 40;
const PER_SECOND = 20;
const PAGE = 100;

/** An edge has two modules and a route. */
const IMPORTED = INGRESSES + 3 * EDGES;

it(`${INGRESSES} ingresses and ${EDGES} edges are imported under ${PER_SECOND} requests per second, a request for each page and object`, async () => {
  const data = join(folderOfTest(), "data.sqlite");
  const ids = await fill(data);
  await using emulator = await startEmulator({
    data,
    options: { requestsPerSecond: PER_SECOND, pageSize: PAGE },
  });
  await using project = await ImportProject.create(emulator);
  Object.assign(project.environment, ONE_CHECKPOINT);
  await project.write("ids.txt", ids);

  const begun = performance.now();
  const dry = await project.import("--ids", "ids.txt", "--dry-run", "--json");
  const seconds = (performance.now() - begun) / 1_000;
  expect(JSON.parse(dry.text).objects).toHaveLength(IMPORTED);
  const requests = emulator.requests();
  const refused = requests.filter(({ status }) => status === 429).length;
  // Two other lists are empty, and one of them is also read as a check.
  expect(requests.length - refused).toBe(INGRESSES / PAGE + 3 + IMPORTED - INGRESSES);
  expect(refused).toBeLessThan(PER_SECOND);

  const importing = performance.now();
  const text = await project.imported("--ids", "ids.txt", ...INTO_DEV);
  expect(text).toContain(`imported ${IMPORTED} objects`);
  console.log(
    `${IMPORTED} objects: read in ${seconds.toFixed(1)} s with ${requests.length} requests, ${refused} of them refused; ` +
      `read, written and imported in ${((performance.now() - importing) / 1_000).toFixed(1)} s`,
  );
  await project.pulumi("preview", "--stack", "dev", "--expect-no-changes");
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});

/** Fills an account without a limit, and returns the lines for `--ids`. */
async function fill(data: string): Promise<string> {
  await using emulator = await startEmulator({ data });
  const ids: string[] = [];
  for (let index = 0; index < INGRESSES; index += 1)
    await newIngress(emulator, `host${index}.example.com`);
  for (let index = 0; index < EDGES; index += 1) {
    const edge = `edghts_${index}`;
    await members(emulator, "PUT", `/edges/https/${edge}/tls_termination`, { min_version: "1.2" });
    await members(emulator, "PUT", `/edges/https/${edge}/mutual_tls`, {
      certificate_authority_ids: ["ca_1"],
    });
    const route = await newRoute(emulator, {}, edge);
    ids.push(`https-edge ${edge}`, `route ${edge}/${route.split("/").at(-1)}`);
  }
  return ids.join("\n");
}
