import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folders";
import { FORMS } from "../support/forms";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";
import { lacks } from "../support/system";

/** The signals by which the engine ends a provider process. */

const folder = temporaryFolder("engine-signal-");

/** The files with which a provider process shares records of its run. */
const recordFiles = ({ pid }: ProviderProcess): string[] =>
  readdirSync(folder(), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.includes(`.${pid}-`),
  );

describe.for(FORMS)("a provider process of the form %s", (form) => {
  it.for([
    { title: "removes its record of the run and exits with 0 on SIGINT", signal: "SIGINT" },
    {
      title:
        "removes its record of the run and exits with 0 on SIGBREAK, by which Windows ends it,",
      signal: "SIGUSR2",
    },
  ] as const)("$title", async ({ signal }, { skip }) => {
    if (lacks.signals) skip(lacks.signals);
    await using host = await ProviderProcess.start({
      form,
      config: { baseUrl: "https://api.example.com", apiKey: "any" },
      environment: { TMPDIR: folder(), NODE_OPTIONS: preload("break-signal") },
    });
    await host.check("HttpsEdgeRoute", { edgeId: "edge_1", matchType: "exact_path", match: "/" });
    expect(recordFiles(host)).toHaveLength(1);
    expect(await host.endBy(signal)).toBe(0);
    expect(recordFiles(host)).toEqual([]);
  });
});
