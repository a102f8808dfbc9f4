import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { EmulatorObject, JournalEntry } from "../../src/emulator";

const LAST_OF_GREETING = "Admin:";

/** The command `edge-ingress emulator` in a separate process, on any free port. */
export class LocalServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Its output at the start. */
    readonly greeting: string,
  ) {}

  /** Its standard error. */
  errors = "";

  /**
   * @param script The package's command.
   * @param args The arguments after `emulator`.
   * @param cwd The folder in which the command is typed.
   */
  static async start(
    script: string,
    args: readonly string[],
    cwd = process.cwd(),
  ): Promise<LocalServer> {
    const words = [script, "emulator", ...args, "--port", "0"];
    const child = spawn(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let [url, greeting] = ["", ""];
    for await (const line of createInterface({ input: child.stdout })) {
      greeting += `${line}\n`;
      url ||= /http:\S+/.exec(line)?.[0] ?? "";
      if (!line.startsWith(LAST_OF_GREETING)) continue;
      const server = new LocalServer(child, url, greeting);
      child.stderr.on("data", (text) => {
        server.errors += text;
      });
      return server;
    }
    throw new Error(`the local server ended before it printed its address: ${child.stderr.read()}`);
  }

  objects(): Promise<EmulatorObject[]> {
    return this.read("objects");
  }

  /** Deletes an object or module like another program. */
  async remove(path: string): Promise<void> {
    await fetch(`${this.url}/_admin/objects?path=${encodeURIComponent(path)}`, {
      method: "DELETE",
    });
  }

  requests(): Promise<JournalEntry[]> {
    return this.read("requests");
  }

  private async read<T>(what: string): Promise<T[]> {
    const answer = await fetch(`${this.url}/_admin/${what}`);
    return (await answer.json()) as T[];
  }

  /** Ends the process with a signal, and returns its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(this.child, "close");
    this.child.kill(signal);
    const [code] = await ended;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.end("SIGTERM");
  }
}
