import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { commandFolder } from "../support/command";
import { LocalServer } from "../support/local-server";
import { until } from "../support/until";
import { COMMAND } from "../support/workspace";

/** Tests of `edge-ingress conformance` in a process of its own. */

const KEY = "key-that-no-report-has";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ apiKeys: { [KEY]: "local" } });
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

const { folder } = commandFolder();

/** The arguments of a run that is as fast as possible. */
const RUN = [
  ...["--https-edge", "edghts_1", "--backend", "bkdhr_1"],
  ...["--yes", "--requests-per-second", "1000"],
];

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [COMMAND, "conformance", ...args], {
    cwd: folder,
    env: {
      ...process.env,
      EDGE_INGRESS_API_KEY: KEY,
      EDGE_INGRESS_BASE_URL: emulator.url,
      ...environment,
    },
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, "close").then(async ([code, signal]) => {
    const [stdout, stderr] = await output;
    return { code, signal, stdout, stderr };
  });
  return { child, ended };
}

/** True if the record of the run has the id of its route. */
const hasRoute = () =>
  emulator.objects().some(({ body }) => /"routes":\["\w+/.test(String(body.metadata)));

it("a run deletes what it has made when it is interrupted, and exits with 130", async () => {
  const { child, ended } = start([...RUN, "--format", "json", "--requests-per-second", "60"]);
  await until("the run has created a route", hasRoute);
  child.kill("SIGINT");
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ isInterrupted: true, left: [] });
  expect(emulator.objects()).toEqual([]);
});

it("the next run deletes what a run has left that was killed, and names it", async () => {
  const { child, ended } = start([...RUN, "--requests-per-second", "60"]);
  await until("the run has created a route", hasRoute);
  child.kill("SIGKILL");
  await ended;
  expect(emulator.objects()).not.toEqual([]);
  const next = await start(RUN).ended;
  expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining("Of an earlier run") });
  expect(emulator.objects()).toEqual([]);
});

it("a report has neither the key nor an object that the run has not created", async () => {
  const secret = "description-of-a-foreign-object";
  await fetch(`${emulator.url}/agent_ingresses`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${KEY}`,
      "service-version": "2",
      "content-type": "application/json",
    },
    body: JSON.stringify({ domain: "foreign.example.com", description: secret }),
  });
  const { code, stdout, stderr } = await start([...RUN, "--format", "json"]).ended;
  expect(code).toBe(0);
  for (const hidden of [KEY, secret, "foreign.example.com", "agin_"])
    expect(stdout + stderr).not.toContain(hidden);
});

it("the local server behaves as the service of a profile", async () => {
  emulator.configure({ secrets: "masked", unsetModule: "disabled", regions: ["us"] });
  const profile = join(folder, "service.yaml");
  const written = await start([...RUN, "--profile", profile]).ended;
  emulator.configure({ secrets: "plain", unsetModule: "404" });
  expect(written.code).toBe(0);
  await using server = await LocalServer.start(COMMAND, [
    ...["--profile", profile, "--option", "unsetModule=null", "--api-key", KEY],
  ]);
  const again = await start([...RUN, "--format", "json"], { EDGE_INGRESS_BASE_URL: server.url })
    .ended;
  const { changedOptions } = JSON.parse(again.stdout);
  expect(changedOptions).toEqual({ secrets: "masked", unsetModule: "null", regions: ["us"] });
});

it("exits with 1 and an advice if the provider relies on something that does not hold", async () => {
  const path = "/ssh_certificate_authorities/{id}";
  emulator.addFault({ method: "GET", path, times: "always", status: 404 });
  const { code, stdout } = await start(["--read-only", "--format", "json"]).ended;
  emulator.clearFaults();
  expect(code).toBe(0);
  expect(stdout).toContain('"name": "notFound"');
  emulator.addFault({ method: "GET", path, times: "always", status: 403 });
  const failed = await start(["--read-only"]).ended;
  emulator.clearFaults();
  expect(failed.code).toBe(1);
  expect(failed.stdout).toContain("The provider relies on something else (1)");
  expect(failed.stdout).toContain("next:     file an issue with this report");
});

it.for([
  [["--https-edge", "../x"], {}, "--https-edge"],
  [["--requests-per-second", "0", "--yes"], {}, "--requests-per-second"],
  [["--values", "nonsense=a", "--yes"], {}, "nonsense"],
  [[], {}, "add --yes"],
  [["--yes"], { EDGE_INGRESS_API_KEY: "wrong" }, "check the API key"],
  [["--yes"], { EDGE_INGRESS_BASE_URL: "" }, "edge-ingress:baseUrl"],
] as const)(
  "refuses %j %j, and sends nothing that creates",
  async ([args, environment, message]) => {
    emulator.clearRequests();
    const { code, stderr } = await start(args, environment).ended;
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  },
);
