import type { ChildProcess } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { newIngress } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { INTO_DEV } from "../support/import-project";
import { descendantsOf, isAlive, locked, startImport } from "../support/killed-import";
import { preload } from "../support/preload";
import { isSampled, sampleTitle } from "../support/sample";
import { until } from "../support/until";
import { ONE_CHECKPOINT } from "../support/workspace";

/** `edge-ingress import` that is asked to end. */

const INGRESSES = 100;

const it = withImportProject();

/** Waits for the end of an import, and returns its exit code and its output. */
async function endOf(child: ChildProcess) {
  const { stdout, stderr } = child;
  const closed = new Promise((done) => child.once("close", (code, signal) => done(code ?? signal)));
  const [code, ...printed] = await Promise.all([
    closed,
    ...[stdout, stderr].map((stream) => (stream ? text(stream) : "")),
  ]);
  return { code, text: printed.join("") };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

it.for(SIGNALS.filter((_, index) => isSampled(index, SIGNALS.length)))(
  `of the signals, ${sampleTitle(SIGNALS.length)}: an import that %s interrupts in the middle of \`pulumi import\` releases the lock, reports its progress, and is finished by the next run`,
  async (signal, { emulator, project }) => {
    for (let index = 0; index < INGRESSES; index += 1)
      await newIngress(emulator, `host${index}.example.com`);
    emulator.clearRequests();
    const child = startImport(project, INTO_DEV);
    const ended = endOf(child);
    await locked(child, project);
    const started = descendantsOf(child.pid ?? 0);
    child.kill(signal);
    const { code, text } = await ended;
    expect(code, text).toBe(130);
    const [, recorded = ""] =
      /^interrupted: (\d+) of 100 objects are recorded; run the same command/m.exec(text) ?? [];
    await until("the processes of the import have ended", () => !started.some(isAlive));

    Object.assign(project.environment, ONE_CHECKPOINT);
    const again = await project.imported(...INTO_DEV);
    expect(again).toContain(`imported ${INGRESSES - Number(recorded)} objects into stack dev\n`);
    expect(again).toContain("`pulumi preview` shows no change\n");
    expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  },
);

it.for([
  {
    title: "an import that is interrupted elsewhere while it reads the account writes nothing",
    NODE_OPTIONS: "",
  },
  // On a terminal, the library that hides the cursor ends the process if nothing else handles the signal.
  {
    title: "an import that is interrupted on a terminal while it reads the account writes nothing",
    NODE_OPTIONS: preload("terminal-output"),
  },
] as const)("$title", async ({ NODE_OPTIONS }, { emulator, project }) => {
  emulator.addFault({
    method: "GET",
    path: "/agent_ingresses",
    delayMs: 60_000,
    times: "always",
  });
  const child = startImport(project, INTO_DEV, { NODE_OPTIONS });
  const ended = endOf(child);
  const isReading = () =>
    emulator.requests().some(({ path }) => path.startsWith("/agent_ingresses"));
  await until("the import reads the account", isReading);
  child.kill("SIGINT");
  const { code, text } = await ended;
  expect({ code, text }).toEqual({
    code: 130,
    text: expect.stringContaining("interrupted: nothing was imported\n"),
  });
  expect(await project.files()).toEqual([]);
});
