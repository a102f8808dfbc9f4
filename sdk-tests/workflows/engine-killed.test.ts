import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { withProject } from "../support/installed";
import { preload } from "../support/preload";

/** The engine is killed while a create is under way. */

const it = withProject(`
const { AgentIngress } = require("pulumi-edge-ingress");
new AgentIngress("one", { domain: "one.example.com" });
`);

const ps = (pid: number, column: "ppid" | "comm"): string =>
  execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();

/** The engine that has started a process, perhaps by a shell. */
function engineOf(pid: number): number {
  const parent = Number(ps(pid, "ppid"));
  return ps(parent, "comm") === "pulumi" ? parent : engineOf(parent);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.skipIf(process.platform === "win32")(
  "the process of dynamic resources ends soon after its engine",
  async ({ emulator, project }) => {
    const pidFile = join(project.folder, "provider.pid");
    await project.init();
    emulator.addFault({ method: "POST", path: "/agent_ingresses", delayMs: 60_000 });
    const update = project.start(["up", "--yes", "--skip-preview"], {
      NODE_OPTIONS: preload("announce-pid"),
      PROVIDER_PID_FILE: pidFile,
    });
    await vi.waitFor(() => expect(update.text()).toContain("has not been answered for 5 s"), { timeout: 120_000 });
    const provider = Number(await readFile(pidFile, "utf8"));
    expect(isRunning(provider)).toBe(true);
    process.kill(engineOf(provider), "SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(isRunning(provider)).toBe(true);
    process.kill(engineOf(provider), "SIGKILL");
    await vi.waitFor(() => expect(isRunning(provider)).toBe(false), { timeout: 5_000 });
    await update.ended;
  },
);
