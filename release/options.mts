import { existsSync, readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { optionsIn } from "../tools/base/options.mts";
import { Problem } from "../tools/base/say.mjs";
import type { NodeSource } from "./node-binaries.mts";
import type { Overrides } from "./stage.mts";

const string = { type: "string" } as const;
const flag = { type: "boolean" } as const;

const version = { form: /^\d+\.\d+\.\d+(-[\w.]+)?$/, example: "1.2.3" };

const forms = {
  version,
  prepare: version,
  next: version,
  repository: { form: /^[\w.-]+\/[\w.-]+$/, example: "OWNER/NAME" },
  "download-url": {
    form: /^https?:\/\/\S+$/,
    example: "https://downloads.example.com/edge-ingress",
  },
};

export const HELP = `npm run release -- --out FOLDER [OPTIONS] builds the files of a release that belong to this system:

  --out FOLDER               a new or empty folder
  --version X.Y.Z            instead of the version in package.json
  --repository OWNER/NAME    on GitHub, instead of the repository in publisher.json
  --download-url URL         from which Pulumi downloads the plugin; default: the releases of the repository
  --node SOURCE              of Node.js in the executable: nodejs, npm; default: nodejs, or npm if nodejs.org cannot be reached

npm run release -- --prepare X.Y.Z changes the clone for the commit of a release: version, changelog, texts.

npm run release -- --publish PART --from FOLDER [--dry-run] publishes files of a release: github, npm, pypi, go, nuget, maven.

npm run release -- --next X.Y.Z-dev --from FOLDER changes the clone for the commit after a release.

npm run release -- --rehearse carries out the next release and a patch release of it, with registries on this computer.`;

const optionTypes = {
  out: string,
  version: string,
  repository: string,
  "download-url": string,
  node: string,
  prepare: string,
  publish: string,
  next: string,
  from: string,
  "dry-run": flag,
  rehearse: flag,
};

/** A command of `npm run release`, and its values. */
export type Command =
  | { name: "build"; out: string; overrides: Overrides }
  | { name: "prepare"; version: string }
  | { name: "publish"; part: string; folder: string; dryRun: boolean }
  | { name: "next"; version: string; folder: string }
  | { name: "rehearse" };

export function commandIn(args: string[]): Command {
  const values = optionsIn(args, optionTypes, HELP);
  for (const [name, { form, example }] of Object.entries(forms)) {
    const value = values[name as keyof typeof forms];
    if (value !== undefined && !form.test(value))
      throw new Problem(`--${name} must be of the form ${example}.`);
  }
  if (values.rehearse) return { name: "rehearse" };
  if (values.prepare) return { name: "prepare", version: released(values.prepare) };
  if (values.next) return { name: "next", version: values.next, folder: sourceOf(values.from) };
  if (values.publish) {
    const dryRun = values["dry-run"] ?? false;
    return { name: "publish", part: values.publish, folder: sourceOf(values.from), dryRun };
  }
  return { name: "build", out: newFolder(values.out), overrides: overridesIn(values) };
}

function released(version: string): string {
  if (version.endsWith("-dev"))
    throw new Problem(`--prepare ${version}: leave out -dev, which no release has.`);
  return version;
}

const overridesIn = (values: {
  version?: string;
  repository?: string;
  "download-url"?: string;
  node?: string;
}): Overrides => ({
  ...(values.version && { version: values.version }),
  ...(values.repository && { repository: values.repository }),
  ...(values["download-url"] && { downloadUrl: values["download-url"] }),
  ...(values.node && { node: nodeSource(values.node) }),
});

function nodeSource(value: string): NodeSource {
  if (value !== "nodejs" && value !== "npm") throw new Problem("--node must be nodejs or npm.");
  return value;
}

function sourceOf(from: string | undefined): string {
  if (!from) throw new Problem("Name the folder of the release with --from FOLDER.");
  return resolve(from);
}

function newFolder(name: string | undefined): string {
  if (!name) throw new Problem("Name the folder for the release: npm run release -- --out FOLDER");
  const out = resolve(name);
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new Problem(`${out} is a file: name a folder with --out.`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Problem(`${out} is not empty: name another folder.`);
  return out;
}
