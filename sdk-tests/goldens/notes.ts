import type { Emulator } from "../../src/emulator";
import { isLook } from "../support/looks";

/**
 * The notes of a test: each value, after the requests before it. A member of an object has a line, so that the diff of a changed
 * member is a line, too.
 */
export class Notes {
  private readonly notes: string[] = [];

  constructor(private readonly emulator: Emulator) {}

  title(text: string): void {
    this.notes.push("", `# ${text}`);
  }

  add(what: string, value: unknown): void {
    this.notes.push(...this.requests(), `${what} ${toLines(value)}`);
  }

  private requests(): string[] {
    const sent = this.emulator.requests().filter((request) => !isLook(request));
    this.emulator.clearRequests();
    return sent.map(({ method, path, body }) =>
      `  ${method} ${path} ${toLines(body) ?? ""}`.trimEnd().replaceAll("\n", "\n  "),
    );
  }

  /** The text without values that differ from run to run, and without repeated notes. */
  get text(): string {
    const ids = new Map<string, string>();
    const numbered = (id: string, prefix: string) => {
      ids.set(id, ids.get(id) ?? `${prefix}_${ids.size + 1}`);
      return String(ids.get(id));
    };
    const notes = this.notes.filter((note, index) => note === "" || note !== this.notes[index - 1]);
    return `${notes.join("\n").trim()}\n`
      .replaceAll(this.emulator.url, "http://SERVER")
      .replaceAll(/\b([a-z]+)_[0-9A-Za-z]{27}\b/g, numbered)
      .replaceAll(/\(request (?:[\da-f-]|\[secret\])+\)/g, "(request ID)")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g, "TIME")
      .replaceAll(/\b(ssh-\w+|ecdsa-[\w-]+) [A-Za-z\d+/]+=*/g, "$1 KEY");
  }
}

const toLines = (value: unknown): string | undefined => JSON.stringify(value, null, 2);
