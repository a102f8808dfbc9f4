import { existsSync, readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { optionsIn } from "../tools/base/options.mts";
import { Problem } from "../tools/base/say.mjs";
import type { Overrides } from "./stage.mts";

const string = { type: "string" } as const;

const forms = {
  version: { form: /^\d+\.\d+\.\d+(-[\w.]+)?$/, example: "1.2.3" },
  repository: { form: /^[\w.-]+\/[\w.-]+$/, example: "OWNER/NAME" },
  "download-url": { form: /^https?:\/\/\S+$/, example: "https://downloads.example.com/edge-ingress" },
};

export const HELP = `npm run release -- --out FOLDER [OPTIONS] builds the files of a release that belong to this system:

  --out FOLDER               a new or empty folder
  --version X.Y.Z            instead of the version in package.json
  --repository OWNER/NAME    on GitHub, instead of the repository in publisher.json
  --download-url URL         from which Pulumi downloads the plugin; default: the releases of the repository`;

/** What `npm run release` is asked for. */
export function releaseOptions(args: string[]): Overrides & { out: string } {
  const values = optionsIn(args, { out: string, version: string, repository: string, "download-url": string }, HELP);
  for (const [name, { form, example }] of Object.entries(forms)) {
    const value = values[name as keyof typeof forms];
    if (value !== undefined && !form.test(value)) throw new Problem(`--${name} must be of the form ${example}.`);
  }
  if (!values.out) throw new Problem("Name the folder for the release: npm run release -- --out FOLDER");
  const out = resolve(values.out);
  if (existsSync(out) && !statSync(out).isDirectory()) throw new Problem(`${out} is a file: name a folder with --out.`);
  if (existsSync(out) && readdirSync(out).length > 0) throw new Problem(`${out} is not empty: name another folder.`);
  const { version, repository, "download-url": downloadUrl } = values;
  return { out, ...(version && { version }), ...(repository && { repository }), ...(downloadUrl && { downloadUrl }) };
}
