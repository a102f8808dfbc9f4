import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { Problem } from "../../tools/base/say.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";
import { configuredParts } from "../publish/publish.mts";
import { releaseIn } from "../publish/release-folder.mts";
import type { ReleaseClone } from "./release-clone.mts";
import { type Steps, together } from "./steps.mts";

/** The commands that the jobs of the workflow run. */
export class Publishing {
  private readonly clone: ReleaseClone;
  private readonly folder: string;
  private readonly env: Record<string, string>;
  private readonly parts: readonly string[];

  /**
   * @param folder of the release
   * @param env of the commands, with the registries
   */
  constructor(
    clone: ReleaseClone,
    folder: string,
    env: Record<string, string>,
    publisher: Publisher,
  ) {
    this.clone = clone;
    this.folder = folder;
    this.env = env;
    this.parts = configuredParts(publisher);
  }

  async publish(steps: Steps): Promise<void> {
    const [first = "", ...others] = this.parts;
    const publish = (part: string) =>
      steps.run(`Publish: ${part}`, () => this.run(part), summaryOf);
    // An SDK names the plugin, which has to be available before.
    await publish(first);
    await together(others.map(publish));
  }

  /** Every part is published already, so that nothing may be published again. */
  async repeat(): Promise<string> {
    for (const part of this.parts) {
      const again = (await this.run(part))
        .split("\n")
        .filter((line) => / is published\.$/.test(line));
      if (again.length > 0) throw new Problem(again.join(" "));
    }
    return `${this.parts.join(", ")}: published before, with the same contents`;
  }

  /** Each part stops at a file with other contents, and names the file. */
  async refuseChanges(): Promise<string> {
    const changed = changeableFiles(this.folder).filter(({ part }) => this.parts.includes(part));
    for (const { part, file, change } of changed) {
      const copy = `${this.folder}-changed-${part}`;
      await cp(this.folder, copy, { recursive: true });
      await writeFile(join(copy, file), change(await readFile(join(copy, file))));
      const output = await this.clone.failing(commandOf(part, copy), this.env);
      if (!output.includes(`with other contents than ${file}`) || output.trim().includes("\n"))
        throw new Problem(`${part} did not name ${file} in one line: ${output}`);
    }
    return changed.map(({ file }) => file).join(", ");
  }

  private run(part: string): Promise<string> {
    return this.clone.node(commandOf(part, this.folder), this.env);
  }
}

const commandOf = (part: string, folder: string) => ["release/publish/publish.mts", part, folder];

/** The output of a part, in one cell of the table. */
function summaryOf(output: string): string {
  const lines = output.trim().split("\n");
  const names = lines.map((line) => line.replace(/^[^:]*: (.*?)( of v\S+)? is published\.$/, "$1"));
  return names.length > 3 ? `${names.length} files` : names.join(", ");
}

/** One file of each part that has a digest, and a change of its contents. */
function changeableFiles(folder: string) {
  const { version } = releaseIn(folder);
  const longer = (content: Buffer): Buffer => Buffer.concat([content, Buffer.from("\n")]);
  const withoutLicense = (content: Buffer): Uint8Array => {
    const files = Object.entries(unzipSync(content));
    return zipSync(Object.fromEntries(files.filter(([name]) => !name.endsWith("/LICENSE"))));
  };
  return [
    { part: "github", file: "schema.json", change: longer },
    { part: "npm", file: `pulumi-edge-ingress-${version}.tgz`, change: longer },
    { part: "pypi", file: `pulumi_edge_ingress-${version}-py3-none-any.whl`, change: longer },
    { part: "go", file: `edge-ingress-sdk-go-v${version}.zip`, change: withoutLicense },
    { part: "maven", file: `edge-ingress-${version}.jar`, change: longer },
  ];
}
