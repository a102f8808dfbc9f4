import { mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { blocksOf } from "../../site/stage/markdown.mts";
import type { Emulator } from "../../src/emulator";
import { Example } from "../support/example";
import { textOf } from "../support/files";
import { folderOfTest } from "../support/folders";
import { COMMAND } from "../support/workspace";
import type { GuideLanguage } from "./guide-languages";

/** Words of a page, and what the test has in their places. */
export type Values = Readonly<Record<string, string>>;

const filled = (text: string, values: Values): string =>
  Object.entries(values).reduce(
    (filledText, [word, value]) => filledText.replaceAll(word, value),
    text,
  );

/** The part of a page above its first section. */
export const INTRODUCTION = "";

/** The text of a page, or of a part of it. */
function textOfPage(page: string, heading?: string): string {
  const text = textOf(`docs/guides/${page}.md`);
  if (heading === undefined) return text;
  const [introduction = "", ...sections] = text.split(/^(?=## )/m);
  if (heading === INTRODUCTION) return introduction;
  const section = sections.find((text) => text.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no section ${heading}`);
  return section;
}

/** The texts of the blocks of a page, or of a part of it, in a language. */
export const listings = (page: string, fence: string, heading?: string): string[] =>
  blocksOf(textOfPage(page, heading))
    .filter(({ language }) => language === fence)
    .map((block) => `${block.text.split("\n").slice(1, -1).join("\n")}\n`);

/** The program that a page shows, with the listings that continue it. */
function programOf(page: string, { fence, extended }: GuideLanguage): string {
  const [first, ...others] = listings(page, fence);
  if (first === undefined) throw new Error(`${page} has no program in ${fence}`);
  return others.reduce(extended, first);
}

/** A shell without a terminal runs the commands of a page with these functions: Pulumi asks nothing, and npx runs installed commands. */
const PRELUDE = `
pulumi() {
  case "$1" in up|destroy|import) set -- "$@" --yes --skip-preview ;; esac
  command pulumi "$@" --non-interactive --color=never
}
edge-ingress() { "${process.execPath}" "${COMMAND}" "$@"; }
npx() {
  case "$1" in
    edge-ingress) "$@" ;;
    *) "node_modules/.bin/$@" ;;
  esac
}
`;

/** A page, the language of the project, and the server that the project manages. */
interface Contents {
  readonly page: string;
  readonly language: GuideLanguage;
  readonly server: Emulator;
  /** The environment of programs in Python. */
  readonly venvFolder: string;
}

/** A new project of a language, with the program and the commands of a page. */
export class GuideProject implements AsyncDisposable {
  private constructor(
    private readonly page: string,
    readonly language: GuideLanguage,
    private readonly example: Example,
  ) {}

  /** A project with these files. */
  static async withFiles(
    { page, language, server, venvFolder }: Contents,
    files: Values,
  ): Promise<GuideProject> {
    const folder = folderOfTest();
    for (const [name, text] of Object.entries({ ...language.files, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), language.adapted(text));
    }
    const example = await Example.create(folder, {
      EDGE_INGRESS_BASE_URL: server.url,
      EDGE_INGRESS_API_KEY: server.apiKey,
    });
    await example.prepare(process.execPath, COMMAND, "plugin", "install");
    await language.prepare(example, venvFolder);
    return new GuideProject(page, language, example);
  }

  /**
   * A project with the program of the page.
   *
   * @param values What the reader has in place of words of the program.
   */
  static withProgram(contents: Contents, values: Values = {}): Promise<GuideProject> {
    const { page, language } = contents;
    return GuideProject.withFiles(contents, {
      [language.file]: filled(programOf(page, language), values),
    });
  }

  /** Types commands that have to succeed. */
  async type(commands: string): Promise<string> {
    const { code, text, printed } = await this.tryOut(commands);
    if (code !== 0) throw new Error(`${this.language.name}: ${commands}\n${text}`);
    return printed;
  }

  /** Types commands that may fail. */
  tryOut(commands: string) {
    return this.example.begin("bash", ["-ec", PRELUDE + commands]).ended;
  }

  /** Types the commands of a part of the page, with these values in place of words of the page. */
  async follow(heading: string, values: Values = {}): Promise<string> {
    const commands = listings(this.page, "sh", heading).join("");
    for (const word of Object.keys(values)) expect(commands).toContain(word);
    return this.type(filled(commands, values));
  }

  /** Changes the program, which contains the text once. */
  edit(from: string, to: string, file = this.language.file): Promise<void> {
    return this.example.edit(file, from, to);
  }

  /** Previews and deploys. The preview checks the types of a program in TypeScript, and the later runs leave the check out. */
  async deploy(): Promise<void> {
    await this.type("pulumi preview");
    this.example.setEnvironment({ PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
    await this.type("pulumi up");
  }

  /** Replaces the program of the project. */
  rewrite(program: string): Promise<void> {
    return writeFile(
      join(this.example.program, this.language.file),
      this.language.adapted(program),
    );
  }

  async outputs(): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse(await this.type("pulumi stack output --json"));
  }

  /** Expects that a preview shows no change and changes nothing, and that neither state nor output contains a secret in plaintext. */
  async expectUnchanged(...servers: readonly Emulator[]): Promise<void> {
    for (const server of servers) server.clearRequests();
    await this.type("pulumi preview --expect-no-changes");
    expectOnlyReads(servers);
    expect(await this.type("pulumi stack export")).not.toMatch(/canary/);
    expect(this.example.printed).not.toMatch(/canary/);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.example[Symbol.asyncDispose]();
  }
}

/** Expects that nothing was sent that changes an object. */
export const expectOnlyReads = (servers: readonly Emulator[]): void =>
  expect(
    servers.flatMap((server) => server.requests()).filter(({ method }) => method !== "GET"),
  ).toEqual([]);

/** The objects on a server: members by account and path, with a placeholder for each id that the server has made. */
export const objectsOf = (server: Emulator): object[] =>
  server
    .objects()
    .map(({ account, path, body }) => ({
      [`${account} ${path.replaceAll(/_[A-Za-z0-9]{20,}/g, "_ID")}`]: declaredIn(body),
    }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

/** Removes members that the server sets, unset members, and the modules of a route, which have separate paths. */
function declaredIn(body: Readonly<Record<string, unknown>>): object {
  const { id, uri, created_at, edge_id, ns_targets, region_domains, ...others } = body;
  const isModule = (value: unknown) => "match_type" in body && typeof value === "object";
  const entries = Object.entries(others).filter(([, value]) => !isModule(value));
  return JSON.parse(
    JSON.stringify(Object.fromEntries(entries), (key, value) =>
      isSet(key, value) ? value : undefined,
    ),
  );
}

const isSet = (key: string, value: unknown): boolean => value !== null && key !== "uri";
