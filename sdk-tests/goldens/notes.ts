import type { Emulator } from "../../src/emulator";
import { isLook } from "../support/looks";

/** The notes of a test: a line for each value, and a line for each request before it. */
export class Notes {
  private readonly lines: string[] = [];

  constructor(private readonly emulator: Emulator) {}

  title(text: string): void {
    this.lines.push("", `# ${text}`);
  }

  add(what: string, value: unknown): void {
    this.lines.push(...this.requests(), `${what} ${JSON.stringify(value)}`);
  }

  private requests(): string[] {
    const sent = this.emulator.requests().filter((request) => !isLook(request));
    this.emulator.clearRequests();
    return sent.map(({ method, path, body }) =>
      `  ${method} ${path} ${JSON.stringify(body) ?? ""}`.trimEnd(),
    );
  }

  /** The text without values that differ from run to run, and without repeated lines. */
  get text(): string {
    const ids = new Map<string, string>();
    const numbered = (id: string, prefix: string) => {
      ids.set(id, ids.get(id) ?? `${prefix}_${ids.size + 1}`);
      return String(ids.get(id));
    };
    const lines = this.lines.filter((line, index) => line === "" || line !== this.lines[index - 1]);
    return `${lines.join("\n").trim()}\n`
      .replaceAll(this.emulator.url, "http://SERVER")
      .replaceAll(/\b([a-z]+)_[0-9A-Za-z]{27}\b/g, numbered)
      .replaceAll(/\(request (?:[\da-f-]|\[secret\])+\)/g, "(request ID)")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g, "TIME")
      .replaceAll(/\b(ssh-\w+|ecdsa-[\w-]+) [A-Za-z\d+/]+=*/g, "$1 KEY");
  }
}
