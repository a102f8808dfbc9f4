import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json";
import { startEmulator } from "../../src/emulator/index";
import { optionDocs } from "../../src/emulator/options/markdown";
import { edgeIngress } from "../support/command";
import { folderOfTest } from "../support/folders";
import { LocalServer } from "../support/local-server";
import { preload } from "../support/preload";
import { ENDED_BY_SIGNAL } from "../support/system";
import { COMMAND } from "../support/workspace";
import { send, sendRaw } from "./client";

const onOldNode = { env: { ...process.env, NODE_OPTIONS: preload("old-node") } };

const statusWith = async (url: string, apiKey: string) =>
  (await send({ url, apiKey }, "GET", "/agent_ingresses")).status;

test("the command serves the API, prints its addresses and stops on a signal", async () => {
  const data = join(folderOfTest(), "data.sqlite");
  await using served = await LocalServer.start(COMMAND, ["--data", data, "--option", "pageSize=3"]);
  expect(served.greeting).toContain("API key: local-api-key");
  expect(served.greeting).toContain(`Data:    ${data}`);
  expect(await statusWith(served.url, "local-api-key")).toBe(200);
  expect(await (await fetch(`${served.url}/_admin/options`)).json()).toMatchObject({ pageSize: 3 });
  expect(await served.end("SIGTERM")).toBe(ENDED_BY_SIGNAL);
  expect(served.errors).toBe("");
});

test("keys of the command line are accepted and never printed", async () => {
  await using served = await LocalServer.start(COMMAND, [
    "--api-key",
    "hush-1=first",
    "--api-key",
    "hush=2=second",
  ]);
  const statuses = ["hush-1", "hush=2", "local-api-key"].map((key) => statusWith(served.url, key));
  expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  expect(await served.end("SIGINT")).toBe(ENDED_BY_SIGNAL);
  expect(served.greeting + served.errors).not.toContain("hush");
});

test("a port in use is one clear line and a failure", async () => {
  await using emulator = await startEmulator();
  const { port } = new URL(emulator.url);
  const stderr = `error: port ${port} is in use; choose another with --port\n`;
  expect(edgeIngress(["emulator", "--port", port])).toMatchObject({ status: 2, stderr });
});

test.each([
  [["--port", "http"], "A port is a number"],
  [["--option", "pageSize=many"], "wrong emulator option: pageSize"],
  [["--fixtures", "missing.json"], "cannot read the fixtures file missing.json"],
  [["--api-key", "hush=="], "--api-key takes KEY or KEY=ACCOUNT"],
  [["--data", ""], "It needs the name of a file."],
])("wrong arguments are refused: %j", (args, message) => {
  const { status, stderr } = edgeIngress(["emulator", ...args]);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("hush");
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("the help lists every option with its default", () => {
  const { status, stdout } = edgeIngress(["emulator", "--help"]);
  expect(status).toBe(0);
  for (const { name, fallback, doc } of optionDocs()) {
    expect(stdout).toContain(`${name}=${fallback}`);
    expect(stdout).toContain(doc);
  }
});

test("the command prints the package's version", () => {
  expect(edgeIngress(["--version"])).toMatchObject({ status: 0, stdout: `${manifest.version}\n` });
});

test.each(["emulator", "review", "diff"])(
  "on an outdated Node.js, the exit code of %s is not that of a result",
  (command) => {
    const stderr =
      "error: pulumi-edge-ingress needs Node.js 22.19 or newer, and this is 20.18.1: install a newer Node.js and run the command again\n";
    expect(edgeIngress([command], onOldNode)).toMatchObject({ status: 2, stderr });
  },
);

test("requests for a host name that the command allows are accepted", async () => {
  await using served = await LocalServer.start(COMMAND, ["--host-name", "api.example.com"]);
  const statuses = ["API.example.com:4455", "www.example.com"].map(
    async (Host) => (await sendRaw(served, { path: "/openapi.json", headers: { Host } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 403]);
});
