import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Problem } from "../../tools/base/say.mjs";
import type { PulumiProject } from "./pulumi-project.mts";

/** The local server of an installed package, started by the package's command. */
export interface LocalServer {
  environment: Record<string, string>; // its address and key
  stop: () => Promise<void>;
}

const LAST_OF_GREETING = "Admin:";

export async function startLocalServer(project: PulumiProject): Promise<LocalServer> {
  const child = spawn(process.execPath, [project.installedCommand(), "emulator", "--port", "0"], {
    cwd: project.folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`;
    if (line.startsWith(LAST_OF_GREETING)) break;
  }
  return {
    environment: {
      EDGE_INGRESS_BASE_URL: valueIn(printed, /(http:\/\/127\.0\.0\.1:\d+)/),
      EDGE_INGRESS_API_KEY: valueIn(printed, /^API key: (.*)$/m),
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

function valueIn(printed: string, pattern: RegExp): string {
  const [, value] = pattern.exec(printed) ?? [];
  if (value === undefined) throw new Problem(`The local server printed: ${printed}`);
  return value;
}
