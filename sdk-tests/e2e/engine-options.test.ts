import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { lineOf, OPTION_ROWS, sentBy } from "../support/engine-options";
import { withEmulator } from "../support/fixtures";
import { FORMS } from "../support/forms";
import { TestStack } from "../support/stack";

/** Each row of the table of engine options in docs/modules.md, on the engine: all of them take minutes, and need `--all`. */
const rows = process.env.ALL_TESTS ? OPTION_ROWS : OPTION_ROWS.slice(0, 1);

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

/** The requests that change something, without ids. */
const changes = (emulator: Emulator): string[] =>
  emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace("/edges/https/", "").replace(/^\//, "")}`)
    .map((line) => line.replace(/edghtsrt_\w+/, "{id}"))
    .sort();

const OF_MODULES = /(warning|info): .*(this run leaves|has not deleted its route)/;

describe.each(FORMS)("as %s", (form) => {
  it.for(rows)("$option $happens: sends and says what the table has", async (row, { emulator }) => {
    await using stack = await TestStack.create(emulator);
    if (form === "plugin") await stack.setConfig("edge-ingress:plugin", "true");
    await stack.up(row.before);
    const urns = new Map((await stack.resources()).map(({ name, urn }) => [name, urn]));
    emulator.clearRequests();
    emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 400, times: 1 });
    emulator.addFault({ method: "PATCH", path: "/edges/https/{edge_id}/routes/{id}", status: 400, times: 2 });
    if (row.makesNoRoutes)
      emulator.addFault({ method: "POST", path: "/edges/https/{edge_id}/routes", status: 400, times: 2 });
    const ended = await row.act(stack, (name) => urns.get(name) ?? "");
    const text = typeof ended === "string" ? ended : ended.text;
    expect(changes(emulator)).toEqual(sentBy(row, form));
    const isKeptByPlugin = form === "plugin" || !sentBy(row, "dynamic").some((line) => /DELETE.*oauth/.test(line));
    if (row.said !== undefined) expect(text).toContain(row.said);
    else if (isKeptByPlugin) expect(text).not.toMatch(OF_MODULES);
  });
});

it("docs/modules.md has these rows, and no others, in its table of engine options", () => {
  const page = readFileSync(join(__dirname, "../../docs/modules.md"), "utf8");
  const [, table = ""] = page.split("| --- | --- | --- | --- |\n");
  expect(table.split("\n\n")[0]?.split("\n")).toEqual(OPTION_ROWS.map(lineOf));
});
