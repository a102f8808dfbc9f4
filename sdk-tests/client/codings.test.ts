import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import {
  ForeignAnswerError,
  HttpError,
  mayHaveBeenProcessed,
  NetworkError,
  UnexpectedAnswerError,
} from "../../src/core/client/errors";
import { testClient } from "../support/client";
import { failureOf } from "../support/in-process-dynamic";
import { json, scriptedServer } from "../support/server";
import { jumpingClock } from "../support/virtual-time";

/** Codings, charsets and interim answers, which HTTP allows and the reference does not show. */

const OBJECT = { id: "agin_1", description: "Grüße ✓" };
const PLAIN = Buffer.from(JSON.stringify(OBJECT));
const MIB = 1024 * 1024;

type Server = Awaited<ReturnType<typeof scriptedServer>>;

let server: Server | undefined;

afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

/** Asks a server that answers so. */
async function asked(
  answer: (response: ServerResponse) => void,
  method: "GET" | "POST" = "GET",
  maxRetries = 0,
): Promise<unknown> {
  server = await scriptedServer((_, response) => answer(response));
  const client = testClient({ baseUrl: server.url, clock: jumpingClock(), maxRetries });
  return client.request({ method, path: { template: "/agent_ingresses" }, ...(method === "POST" && { body: {} }) });
}

const sending =
  (body: Uint8Array, headers: Record<string, string | string[]>, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

const coded = (coding: string | string[], body: Uint8Array) => sending(body, { "content-encoding": coding });

describe.each(["GET", "POST"] as const)("an answer to %s", (method) => {
  it.each<[string, string | string[], Uint8Array]>([
    ["gzip", "gzip", gzipSync(PLAIN)],
    ["gzip by its old name", "x-gzip", gzipSync(PLAIN)],
    ["gzip in capital letters", " GZip ", gzipSync(PLAIN)],
    ["gzip in two members", "gzip", Buffer.concat([gzipSync(PLAIN.subarray(0, 9)), gzipSync(PLAIN.subarray(9))])],
    ["deflate", "deflate", deflateSync(PLAIN)],
    ["deflate without the zlib format around it", "deflate", deflateRawSync(PLAIN)],
    ["br", "br", brotliCompressSync(PLAIN)],
    ["gzip and then br", "gzip, br", brotliCompressSync(gzipSync(PLAIN))],
    ["gzip and then br, in two headers", ["gzip", "br"], brotliCompressSync(gzipSync(PLAIN))],
    ["nothing, by the name identity", "identity", PLAIN],
    ["nothing, by an empty header", "", PLAIN],
    ["gzip around a byte order mark", "gzip", gzipSync(Buffer.concat([Buffer.from("\ufeff"), PLAIN]))],
  ])("is decoded from %s", async (_, coding, body) => {
    expect(await asked(coded(coding, body), method)).toEqual(OBJECT);
  });

  it.each([
    ["zstd", "zstd"],
    ["compress", "compress"],
    ["gzip, Zstd", "zstd"],
    ["aws-chunked", "aws-chunked"],
    [`x${"y".repeat(200)}`, `x${"y".repeat(39)}`],
    ['a"\u00e9\t<b>', 'a"<b>'],
  ])("in the coding %j fails with the coding's name and leaves open what was done", async (coding, name) => {
    const error = await failureOf(asked(coded(coding, PLAIN), method));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain(`: the answer is coded in ${name}, which this provider does not decode; `);
    expect(error.message).not.toContain("baseUrl");
    expect(mayHaveBeenProcessed(error)).toBe(true);
  });

  it.each([
    ["gzip", gzipSync(PLAIN)],
    ["deflate", deflateSync(PLAIN)],
    ["deflate", deflateRawSync(PLAIN)],
    ["br", brotliCompressSync(PLAIN)],
  ])("in %s that ends early counts as broken off", async (coding, body) => {
    const error = await failureOf(asked(coded(coding, body.subarray(0, -6)), method));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ mayBeProcessed: true, canPass: true });
    expect(error.message).toContain(`: the answer, coded in ${coding}, breaks off; check the network`);
  });

  it.each(["gzip", "deflate", "br"])("that is not %s, as it claims, fails with that name", async (coding) => {
    const error = await failureOf(asked(coded(coding, Buffer.from("<html>is no JSON</html>")), method));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain(`: the answer claims to be coded in ${coding}, and is not; `);
    expect(mayHaveBeenProcessed(error)).toBe(true);
  });
});

it.each<[string, string, (body: Buffer) => Uint8Array]>([
  ["gzip", "gzip", gzipSync],
  ["br", "br", brotliCompressSync],
  ["gzip twice", "gzip, gzip", (body) => gzipSync(gzipSync(body))],
])("an answer of more than 8 MiB is refused while it is decoded from %s", async (_, coding, encode) => {
  const error = await failureOf(asked(coded(coding, encode(Buffer.alloc(64 * MIB)))));
  expect(error.message).toMatch(/: the answer is larger than 8388608 bytes$/);
});

it("an answer of less than 8 MiB is decoded", async () => {
  const body = { id: "a".repeat(8 * MIB - 100) };
  expect(await asked(coded("gzip", gzipSync(JSON.stringify(body))))).toEqual(body);
});

it("an answer in more codings than any service has use for is not decoded", async () => {
  const codings = Array.from({ length: 6 }, () => "gzip");
  const body = codings.reduce((coded) => gzipSync(coded), PLAIN);
  const error = await failureOf(asked(coded(codings.join(), body)));
  expect(error.message).toContain("the answer is coded in 6 codings, of which this provider decodes at most 5");
});

it("half a coded answer is asked for again", async () => {
  let count = 0;
  const body = gzipSync(PLAIN);
  const answer = (response: ServerResponse) => coded("gzip", count++ === 0 ? body.subarray(0, 20) : body)(response);
  expect(await asked(answer, "GET", 1)).toEqual(OBJECT);
  expect(server?.received).toHaveLength(2);
});

it.each(["gzip", "zstd"])("an answer without a body is an empty one, though it is coded in %s", async (coding) => {
  expect(await asked(sending(Buffer.alloc(0), { "content-encoding": coding }, 204))).toBeNull();
});

it.each([
  ["zstd, which the client does not decode", { "content-encoding": "zstd" }, PLAIN],
  ["gzip, which it is not", { "content-encoding": "gzip" }, PLAIN],
  ["gzip, of which the end is missing", { "content-encoding": "gzip" }, gzipSync(PLAIN).subarray(0, -9)],
  ["a charset that is not UTF-8", { "content-type": "application/json; charset=utf-16" }, Buffer.from("é", "utf16le")],
])("a 404 whose body is in %s is not the API's, whose own 404 is empty", async (_, headers, body) => {
  server = await scriptedServer(({ url }, response) => {
    if (url === "/agent_ingresses") json(response, 200, { ingresses: [], next_page_uri: null });
    else if (url === "/agent_ingresses/agin_1") sending(body, headers, 404)(response);
    else response.writeHead(404).end();
  });
  const client = testClient({ baseUrl: server.url, clock: jumpingClock(), maxRetries: 0 });
  const path = { template: "/agent_ingresses/{id}", params: { id: "agin_1" } };
  const error = await failureOf(client.request({ method: "DELETE", path }));
  expect(error).toBeInstanceOf(ForeignAnswerError);
  expect(error.message).toContain("the answer is not the API's: its body is not JSON");
  const other = { ...path, params: { id: "agin_2" } };
  expect(await failureOf(client.request({ method: "DELETE", path: other }))).toMatchObject({ status: 404 });
});

it.each(["zstd", "gzip"])("a refusal whose body is not to be read for %s counts by its status", async (coding) => {
  const error = await failureOf(asked(sending(PLAIN, { "content-encoding": coding }, 409)));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 409 });
});

it("the reason of a refusal is decoded", async () => {
  const body = gzipSync(JSON.stringify({ msg: "the domain is taken" }));
  server = await scriptedServer((_, response) => sending(body, { "content-encoding": "gzip" }, 409)(response));
  const client = testClient({ baseUrl: server.url }).begin({ redact: (text) => text });
  const error = await failureOf(client.request({ method: "GET", path: { template: "/agent_ingresses" } }));
  expect(error.message).toContain('answered 409: "the domain is taken"');
});

it("requests ask for answers without a coding, because without a word any is allowed", async () => {
  await asked(sending(PLAIN, {}));
  expect(server?.received[0]?.headers["accept-encoding"]).toBe("identity");
});

const typed = (contentType: string, body: Uint8Array) => sending(body, { "content-type": contentType });
const LATIN = Buffer.from(PLAIN.toString("utf8").replace("✓", ""), "latin1");
const ASCII = Buffer.from('{"id":"agin_1"}');
const utf16 = (mark: string) => Buffer.from(mark + PLAIN.toString("utf8"), "utf16le");

it.each<[string, Uint8Array, unknown]>([
  ["application/json", PLAIN, OBJECT],
  ["application/json; charset=utf-8", PLAIN, OBJECT],
  ['application/json; charset="UTF8"', PLAIN, OBJECT],
  ["application/json", Buffer.concat([Buffer.from("\ufeff"), PLAIN]), OBJECT],
  ["application/json; charset=us-ascii", ASCII, { id: "agin_1" }],
  ["application/json;charset=iso-8859-1", ASCII, { id: "agin_1" }],
])("an answer of the type %s is read", async (type, body, expected) => {
  expect(await asked(typed(type, body))).toEqual(expected);
});

it.each<[string, Uint8Array, string]>([
  ["application/json; charset=iso-8859-1", LATIN, "is in the charset iso-8859-1, which this provider does not read"],
  ["application/json; charset=latin1", PLAIN, "is in the charset latin1, which this provider does not read"],
  ["application/json; Charset=UTF-16", utf16("\ufeff"), "is in the charset utf-16, which this provider does not read"],
  ["application/json; charset=utf-16le", utf16(""), "is in the charset utf-16le, which this provider does not read"],
  ["application/json; charset=utf-8", LATIN, "is not in UTF-8"],
  ["application/json", LATIN, "is not in UTF-8"],
  ["application/json", utf16("\ufeff"), "is not in UTF-8"],
  ["application/json", utf16(""), "is not in UTF-8"],
  ["application/json", utf16("").swap16(), "is not in UTF-8"],
])(
  "an answer of the type %s is refused, and its charset named, where its bytes are not UTF-8",
  async (type, body, cause) => {
    const error = await failureOf(asked(typed(type, body), "POST"));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain(`: the answer ${cause}; `);
    expect(error.message).not.toContain("baseUrl");
    expect(mayHaveBeenProcessed(error)).toBe(true);
  },
);

const INTERIM = {
  "102 Processing": (response: ServerResponse) => response.writeProcessing(),
  "103 Early Hints": (response: ServerResponse) => response.writeEarlyHints({ link: "</a>; rel=preload" }),
};

it.each(Object.entries(INTERIM))("%s before an answer is passed over", async (_, writeInterim) => {
  const answer = (response: ServerResponse) => {
    writeInterim(response);
    sending(PLAIN, {})(response);
  };
  expect(await asked(answer, "POST")).toEqual(OBJECT);
});

const continued = (response: ServerResponse) => {
  response.writeContinue();
  sending(PLAIN, {})(response);
};

it("100 Continue without a request for it is the cause that an error names", async () => {
  const error = await failureOf(asked(continued, "POST"));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ mayBeProcessed: true });
  expect(error.message).toContain(
    "POST /agent_ingresses: the service, or a proxy before it, sent 100 Continue, which it was not asked for; ",
  );
});

it("a request that may be sent again outlives a 100 Continue", async () => {
  let count = 0;
  const answer = (response: ServerResponse) => (count++ === 0 ? continued(response) : sending(PLAIN, {})(response));
  expect(await asked(answer, "GET", 1)).toEqual(OBJECT);
});
