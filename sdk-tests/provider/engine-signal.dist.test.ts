import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FORMS } from "../support/forms";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";
import { lacks } from "../support/system";

/** The signals by which the engine ends a provider process. */

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "engine-signal-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The files by which the provider processes of a run share records. */
const recordFiles = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(`.${pid}`));

let pid: number;

describe.for(FORMS)("a provider process of the form %s", (form) => {
  it.for([
    ["SIGINT", "SIGINT"],
    ["SIGBREAK, by which Windows ends it,", "SIGUSR2"],
  ] as const)("removes its record of the run and exits with 0 on %s", async ([, signal], { skip }) => {
    if (lacks.signals) skip(lacks.signals);
    await using host = await ProviderProcess.start({
      form,
      config: { baseUrl: "https://api.example.com", apiKey: "any" },
      environment: { TMPDIR: folder, NODE_OPTIONS: preload("break-signal") },
    });
    ({ pid } = host);
    await host.check("HttpsEdgeRoute", { edgeId: "edge_1", matchType: "exact_path", match: "/" });
    expect(recordFiles()).toHaveLength(1);
    expect(await host.endBy(signal)).toBe(0);
    expect(recordFiles()).toEqual([]);
  });
});
