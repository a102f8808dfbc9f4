import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { type ConfigEntry, setConfig } from "../../src/cli/import/config";
import { lacksScripts, replacePulumi } from "../support/replaced-pulumi";

/** The config that an import sets by a CLI, which a script replaces: it stores values, and logs its arguments and its environment. */

const SCRIPT = `
const fs = require("node:fs");
const [file, log] = ["config.json", "log.json"].map((name) => __dirname + "/" + name);
const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
const { PULUMI_OPTION_JSON: json, OLD_CLI } = process.env;
fs.writeFileSync(log, JSON.stringify([...read(log), { args, variable: json?.length ?? 0 }]));
const config = read(file);
if (args[1] === "set-all" && !OLD_CLI) Object.assign(config, JSON.parse(json));
if (args[1] === "set") {
  const key = args.find((arg) => arg.includes(":"));
  config[key] = { value: fs.readFileSync(0, "utf8").replace(/\\n$/, ""), secret: args.includes("--secret") };
}
fs.writeFileSync(file, JSON.stringify(config));
const isShown = ({ secret }) => !secret || args.includes("--show-secrets");
const printed = Object.entries(config).map(([key, entry]) => [key, isShown(entry) ? entry : { secret: true }]);
if (args[1] === "--json") console.log(JSON.stringify(Object.fromEntries(printed)));
`;

interface Run {
  readonly args: readonly string[];
  readonly variable: number;
}

/** Sets entries in a stack that has a config, and returns the values and the runs of the CLI. */
async function set(entries: readonly ConfigEntry[], before: object = {}, isOldCli = false) {
  const folder = replacePulumi(SCRIPT);
  writeFileSync(join(folder, "config.json"), JSON.stringify(before));
  writeFileSync(join(folder, "log.json"), "[]");
  vi.stubEnv("OLD_CLI", isOldCli ? "true" : "");
  await setConfig("dev", entries, {});
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const config = read("config.json") as Record<string, { value: string }>;
  return {
    values: Object.fromEntries(Object.entries(config).map(([key, { value }]) => [key, value])),
    runs: read("log.json") as Run[],
  };
}

const entry = (key: string, value: string, others: Partial<ConfigEntry> = {}): ConfigEntry => ({
  ...{ key, value, isSecret: true, isPath: false },
  ...others,
});

const LONG = "a".repeat(20_000);
const EMPTY = { value: "", secret: true };

const singles = (runs: readonly Run[]) =>
  runs.filter(({ args }) => args[1] === "set").map(({ args }) => args.find((arg) => /:/.test(arg)));

const onUnix = it.skipIf(lacksScripts);

onUnix(
  "short values are set together, and long values and members of objects one by one",
  async () => {
    const entries = [
      entry("p:a", "1"),
      entry("p:b", "2", { isSecret: false }),
      entry("p:long", LONG),
      entry("p:c.member", "3", { isPath: true }),
    ];
    const { values, runs } = await set(entries);
    expect(values).toEqual({ "p:a": "1", "p:b": "2", "p:long": LONG, "p:c.member": "3" });
    expect(singles(runs)).toEqual(["p:long", "p:c.member"]);
    expect(JSON.stringify(runs)).not.toContain("aaa");
  },
);

onUnix("an empty value, which an interrupted import has left, is replaced", async () => {
  const entries = [entry("p:short", "1"), entry("p:long", LONG)];
  const before = { "p:short": EMPTY, "p:long": EMPTY };
  const expected = { "p:short": "1", "p:long": LONG };
  expect((await set(entries, before)).values).toEqual(expected);
  expect((await set(entries, before, true)).values).toEqual(expected);
});

onUnix("a CLI that does not read values from the environment gets them one by one", async () => {
  const { values, runs } = await set([entry("p:a", "1")], {}, true);
  expect(values).toEqual({ "p:a": "1" });
  expect(singles(runs)).toEqual(["p:a"]);
});

onUnix(
  "many values are divided, so that each variable fits into the environment of Windows",
  async () => {
    const entries = Array.from({ length: 40 }, (_, index) =>
      entry(`p:${index}`, "a".repeat(1_500)),
    );
    const { values, runs } = await set(entries);
    expect(Object.keys(values)).toHaveLength(40);
    expect(singles(runs)).toEqual([]);
    const lengths = runs.map(({ variable }) => variable).filter((length) => length > 0);
    expect(lengths.length).toBeLessThan(10);
    expect(Math.max(...lengths)).toBeLessThan(30_000);
  },
);

onUnix("without entries, the CLI does not run", async () => {
  expect((await set([])).runs).toEqual([]);
});
