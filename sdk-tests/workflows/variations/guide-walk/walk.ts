import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "../../../emulator/client";
import { Release } from "../../../support/release";
import { TypedPage } from "../../../support/typed-page";
import {
  deployByQuickStart,
  finishQuickStart,
  QUICK_START,
} from "../../../support/typed-quick-start";

const DOCS = join(__dirname, "../../../../docs");

/** The file of a page, by its path below `docs`. */
export const fileOf = (page: string): string => join(DOCS, `${page}.md`);

/** The programs that a page shows. */
export const programsOf = (page: string, language = "ts"): string[] =>
  [...readFileSync(fileOf(page), "utf8").matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(
    ([, found, program = ""]) => (found === language ? [program] : []),
  );

/** A reader who types all guides in the project of the quick start, with its stack, its server and its terminal. */
export class GuideWalk {
  private constructor(
    readonly reader: TypedPage,
    private readonly project: string,
    /** The program of the quick start. The reader keeps a copy, as the pages advise. */
    private readonly program: string,
  ) {}

  /** Creates the project by the quick start, and types all of its sections. */
  static async begin(): Promise<GuideWalk> {
    const reader = await TypedPage.create(QUICK_START, await Release.create());
    await deployByQuickStart(reader);
    const walk = new GuideWalk(reader, reader.place, await reader.contents("index.ts"));
    await finishQuickStart(reader);
    return walk;
  }

  /** The local server, as the program of another party uses it. */
  get server(): Server {
    return { url: this.reader.local.url, apiKey: "local-api-key" };
  }

  /** Opens a page in the folder of the project. */
  async open(page: string): Promise<void> {
    await this.reader.open(fileOf(page));
    await this.reader.bash(`cd "${this.project}"`);
  }

  /** Returns to the stack of the quick start, whose program is deployed. */
  async returnToDev(): Promise<void> {
    await this.reader.write("index.ts", this.program);
    await this.reader.bash("pulumi stack select dev");
    await this.reader.bash("pulumi up");
  }

  /** Types a page that refers to a stack of the reader, and removes the stack afterwards. */
  async withStack(name: string, program: string, type: () => Promise<void>): Promise<void> {
    await this.reader.write("index.ts", program);
    this.reader.requireTypeCheck();
    await this.reader.bash(`pulumi stack init ${name}`);
    await this.reader.bash("pulumi up");
    await type();
    await this.reader.bash(`pulumi destroy --stack ${name}`);
    await this.reader.bash(`pulumi stack rm ${name}`);
  }

  /** A route on the server. Of several, it is any: Pulumi creates them at the same time. */
  async deployedRoute(): Promise<{ readonly routeId: string; readonly match: string }> {
    for (const { path, body } of await this.reader.local.objects()) {
      const [, routeId] = /\/routes\/(\w+)$/.exec(path) ?? [];
      if (routeId !== undefined) return { routeId, match: String(body.match) };
    }
    throw new Error("the server has no route");
  }

  /** Deletes all objects like another party. */
  async removeObjects(): Promise<void> {
    for (const { path } of await this.reader.local.objects()) await this.reader.local.remove(path);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.reader[Symbol.asyncDispose]();
  }
}
