import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * A server with the operations on a bucket that Pulumi's backend needs, in memory: objects by key, lists, copies and
 * deletions. It checks no signature.
 */
export async function s3Server() {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(objects, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** The environment of a CLI whose backend is a bucket of this server. */
    environment: {
      PULUMI_BACKEND_URL: `s3://stacks?endpoint=http://127.0.0.1:${port}&region=us-east-1&s3ForcePathStyle=true`,
      AWS_ACCESS_KEY_ID: "any",
      AWS_SECRET_ACCESS_KEY: "any",
      AWS_EC2_METADATA_DISABLED: "true",
    },
    keys: () => [...objects.keys()],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

async function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { status, headers = {}, body } = answerTo(objects, request, await bodyOf(request));
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

function answerTo(objects: Map<string, Buffer>, request: IncomingMessage, body: Buffer): Answer {
  const { method, headers } = request;
  const url = new URL(request.url ?? "", "http://localhost");
  const key = decodeURIComponent(url.pathname.split("/").slice(2).join("/"));
  if (key === "")
    return xml(method === "POST" ? deleteAll(objects, String(body)) : list(objects, url));
  if (method === "PUT") return put(objects, key, body, headers["x-amz-copy-source"]);
  if (method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const found = objects.get(key);
  if (!found) return NO_SUCH_KEY;
  const shown = {
    "Content-Length": found.length,
    ETag: '"any"',
    "Last-Modified": new Date().toUTCString(),
  };
  return { status: 200, headers: shown, body: found };
}

/** @param source The key of an object to copy, below the name of the bucket. */
function put(
  objects: Map<string, Buffer>,
  key: string,
  body: Buffer,
  source?: string | string[],
): Answer {
  if (source === undefined) {
    objects.set(key, body);
    return { status: 200, headers: { ETag: '"any"' } };
  }
  const copied = objects.get(decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ""));
  if (!copied) return NO_SUCH_KEY;
  objects.set(key, copied);
  const modified = `<LastModified>${new Date().toISOString()}</LastModified>`;
  return xml(`<CopyObjectResult><ETag>"any"</ETag>${modified}</CopyObjectResult>`);
}

function list(objects: Map<string, Buffer>, { searchParams }: URL): string {
  const prefix = searchParams.get("prefix") ?? "";
  const delimiter = searchParams.get("delimiter") ?? "";
  const folders = new Set<string>();
  const contents: string[] = [];
  for (const [key, { length }] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (end >= 0) folders.add(key.slice(0, end + delimiter.length));
    else
      contents.push(
        `<Contents><Key>${escaped(key)}</Key><Size>${length}</Size>${MODIFIED}<ETag>"any"</ETag></Contents>`,
      );
  }
  const prefixes = [...folders].map(
    (prefix) => `<CommonPrefixes><Prefix>${escaped(prefix)}</Prefix></CommonPrefixes>`,
  );
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}${prefixes.join("")}</ListBucketResult>`;
}

const MODIFIED = "<LastModified>2026-01-01T00:00:00.000Z</LastModified>";

function deleteAll(objects: Map<string, Buffer>, body: string): string {
  for (const [, key = ""] of body.matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key);
  return "<DeleteResult></DeleteResult>";
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const xml = (text: string, status = 200): Answer => ({
  status,
  headers: { "Content-Type": "application/xml" },
  body: `<?xml version="1.0"?>${text}`,
});

const NO_SUCH_KEY = xml("<Error><Code>NoSuchKey</Code></Error>", 404);

/** The body of a request. Amazon's SDK may send it in chunks with signatures, and a checksum after them. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await buffer(request);
  if (!/aws-chunked/.test(String(request.headers["content-encoding"]))) return body;
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const length = Number.parseInt(body.toString("latin1", at, end), 16);
    if (!length) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
