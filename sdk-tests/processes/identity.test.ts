import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ProcessRegistry,
  type ReadStart,
  readStartFromPs,
} from "../../src/core/processes/identity";

/** Tests that detect which of the processes that have written records are still running. */

afterEach(() => void vi.restoreAllMocks());

/** Processes with these start times, by number. */
const startedAt = (starts: Readonly<Record<number, string>>) =>
  new ProcessRegistry((pid) => starts[pid]);

/** The identity that a process has recorded of itself. */
const recordedBy = (pid: number, start: string) => startedAt({ [pid]: start }).identify(pid);

const OWN = { [process.pid]: "own" };

describe("a process", () => {
  it("runs while a process of its number has its start", () => {
    const all = startedAt({ ...OWN, [process.ppid]: "monday" });
    expect(all.isRunning(recordedBy(process.ppid, "monday"))).toBe(true);
    expect(all.isRunning(recordedBy(process.ppid, "sunday"))).toBe(false);
  });

  it("is known by its number alone if the system shows no start", () => {
    expect(startedAt({}).current.start).toBe("");
    expect(startedAt({}).isRunning(recordedBy(process.ppid, "monday"))).toBe(true);
    expect(startedAt(OWN).isRunning({ pid: process.ppid, start: "" })).toBe(true);
  });

  it("does not run if its number is of no process", () => {
    const { pid = 0 } = spawnSync(process.execPath, ["--version"]);
    expect(startedAt({ ...OWN, [pid]: "monday" }).isRunning(recordedBy(pid, "monday"))).toBe(false);
  });

  it.runIf(process.platform !== "win32")(
    "does not run if its number is of another user's process",
    () => {
      vi.spyOn(process, "kill").mockImplementation(() => {
        throw Object.assign(new Error("not permitted"), { code: "EPERM" });
      });
      expect(startedAt({}).isRunning({ pid: process.ppid, start: "" })).toBe(false);
    },
  );

  it("differs from an earlier process with its number", () => {
    const all = startedAt(OWN);
    expect(all.isCurrent(all.current)).toBe(true);
    expect(all.isCurrent(recordedBy(process.pid, "sunday"))).toBe(false);
  });

  it("does not run if its start cannot be read", () => {
    const unreadable: ReadStart = (pid) => {
      if (pid === process.pid) return "own";
      throw new Error("no such file");
    };
    expect(new ProcessRegistry(unreadable).isRunning(recordedBy(process.ppid, "monday"))).toBe(
      false,
    );
  });
});

it.runIf(process.platform === "linux")(
  "Linux shows the start of a process until it has ended, reaped or not",
  async () => {
    const all = new ProcessRegistry();
    // The parent does not wait for its child, which becomes a zombie.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [printed] = await once(parent.stdout, "data");
    const child = all.identify(Number(printed));
    expect(child.start).toMatch(/^[0-9a-f]{16}$/);
    expect(all.isRunning(child)).toBe(true);
    process.kill(child.pid, "SIGKILL");
    await vi.waitFor(() => expect(new ProcessRegistry().isRunning(child)).toBe(false));
    parent.kill("SIGKILL");
    await once(parent, "exit");
  },
);

const hasPs = spawnSync("ps", ["-o", "lstart=", "-p", String(process.pid)]).status === 0;

it.runIf(hasPs)("ps shows one start for a process, and fails for a number of none", () => {
  const { pid = 0 } = spawnSync(process.execPath, ["--version"]);
  expect(readStartFromPs(process.pid)).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
  expect(readStartFromPs(process.pid)).toBe(readStartFromPs(process.pid));
  expect(() => readStartFromPs(pid)).toThrow();
});
