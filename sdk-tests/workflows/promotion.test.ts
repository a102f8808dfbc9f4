import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { promote } from "../../scripts/lib/promotion.mjs";
import { startEmulator } from "../../src/emulator";

/** Below the repository, so that `require` finds the package from there. */
const SCRATCH = join(__dirname, "../../.edge-ingress/tests");

/** The CLI that stands in PATH. */
const cli = { version: "", binDir: "", pulumi: "pulumi" };

it("npm run promote takes a change over three stages, and proves that they differ by their config alone", async () => {
  await using emulator = await startEmulator();
  await mkdir(SCRATCH, { recursive: true });
  const folder = await mkdtemp(join(SCRATCH, "promotion-"));
  let said = "";
  try {
    const say = (text: string) => {
      said += `${text}\n`;
    };
    await promote({ folder, cli, server: emulator, say });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const objects = emulator.objects();
  const bodies = (part: string) => objects.filter(({ path }) => path.includes(part)).map(({ body }) => body);
  expect(bodies("tls_termination").map((body) => body.min_version)).toEqual(["1.3", "1.3", "1.3"]);
  expect(
    bodies("agent_ingresses")
      .map((body) => body.domain)
      .sort(),
  ).toEqual(["connect.dev.example.com", "connect.example.com", "connect.staging.example.com"]);

  expect(said).toMatch(/staging and prod: 4 of 4 resources differ; \d+ differences\.\n/);
  expect(said).toMatch(/oauth\.maximumDuration +3600 +28800\n/);
  expect(said).toMatch(/minVersion +"1\.3" +"1\.2"\n/);
  expect(said).toMatch(/dev and staging: alike: 4 resources; \d+ differences ignored\.\n/);
  expect(said).toMatch(/staging and prod: alike: 4 resources; \d+ differences ignored\.\n/);
  expect(said).not.toContain("warning");
  expect(said).not.toContain("example-secret-of");
});
