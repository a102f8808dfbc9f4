import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataDir, readJson, root } from "../../tools/base/project.mjs";
import { must, run } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";

/** The name of the repository in a rehearsal. */
export const REPOSITORY = "example/edge-ingress";

interface Lock {
  packages: Record<string, unknown>;
}

/** The folders in which npm installs packages: node_modules, and those of packages in the repository that others depend on. */
export function packageFolders({ packages }: Lock): string[] {
  const folders = Object.keys(packages).map((path) => /^.*?node_modules(?=\/)/.exec(path)?.[0]);
  return [...new Set(folders)].filter((folder) => folder !== undefined);
}

/** A clone of the committed tree, in which a maintainer would release, and the repository to which the maintainer pushes. */
export class ReleaseClone {
  readonly folder: string;
  /** The folder of the repository, in which its path is REPOSITORY.git. */
  readonly remotes: string;

  private constructor(parent: string) {
    this.folder = join(parent, "clone");
    this.remotes = join(parent, "remotes");
  }

  static async create(parent: string): Promise<ReleaseClone> {
    const clone = new ReleaseClone(parent);
    await must("git", ["clone", "--quiet", root, clone.folder]);
    // Hard links: a copy would take minutes, and with a symbolic link the packages would find the wrong copy of this package.
    for (const packages of packageFolders(readJson("package-lock.json") as Lock))
      if (existsSync(join(root, packages)))
        await must("cp", ["-al", join(root, packages), join(clone.folder, packages)]);
    // The build compiles what differs.
    for (const built of ["build", "dist", "plugin"])
      if (existsSync(join(root, built))) await must("cp", ["-a", join(root, built), clone.folder]);
    await clone.shareDownloads();
    await must("git", ["clone", "--quiet", "--bare", root, clone.repository]);
    return clone;
  }

  get repository(): string {
    return join(this.remotes, `${REPOSITORY}.git`);
  }

  /** The environment of a workflow that publishes from this repository. */
  get workflowEnvironment(): Record<string, string> {
    return { GITHUB_REPOSITORY: REPOSITORY, GITHUB_SERVER_URL: pathToFileURL(this.remotes).href };
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  async edit(file: string, change: (text: string) => string): Promise<void> {
    const path = join(this.folder, file);
    const before = existsSync(path) ? await readFile(path, "utf8") : "";
    await writeFile(path, change(before));
  }

  /** Runs a script of package.json as `npm run` does. */
  script(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    return this.node(["tools/base/command.mjs", file, ...args], env);
  }

  node(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    return must(
      process.execPath,
      args,
      { cwd: this.folder, env: { ...process.env, ...env } },
      (text) => text.split("\n").slice(-40).join("\n"),
    );
  }

  /** Runs a command that is to fail. @returns its output */
  async failing(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
    const options = { cwd: this.folder, env: { ...process.env, ...env }, capture: true };
    const { code, output } = await run(process.execPath, [...args], options);
    if (code === 0) throw new Problem(`${args.join(" ")} did not fail:\n${output}`);
    return output;
  }

  /** Commits all changes, and pushes them, with a tag for a release. */
  async push(message: string, tag?: string): Promise<void> {
    const git = (...args: string[]) => must("git", args, { cwd: this.folder });
    const author = ["-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@example.invalid"];
    await git("add", "--all");
    await git(...author, "commit", "--quiet", "--no-verify", "--message", message);
    await git("push", "--quiet", "--force", this.repository, "HEAD:refs/heads/main");
    if (tag === undefined) return;
    await git("tag", tag);
    await git("push", "--quiet", this.repository, `refs/tags/${tag}`);
  }

  /** Shares the downloads of Node.js with the clone. */
  private async shareDownloads() {
    const shared = join(dataDir, "release", "node");
    await mkdir(shared, { recursive: true });
    await mkdir(join(this.folder, ".edge-ingress", "release"), { recursive: true });
    await symlink(shared, join(this.folder, ".edge-ingress", "release", "node"), "junction");
  }
}
