import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Emulator } from "../../../src/emulator";
import { Place } from "../../support/place";
import { type Row, shortLife } from "../../support/where-it-runs";

const onPosix = () => process.platform === "win32" && "Windows has no such names and limits";

/** Runs a command by a shell that does something first. */
const after = (action: string) => ["sh", "-c", `${action} && exec "$@"`, "sh"];

/** A life in which each process of Node.js loads a file first, which records the process. */
async function liveWithPreload(emulator: Emulator): Promise<void> {
  await using place = await Place.create(emulator, {
    environment: {
      NODE_OPTIONS: "--require ./preload.cjs --enable-source-maps --max-old-space-size=128",
      NODE_ENV: "production",
    },
  });
  const { folder, environment } = place.project;
  environment.PROCESSES = join(folder, "processes.txt");
  const record =
    'require("node:fs").appendFileSync(process.env.PROCESSES, process.argv[1] + "\\n");';
  writeFileSync(join(folder, "preload.cjs"), record);
  await place.live();
  const processes = readFileSync(environment.PROCESSES, "utf8");
  expect(processes).toMatch(/dynamic-provider/);
  expect(processes).toMatch(/pulumi-resource-edge-ingress/);
}

/** A stack whose secrets are encrypted with a passphrase in a file, and a CLI with separate settings. */
async function liveWithCliSettings(emulator: Emulator): Promise<void> {
  await using place = await Place.create(emulator, {
    environment: {
      PULUMI_STACK: "phrase",
      PULUMI_CONFIG_PASSPHRASE: undefined,
      PULUMI_SKIP_CHECKPOINTS: "true",
      PULUMI_PARALLEL: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    },
  });
  const { folder, environment } = place.project;
  environment.PULUMI_CONFIG_PASSPHRASE_FILE = join(folder, "passphrase.txt");
  environment.PULUMI_HOME = join(folder, "elsewhere/pulumi home");
  writeFileSync(environment.PULUMI_CONFIG_PASSPHRASE_FILE, "a passphrase");
  rmSync(join(folder, "Pulumi.test.yaml"));
  await place.pulumi(["stack", "init", "phrase", "--secrets-provider", "passphrase"]);
  await place.live();
}

export const projects: readonly Row[] = [
  shortLife("A path with spaces and letters beyond ASCII", { name: "Grüße 日本 🦊 " }),
  shortLife("A path with characters of URLs: `a#b%20c&d=e`", { name: "a#b%20c&d=e-" }),
  shortLife("A path with quotation marks and `$`", { name: "'q\" $HOME `x` " }, undefined, onPosix),
  shortLife(
    "A project that is reached by a symbolic link",
    { wrap: after("cd link") },
    ({ project }) => symlinkSync(".", join(project.folder, "link")),
    onPosix,
  ),
  {
    place:
      "`NODE_OPTIONS` with `--require`, `--enable-source-maps` and a heap of 128 MB, `NODE_ENV=production`",
    life: "short",
    run: liveWithPreload,
  },
  {
    place:
      "`PULUMI_SKIP_CHECKPOINTS`, `PULUMI_PARALLEL=1`, `PULUMI_CONFIG_PASSPHRASE_FILE`, `PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION`, another `PULUMI_HOME`",
    life: "short",
    run: liveWithCliSettings,
  },
  shortLife(
    "A umask of 077, `LANG=C`, another time zone, `CI=true`",
    { wrap: after("umask 077"), environment: { LANG: "C", TZ: "Asia/Kathmandu", CI: "true" } },
    undefined,
    onPosix,
  ),
  shortLife("64 open files for each process", { wrap: after("ulimit -n 64") }, undefined, onPosix),
];
