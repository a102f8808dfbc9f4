import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { withProject } from "../support/installed";
import { isAlive } from "../support/killed-import";
import { preload } from "../support/preload";

/** The engine is killed while a create is under way. */

const it = withProject(`
const { AgentIngress } = require("pulumi-edge-ingress");
new AgentIngress("one", { domain: "one.example.com" });
`);

it.skipIf(process.platform === "win32")(
  "the process of dynamic resources ends after its engine",
  async ({ emulator, project }) => {
    const pidFile = join(project.folder, "provider.pid");
    await project.init();
    emulator.addFault({ method: "POST", path: "/agent_ingresses", delayMs: 60_000 });
    const update = project.start(["up", "--yes", "--skip-preview"], {
      NODE_OPTIONS: preload("announce-pid"),
      PROVIDER_PID_FILE: pidFile,
    });
    await vi.waitFor(() => expect(update.text()).toContain("has not been answered for 5 s"), {
      timeout: 120_000,
    });
    const provider = Number(await readFile(pidFile, "utf8"));
    expect(isAlive(provider)).toBe(true);
    update.signal("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(isAlive(provider)).toBe(true);
    update.signal("SIGKILL");
    await vi.waitFor(() => expect(isAlive(provider)).toBe(false), { timeout: 60_000 });
    await update.ended;
  },
);
