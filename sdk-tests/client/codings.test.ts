import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { testClient } from "../support/client";
import { expectFailure } from "../support/failure";
import { failureOf } from "../support/in-process-dynamic";
import { json, type Received, scriptedServer } from "../support/server";
import { jumpingClock } from "../support/virtual-time";

/** Tests of codings, charsets and interim responses, which HTTP allows and the reference does not document. */

const OBJECT = { id: "agin_1", description: "Grüße ✓" };
const PLAIN = Buffer.from(JSON.stringify(OBJECT));
const MIB = 1024 * 1024;

type Answer = (response: ServerResponse, received: Received) => void;

/** Sends a request to a server that responds with this function. */
async function responseTo(answer: Answer, method: "GET" | "POST" = "GET"): Promise<unknown> {
  await using server = await scriptedServer((received, response) => answer(response, received));
  const client = testClient({ baseUrl: server.url, clock: jumpingClock(), maxRetries: 0 });
  const body = method === "POST" && { body: {} };
  return await client.request({ method, path: { template: "/agent_ingresses" }, ...body });
}

/**
 * The properties of an error after a request that may have been processed, and that can succeed with another attempt.
 */
const MAY_PASS = { mayBeProcessed: true, canPass: true };

/** Asserts that a response cannot be read, so that the outcome of the request is unknown. */
async function expectUnreadable(
  answer: Answer,
  method: "GET" | "POST",
  problem: string,
): Promise<void> {
  const error = await failureOf(responseTo(answer, method));
  expect(error).toMatchObject({ name: "UnexpectedResponseError", mayBeProcessed: true });
  expect(error.message).toContain(problem);
  expect(error.message).not.toContain("baseUrl");
}

const sending =
  (body: Uint8Array, headers: Record<string, string | string[]>, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

const coded = (coding: string | string[], body: Uint8Array) =>
  sending(body, { "content-encoding": coding });

describe.each(["GET", "POST"] as const)("an answer to %s", (method) => {
  it.each<{ title: string; coding: string | string[]; body: Uint8Array }>([
    { title: "is decoded from gzip", coding: "gzip", body: gzipSync(PLAIN) },
    { title: "is decoded from gzip by its old name", coding: "x-gzip", body: gzipSync(PLAIN) },
    { title: "is decoded from gzip in capital letters", coding: " GZip ", body: gzipSync(PLAIN) },
    {
      title: "is decoded from gzip in two members",
      coding: "gzip",
      body: Buffer.concat([gzipSync(PLAIN.subarray(0, 9)), gzipSync(PLAIN.subarray(9))]),
    },
    { title: "is decoded from deflate", coding: "deflate", body: deflateSync(PLAIN) },
    {
      title: "is decoded from deflate without the zlib format around it",
      coding: "deflate",
      body: deflateRawSync(PLAIN),
    },
    { title: "is decoded from br", coding: "br", body: brotliCompressSync(PLAIN) },
    {
      title: "is decoded from gzip and then br",
      coding: "gzip, br",
      body: brotliCompressSync(gzipSync(PLAIN)),
    },
    {
      title: "is decoded from gzip and then br, in two headers",
      coding: ["gzip", "br"],
      body: brotliCompressSync(gzipSync(PLAIN)),
    },
    {
      title: "is read without decoding if its coding is identity",
      coding: "identity",
      body: PLAIN,
    },
    {
      title: "is read without decoding if the header of its coding is empty",
      coding: "",
      body: PLAIN,
    },
    {
      title: "is decoded from gzip around a byte order mark",
      coding: "gzip",
      body: gzipSync(Buffer.concat([Buffer.from("\ufeff"), PLAIN])),
    },
  ])("$title", async ({ coding, body }) => {
    expect(await responseTo(coded(coding, body), method)).toEqual(OBJECT);
  });

  it.each([
    ["zstd", "zstd"],
    ["compress", "compress"],
    ["gzip, Zstd", "zstd"],
    ["aws-chunked", "aws-chunked"],
    [`x${"y".repeat(200)}`, `x${"y".repeat(39)}`],
    ['a"\u00e9\t<b>', 'a"<b>'],
  ])(
    "in the coding %j fails with the coding's name and leaves open what was done",
    async (coding, name) => {
      const problem = `: the answer is coded in ${name}, which this provider does not decode; `;
      await expectUnreadable(coded(coding, PLAIN), method, problem);
    },
  );

  it.each([
    ["gzip", gzipSync(PLAIN)],
    ["deflate", deflateSync(PLAIN)],
    ["deflate", deflateRawSync(PLAIN)],
    ["br", brotliCompressSync(PLAIN)],
  ])("in %s that ends early counts as broken off", async (coding, body) => {
    const error = new RegExp(
      `^NetworkError: .*: the answer, coded in ${coding}, breaks off; check the network`,
    );
    await expectFailure(responseTo(coded(coding, body.subarray(0, -6)), method), error, MAY_PASS);
  });

  it.each(["gzip", "deflate", "br"])(
    "that is not %s, as it claims, fails with that name",
    async (coding) => {
      const problem = `: the answer claims to be coded in ${coding}, and is not; `;
      await expectUnreadable(
        coded(coding, Buffer.from("<html>is no JSON</html>")),
        method,
        problem,
      );
    },
  );
});

it.each<{ title: string; coding: string; encode: (body: Buffer) => Uint8Array }>([
  {
    title: "an answer of more than 8 MiB is refused while it is decoded from gzip",
    coding: "gzip",
    encode: gzipSync,
  },
  {
    title: "an answer of more than 8 MiB is refused while it is decoded from br",
    coding: "br",
    encode: brotliCompressSync,
  },
  {
    title: "an answer of more than 8 MiB is refused while it is decoded from gzip twice",
    coding: "gzip, gzip",
    encode: (body) => gzipSync(gzipSync(body)),
  },
])("$title", async ({ coding, encode }) => {
  const request = responseTo(coded(coding, encode(Buffer.alloc(64 * MIB))));
  await expect(request).rejects.toThrow(/: the answer is larger than 8388608 bytes$/);
});

it("an answer of less than 8 MiB is decoded", async () => {
  const body = { id: "a".repeat(8 * MIB - 100) };
  expect(await responseTo(coded("gzip", gzipSync(JSON.stringify(body))))).toEqual(body);
});

it("an answer in more codings than any service has use for is not decoded", async () => {
  const codings = Array.from({ length: 6 }, () => "gzip");
  const body = codings.reduce((coded) => gzipSync(coded), PLAIN);
  const problem = "the answer is coded in 6 codings, of which this provider decodes at most 5";
  await expect(responseTo(coded(codings.join(), body))).rejects.toThrow(problem);
});

it.each(["gzip", "zstd"])(
  "a response without a body is empty, though it has the coding %s",
  async (coding) => {
    expect(
      await responseTo(sending(Buffer.alloc(0), { "content-encoding": coding }, 204)),
    ).toBeNull();
  },
);

it.each([
  {
    title: "a 404 whose body is in zstd, which the client does not decode, counts by its status",
    headers: { "content-encoding": "zstd" },
    body: PLAIN,
  },
  {
    title: "a 404 whose body is not in gzip, as its header states, counts by its status",
    headers: { "content-encoding": "gzip" },
    body: PLAIN,
  },
  {
    title: "a 404 whose body in gzip lacks its end counts by its status",
    headers: { "content-encoding": "gzip" },
    body: gzipSync(PLAIN).subarray(0, -9),
  },
  {
    title: "a 404 whose body is in a charset that is not UTF-8 counts by its status",
    headers: { "content-type": "application/json; charset=utf-16" },
    body: Buffer.from("é", "utf16le"),
  },
])("$title", async ({ headers, body }) => {
  await using server = await scriptedServer(({ url }, response) => {
    if (url === "/agent_ingresses") json(response, 200, { ingresses: [], next_page_uri: null });
    else sending(body, headers, 404)(response);
  });
  const client = testClient({ baseUrl: server.url, clock: jumpingClock(), maxRetries: 0 });
  const path = { template: "/agent_ingresses/{id}", params: { id: "agin_1" } };
  await expect(client.request({ method: "DELETE", path })).rejects.toMatchObject({
    name: "HttpError",
    status: 404,
  });
});

it.each(["zstd", "gzip"])(
  "a refusal whose body is not to be read for %s counts by its status",
  async (coding) => {
    const request = responseTo(sending(PLAIN, { "content-encoding": coding }, 409));
    await expect(request).rejects.toMatchObject({ name: "HttpError", status: 409 });
  },
);

it("the reason of a refusal is decoded", async () => {
  const body = gzipSync(JSON.stringify({ msg: "the domain is taken" }));
  const refuse = sending(body, { "content-encoding": "gzip" }, 409);
  await using server = await scriptedServer((_, response) => refuse(response));
  const client = testClient({ baseUrl: server.url }).begin({ redact: (text) => text });
  const request = client.request({ method: "GET", path: { template: "/agent_ingresses" } });
  await expect(request).rejects.toThrow('answered 409: "the domain is taken"');
});

it("requests ask for responses without a coding, because any coding is allowed by default", async () => {
  const answer: Answer = (response, { headers }) => json(response, 200, headers);
  expect(await responseTo(answer)).toMatchObject({ "accept-encoding": "identity" });
});

const typed = (contentType: string, body: Uint8Array) =>
  sending(body, { "content-type": contentType });
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
  expect(await responseTo(typed(type, body))).toEqual(expected);
});

it.each<[string, Uint8Array, string]>([
  [
    "application/json; charset=iso-8859-1",
    LATIN,
    "is in the charset iso-8859-1, which this provider does not read",
  ],
  [
    "application/json; charset=latin1",
    PLAIN,
    "is in the charset latin1, which this provider does not read",
  ],
  [
    "application/json; Charset=UTF-16",
    utf16("\ufeff"),
    "is in the charset utf-16, which this provider does not read",
  ],
  [
    "application/json; charset=utf-16le",
    utf16(""),
    "is in the charset utf-16le, which this provider does not read",
  ],
  ["application/json; charset=utf-8", LATIN, "is not in UTF-8"],
  ["application/json", LATIN, "is not in UTF-8"],
  ["application/json", utf16("\ufeff"), "is not in UTF-8"],
  ["application/json", utf16(""), "is not in UTF-8"],
  ["application/json", utf16("").swap16(), "is not in UTF-8"],
])(
  "an answer of the type %s is refused, and its charset named, if it is not UTF-8",
  async (type, body, cause) => {
    await expectUnreadable(typed(type, body), "POST", `: the answer ${cause}; `);
  },
);

it.each<{ title: string; writeInterim: (response: ServerResponse) => void }>([
  {
    title: "102 Processing before an answer is passed over",
    writeInterim: (response) => response.writeProcessing(),
  },
  {
    title: "103 Early Hints before an answer is passed over",
    writeInterim: (response) => response.writeEarlyHints({ link: "</a>; rel=preload" }),
  },
])("$title", async ({ writeInterim }) => {
  const answer = (response: ServerResponse) => {
    writeInterim(response);
    sending(PLAIN, {})(response);
  };
  expect(await responseTo(answer, "POST")).toEqual(OBJECT);
});

it("100 Continue without a request for it is the cause that an error names", async () => {
  const answer = (response: ServerResponse) => {
    response.writeContinue();
    sending(PLAIN, {})(response);
  };
  const error =
    /^NetworkError: POST \/agent_ingresses: the service, or a proxy before it, sent 100 Continue, which it was not asked for; /;
  await expectFailure(responseTo(answer, "POST"), error, MAY_PASS);
});
