import { mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { python } from "../../tools/base/project.mjs";
import { inTemporaryFolder, must } from "../../tools/base/run.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";
import type { Part } from "./publication.mts";
import { contentOf, type ReleaseFolder } from "./release-folder.mts";
import { type Repository, repositoryOf } from "./repository.mts";

/** The folder of the module in the repository. The name of Go's tag begins with it. */
const FOLDER = "sdk/go";

/**
 * The module, as a tag of the repository: Go reads the module from there. The commit of the tag has the files of the module
 * in addition to those of the release's commit, and is on no branch.
 */
export async function goPart(release: ReleaseFolder, publisher: Publisher): Promise<Part> {
  const file = `edge-ingress-sdk-go-v${release.version}.zip`;
  contentOf(release, file);
  const repository = repositoryOf(publisher);
  const tag = `${FOLDER}/v${release.version}`;
  const remote = `${repository.server}/${repository.name}.git`;
  const inClone = <Result,>(work: (git: Git, folder: string) => Promise<Result>) =>
    inTemporaryFolder(tmpdir(), "go-tag-", async (folder) => {
      const git = gitIn(folder, repository);
      await git("init", "--quiet");
      return work(git, folder);
    });
  const addModule = (git: Git, folder: string) => addFiles(git, folder, join(release.folder, file));
  return {
    title: "Go",
    publications: [
      {
        name: `the tag ${tag}`,
        file,
        digest: await inClone(async (git, folder) => {
          await addModule(git, folder);
          return treeOf(git, await git("write-tree"));
        }),
        published: () => inClone((git) => treeOfTag(git, remote, tag)),
        command: `git push ${remote} COMMIT:refs/tags/${tag}`,
        publish: () =>
          inClone(async (git, folder) => {
            await git("fetch", "--quiet", "--depth=1", remote, `refs/tags/v${release.version}`);
            const parent = await git("rev-parse", "FETCH_HEAD^{commit}");
            await git("read-tree", parent);
            await addModule(git, folder);
            const commit = await commitOf(git, parent, `SDK for Go ${release.version}`);
            await git("push", "--quiet", remote, `${commit}:refs/tags/${tag}`);
          }),
      },
    ],
  };
}

type Git = (...args: string[]) => Promise<string>;

const AUTHOR = { name: "pulumi-edge-ingress release", email: "release@example.invalid" };

function gitIn(cwd: string, repository: Repository): Git {
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: AUTHOR.name,
    GIT_AUTHOR_EMAIL: AUTHOR.email,
    GIT_COMMITTER_NAME: AUTHOR.name,
    GIT_COMMITTER_EMAIL: AUTHOR.email,
    ...authorization(repository),
  };
  return async (...args) => (await must("git", args, { cwd, env })).trim();
}

/** Settings of git in the environment: every process could read a token in an argument. */
function authorization({ server, token }: Repository): Record<string, string> {
  if (!token) return {};
  const credential = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${server}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${credential}`,
  };
}

/** Adds the files of the module to the index, whatever .gitignore has. */
async function addFiles(git: Git, folder: string, zip: string) {
  const unpacked = join(folder, "unpacked");
  await must(python, ["-m", "zipfile", "-e", zip, unpacked]);
  // Paths in the zip file begin with MODULE@VERSION, which contains slashes.
  const [goMod = ""] =
    (await must(python, ["-m", "zipfile", "-l", zip])).match(/\S+@\S+?\/go\.mod/) ?? [];
  await mkdir(join(folder, "sdk"), { recursive: true });
  await rename(join(unpacked, goMod, ".."), join(folder, FOLDER));
  await rm(unpacked, { recursive: true });
  await git("add", "--force", FOLDER);
}

const treeOf = (git: Git, tree: string) => git("rev-parse", `${tree}:${FOLDER}`);

async function treeOfTag(git: Git, remote: string, tag: string): Promise<string | undefined> {
  if ((await git("ls-remote", remote, `refs/tags/${tag}`)) === "") return undefined;
  await git("fetch", "--quiet", "--depth=1", remote, `refs/tags/${tag}`);
  return treeOf(git, "FETCH_HEAD");
}

/** Returns a commit of the index on top of a parent. */
async function commitOf(git: Git, parent: string, message: string): Promise<string> {
  return git("commit-tree", await git("write-tree"), "-p", parent, "-m", message);
}
