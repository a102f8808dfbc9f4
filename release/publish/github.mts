import { once } from "../../tools/base/once.mts";
import { Problem } from "../../tools/base/say.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";
import { type Part, sha256 } from "./publication.mts";
import { contentOf, isPrerelease, type ReleaseFolder } from "./release-folder.mts";
import { type Repository, repositoryOf } from "./repository.mts";

/** The members of GitHub's API that are used here. */
interface Asset {
  name: string;
  url: string;
  digest?: string | null; // sha256:HEX; absent from assets of before 2025
}

interface Release {
  url: string;
  upload_url: string;
  tag_name: string;
  draft: boolean;
  assets: Asset[];
}

/**
 * A release on GitHub with all files: from there, the Pulumi CLI downloads the plugin. The release is a draft until it has
 * all files, so that nobody sees a part of it. A file of a draft that differs, such as the rest of an upload that failed, is replaced.
 */
export function githubPart(release: ReleaseFolder, publisher: Publisher): Part {
  const api = new GitHub(repositoryOf(publisher));
  const tag = `v${release.version}`;
  const find = once(() => api.release(tag));
  let target: Release | undefined;
  return {
    title: "GitHub",
    publications: release.files.map((file) => {
      const digest = `sha256:${sha256(contentOf(release, file))}`;
      return {
        name: `${file} of ${tag}`,
        file,
        digest,
        published: async () => {
          const found = await find();
          const asset = found?.assets.find(({ name }) => name === file);
          if (!asset || (found?.draft && asset.digest !== digest)) return undefined;
          return asset.digest ?? api.digestOf(asset);
        },
        command: `POST /repos/${api.repository.name}/releases/…/assets?name=${file}`,
        publish: async () => target && api.upload(target, file, contentOf(release, file)),
      };
    }),
    begin: async () => {
      target = (await find()) ?? (await api.create(tag, release));
      if (!target.draft)
        throw new Problem(
          `The release ${tag} on GitHub is published, and lacks files: release a new version.`,
        );
    },
    end: async () => {
      const draft = target ?? (await find());
      if (draft?.draft) await api.publish(draft);
    },
  };
}

class GitHub {
  readonly repository: Repository;

  constructor(repository: Repository) {
    this.repository = repository;
  }

  /** The release of a tag. GitHub's request for a tag does not find drafts. */
  async release(tag: string): Promise<Release | undefined> {
    const releases: Release[] = await this.json("GET", `${this.own}/releases?per_page=100`);
    return releases.find(({ tag_name }) => tag_name === tag);
  }

  /** The tag has to exist: GitHub would create a tag at the newest commit. */
  async create(tag: string, release: ReleaseFolder): Promise<Release> {
    await this.json("GET", `${this.own}/git/ref/tags/${tag}`);
    return this.json("POST", `${this.own}/releases`, {
      tag_name: tag,
      name: tag,
      body: contentOf(release, "RELEASE_NOTES.md").toString(),
      draft: true,
      prerelease: isPrerelease(release),
    });
  }

  /** Uploads a file of a draft, in place of a file with the same name. */
  async upload({ upload_url, assets }: Release, name: string, content: Buffer): Promise<void> {
    for (const old of assets.filter((asset) => asset.name === name))
      await this.send("DELETE", old.url, undefined, {});
    const url = `${upload_url.replace(/\{.*\}$/, "")}?name=${encodeURIComponent(name)}`;
    await this.send("POST", url, content, { "content-type": "application/octet-stream" });
  }

  /** With "legacy", a patch of an older line does not become the latest release: GitHub compares the versions. */
  publish({ url }: Release): Promise<unknown> {
    return this.json("PATCH", url, { draft: false, make_latest: "legacy" });
  }

  async digestOf({ url }: Asset): Promise<string> {
    const response = await this.send("GET", url, undefined, { accept: "application/octet-stream" });
    return `sha256:${sha256(Buffer.from(await response.arrayBuffer()))}`;
  }

  private get own(): string {
    return `${this.repository.api}/repos/${this.repository.name}`;
  }

  private async json<Result>(method: string, url: string, body?: object): Promise<Result> {
    const content = body && JSON.stringify(body);
    const response = await this.send(method, url, content, {
      accept: "application/vnd.github+json",
    });
    return (await response.json()) as Result;
  }

  private async send(
    method: string,
    url: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Response> {
    const { token } = this.repository;
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const content = typeof body === "object" ? new Uint8Array(body) : (body ?? null);
    const response = await fetch(url, {
      method,
      body: content,
      headers: { ...headers, ...authorization },
    });
    if (response.ok) return response;
    const { pathname } = new URL(url);
    throw new Problem(
      `${method} ${pathname} of GitHub failed with ${response.status}: ${await response.text()}`,
    );
  }
}
