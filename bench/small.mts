import { copyFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTemporaryFolder } from "../tools/base/run.mjs";
import { remark } from "../tools/base/say.mjs";
import { findLanguageHosts, type PulumiCli } from "../tools/pulumi/obtain.mts";
import { measure } from "./measure.mts";
import { processors } from "./meters.mts";
import type { Measurement } from "./results.mts";
import { pulumiSide } from "./sides/pulumi.mts";
import { type Open, openers } from "./sides.mts";
import { median } from "./statistics.mts";

/** The durations of the operations on a small stack, which consist mostly of starts. */
export interface Small {
  side: SmallName;
  count: number;
  rounds: number;
  seconds: Record<string, { min: number; median: number }>; // by operation
  processors: string; // of the machine
}

type SmallName = keyof typeof smallTitles;

export const smallTitles = {
  dynamic: "TypeScript, dynamic resources",
  plugin: "TypeScript, plugin",
  yaml: "YAML, plugin",
  "yaml-executable": "YAML, plugin of a release, without Node.js",
  terraform: "Terraform with Mastercard/restapi",
};

export const SMALL_OPERATIONS = ["up", "preview", "unchanged", "refresh", "destroy"] as const;

/** @param executable the plugin of a release, which needs no Node.js */
export function measureSmall(
  cli: PulumiCli,
  count: number,
  rounds: number,
  executable?: string,
): Promise<Small[]> {
  return inTemporaryFolder(tmpdir(), "bench-plugin-", async (folder) => {
    const sides = await openersOf(cli, folder, executable);
    const measured: Measurement[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const [side, open] of sides) {
        const which = { side: side as "plugin", count, round };
        measured.push(...(await measure(open, which, SMALL_OPERATIONS)));
      }
    }
    return [...sides.keys()].map((side) => {
      const seconds = SMALL_OPERATIONS.map((name) => {
        const own = measured.filter(
          (measurement) => measurement.side === side && measurement.operation === name,
        );
        const values = own.map((measurement) => measurement.seconds);
        return [name, { min: Math.min(...values), median: median(values) }];
      });
      return { side, count, rounds, seconds: Object.fromEntries(seconds), processors };
    });
  });
}

/** The sides that can be measured on this machine. */
async function openersOf(cli: PulumiCli, folder: string, executable?: string) {
  const found: Map<SmallName, Open> = new Map(
    await openers(cli, ["dynamic", "plugin", "terraform"]),
  );
  const hosts = await findLanguageHosts(cli);
  if (!hosts) {
    remark("YAML is left out: its host is not built (npm test -- --project=languages builds it).");
    return found;
  }
  const yaml = { plugin: true, hostDir: hosts.binDir };
  found.set("yaml", pulumiSide(cli, yaml));
  if (executable === undefined) return found;
  copyFileSync(executable, join(folder, "pulumi-resource-edge-ingress"));
  return found.set("yaml-executable", pulumiSide(cli, { ...yaml, pluginDir: folder }));
}
