import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What Pulumi's backend asks of a bucket, in memory: objects by their keys, lists, copies and deletions. It checks no signature. */
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

async function answer(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "", "http://localhost");
  const key = decodeURIComponent(url.pathname.split("/").slice(2).join("/"));
  const body = await bodyOf(request);
  if (key === "")
    return xml(response, request.method === "POST" ? deleteAll(objects, String(body)) : list(objects, url));
  if (request.method === "PUT") return put(objects, key, body, request, response);
  if (request.method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const found = objects.get(key);
  if (!found) return xml(response, "<Error><Code>NoSuchKey</Code></Error>", 404);
  response.writeHead(200, { "Content-Length": found.length, ETag: '"any"', "Last-Modified": new Date().toUTCString() });
  response.end(request.method === "HEAD" ? undefined : found);
}

function put(
  objects: Map<string, Buffer>,
  key: string,
  body: Buffer,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const source = headers["x-amz-copy-source"];
  if (source === undefined) {
    objects.set(key, body);
    response.writeHead(200, { ETag: '"any"' }).end();
    return;
  }
  const copied = objects.get(decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ""));
  if (!copied) return xml(response, "<Error><Code>NoSuchKey</Code></Error>", 404);
  objects.set(key, copied);
  xml(
    response,
    `<CopyObjectResult><ETag>"any"</ETag><LastModified>${new Date().toISOString()}</LastModified></CopyObjectResult>`,
  );
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
  const prefixes = [...folders].map((each) => `<CommonPrefixes><Prefix>${escaped(each)}</Prefix></CommonPrefixes>`);
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}${prefixes.join("")}</ListBucketResult>`;
}

const MODIFIED = "<LastModified>2026-01-01T00:00:00.000Z</LastModified>";

function deleteAll(objects: Map<string, Buffer>, body: string): string {
  for (const [, key = ""] of body.matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key);
  return "<DeleteResult></DeleteResult>";
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function xml(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { "Content-Type": "application/xml" }).end(`<?xml version="1.0"?>${text}`);
}

/** The body of a request. Amazon's SDK may send it in chunks of its own, with signatures and a checksum after them. */
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
