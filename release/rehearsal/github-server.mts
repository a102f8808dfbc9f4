import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { Problem } from "../../tools/base/say.mjs";
import { sha256 } from "../publish/publication.mts";
import type { Server } from "./servers.mts";

interface StoredAsset {
  name: string;
  digest: string;
  content: Buffer;
}

interface StoredRelease {
  tag_name: string;
  draft: boolean;
  body: string;
  assets: StoredAsset[];
}

type Reply = readonly [status: number, body: object | Buffer];

const NOT_FOUND: Reply = [404, { message: "Not Found" }];

/**
 * The part of GitHub's API that a release uses, and the downloads of published releases. Like GitHub, it refuses a second file of
 * the same name, and files of a tag that the repository lacks.
 */
export class GitHubServer implements Server {
  url = "";
  private readonly repository: string;
  private readonly releases: StoredRelease[] = [];
  private readonly server = createServer(async (request, response) => {
    const [status, body] = await this.reply(request);
    const content = body instanceof Buffer ? body : Buffer.from(JSON.stringify(body));
    response.writeHead(status, { "content-length": content.length }).end(content);
  });

  /** @param repository a bare repository, with the tags */
  constructor(repository: string) {
    this.repository = repository;
  }

  async start(): Promise<this> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    const address = this.server.address();
    if (address === null || typeof address === "string")
      throw new Problem("There is no free port.");
    this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  /** The address from which the Pulumi CLI downloads the plugin. */
  get downloads(): string {
    return `${this.url}/downloads`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async reply(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    const content = await buffer(request);
    const [, number = "", name] = /\/releases\/(\d+)(?:\/(.*))?$/.exec(pathname) ?? [];
    const release = this.releases[Number(number)];
    switch (
      `${request.method} ${pathname.replace(/^\/repos\/[^/]+\/[^/]+/, "").replace(/\d+$/, "N")}`
    ) {
      case "GET /releases":
        return [200, this.releases.map((_, index) => this.shown(index))];
      case "POST /releases":
        return this.create(JSON.parse(content.toString()));
      case "PATCH /releases/N":
        if (!release) return NOT_FOUND;
        Object.assign(release, JSON.parse(content.toString()));
        return [200, this.shown(Number(number))];
    }
    if (release && request.method === "DELETE") {
      release.assets = release.assets.filter((asset) => asset.name !== name);
      return [200, {}];
    }
    if (pathname.includes("/git/ref/tags/")) return this.tag(pathname.split("/tags/")[1] ?? "");
    if (pathname.startsWith("/downloads/")) return this.download(pathname.split("/").at(-1) ?? "");
    if (release && name === "assets")
      return upload(release, searchParams.get("name") ?? "", content);
    return NOT_FOUND;
  }

  private create({ tag_name, body, draft }: StoredRelease): Reply {
    this.releases.push({ tag_name, body, draft, assets: [] });
    return [201, this.shown(this.releases.length - 1)];
  }

  private shown(index: number): object {
    const release = this.releases[index];
    const url = `${this.url}/releases/${index}`;
    const assets = release?.assets.map(({ name, digest }) => ({
      name,
      digest,
      url: `${url}/${name}`,
    }));
    return { ...release, url, upload_url: `${url}/assets{?name,label}`, assets };
  }

  private tag(name: string): Reply {
    const printed = execFileSync("git", ["-C", this.repository, "tag", "--list", name]);
    return printed.toString().trim() === name ? [200, { ref: name }] : NOT_FOUND;
  }

  private download(name: string): Reply {
    const published = this.releases.filter(({ draft }) => !draft).flatMap(({ assets }) => assets);
    const asset = published.find((file) => file.name === name);
    return asset ? [200, asset.content] : NOT_FOUND;
  }
}

function upload(release: StoredRelease, name: string, content: Buffer): Reply {
  if (release.assets.some((asset) => asset.name === name))
    return [422, { message: "already_exists" }];
  release.assets.push({ name, digest: `sha256:${sha256(content)}`, content });
  return [201, { name }];
}
