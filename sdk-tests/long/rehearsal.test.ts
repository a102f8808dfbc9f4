import { expect, it } from "vitest";
import { run } from "../../tools/base/run.mjs";

/** The rehearsal of the next release of the last commit, and of a patch release of it. */

const HOUR_MS = 3_600_000;

it(
  "a release and a patch release are published to registries, installed by name, and run",
  async () => {
    const args = ["tools/base/command.mjs", "release/release.mts", "--rehearse"];
    const { code, output } = await run(process.execPath, args, { capture: true });
    expect(code, output).toBe(0);
    const rows = output.match(/^\| \d\S* \| Run: .*$/gm) ?? [];
    const ran = rows.map((row) => row.split(" | ")[1]);
    const programs = [
      "quick start in TypeScript",
      "YAML",
      "Python",
      "Go",
      "pulumi package add",
      "Plugin in a TypeScript program",
    ];
    for (const program of programs)
      expect(ran.filter((name) => name === `Run: ${program}`)).toHaveLength(2);
  },
  2 * HOUR_MS,
);
