import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { EmulatorObject, JournalEntry } from "../../src/emulator";

const LAST_OF_GREETING = "Admin:";

/** The command `edge-ingress emulator` in a process of its own, on any free port. */
export class LocalServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** What it has printed at its start. */
    readonly greeting: string,
  ) {}

  /**
   * @param script The package's command.
   * @param args What follows `emulator`.
   */
  static async start(script: string, args: readonly string[]): Promise<LocalServer> {
    const words = [script, "emulator", ...args, "--port", "0"];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    let [url, greeting] = ["", ""];
    for await (const line of createInterface({ input: child.stdout })) {
      greeting += `${line}\n`;
      url ||= /http:\S+/.exec(line)?.[0] ?? "";
      if (line.startsWith(LAST_OF_GREETING)) return new LocalServer(child, url, greeting);
    }
    throw new Error("the local server ended before it printed its address");
  }

  objects(): Promise<EmulatorObject[]> {
    return this.read("objects");
  }

  /** Deletes an object or module as another program would. */
  async remove(path: string): Promise<void> {
    await fetch(`${this.url}/_admin/objects?path=${encodeURIComponent(path)}`, { method: "DELETE" });
  }

  requests(): Promise<JournalEntry[]> {
    return this.read("requests");
  }

  private async read<T>(what: string): Promise<T[]> {
    const answer = await fetch(`${this.url}/_admin/${what}`);
    return (await answer.json()) as T[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.child, "close");
    this.child.kill();
    await ended;
  }
}
