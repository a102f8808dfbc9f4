import fc from "fast-check";
import { expect, it } from "vitest";
import { parseBaseUrl, resolveUrl } from "../../src/core/client/address";
import {
  EdgeIngressError,
  HttpError,
  NetworkError,
  TimeoutError,
} from "../../src/core/client/errors";
import { pages } from "../../src/core/client/pages";
import { parseRetryAfter } from "../../src/core/client/requested-wait";
import { acceptResponse } from "../../src/core/client/response";
import { decide, defaultPolicy } from "../../src/core/client/retry";
import { forAll, THOUSAND_RUNS } from "../support/arbitraries";
import { testClient } from "../support/client";
import { json, scriptedServer } from "../support/server";

/**
 * Properties that hold for every response of the service, or of another party in its place. A failure prints its seed
 * and path.
 */

const SECOND = 1000;

it("for every Retry-After seconds and dates give the wait that they ask for", () => {
  const [waits, times] = [
    fc.integer({ min: 1, max: 10 ** 9 - 1 }),
    fc.integer({ min: 0, max: 4 * 10 ** 9 }),
  ];
  forAll(waits, times, (wait, since) => {
    const now = 7;
    expect(parseRetryAfter(String(wait), undefined, now)).toBe(wait * SECOND);
    const date = new Date(since * SECOND).toUTCString();
    const until = new Date((since + wait) * SECOND).toUTCString();
    expect(parseRetryAfter(until, date, now)).toBe(wait * SECOND);
    expect(parseRetryAfter(date, until, now)).toBeUndefined();
  });
});

it("for every Retry-After anything gives no wait, or one that can be waited for", () => {
  const special = fc.constantFrom("1e9", "0x10", "-1", "NaN", "∞");
  const anything = fc.oneof(fc.string(), fc.string({ unit: "binary" }), special);
  forAll(anything, anything, (value, date) => {
    const wait = parseRetryAfter(value, date, Date.now()) ?? 1;
    expect(wait).toBeGreaterThan(0);
    expect(Number.isFinite(wait)).toBe(true);
  });
});

it("for every failure, a POST that may have been processed is not sent again, and no wait is longer than it may be", () => {
  const httpError = fc
    .tuple(
      fc.integer({ min: 300, max: 599 }),
      fc.option(fc.nat({ max: 10 ** 6 }), { nil: undefined }),
    )
    .map(([status, retryAfterMs]) => new HttpError("", { status, retryAfterMs, advice: "" }));
  const networkError = fc
    .tuple(fc.boolean(), fc.boolean())
    .map(([mayBe, canPass]) => new NetworkError("", { mayBeProcessed: mayBe, canPass }));
  const failures = fc.oneof(httpError, networkError, fc.constant(new TimeoutError("")));
  const methods = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE");
  const attempts = fc.integer({ min: 1, max: 30 });
  const chance = fc.double({ min: 0, max: 1, noNaN: true });
  forAll(methods, failures, attempts, chance, (method, failure, failed, random) => {
    const verdict = decide(defaultPolicy, { method, failed, limited: 0 }, failure, random);
    const isAgain = "retryAfterMs" in verdict;
    const isCertain =
      (failure instanceof HttpError && failure.status === 429) ||
      (failure instanceof NetworkError && !failure.mayBeProcessed);
    if (method === "POST" && isAgain) expect(isCertain).toBe(true);
    if (failed > defaultPolicy.maxRetries) expect(isAgain).toBe(false);
    if (isAgain) expect(verdict.retryAfterMs).toBeLessThanOrEqual(defaultPolicy.maxRetryAfterMs);
  });
});

const base = parseBaseUrl("https://api.example.com/edge/v2");

/** Parts of hostile URIs. */
const part = fc.constantFrom(
  ...["https://", "http://", "//", "/", "\\", "javascript:", "file:///etc/passwd"],
  ...["..", ".", "%2e%2e", "%2f", "@", ":", "?", "#", "user", "\t", "\n", "\0", " ", "\u202e"],
  ...["api.example.com", "evil.example", "[::1]", "127.0.0.1", ":443", ":444", "xn--", "é", "。"],
  ...["/edge/v2/", "/edge/v2", "/edge", "agent_ingresses", "?before_id=x"],
);
const ofParts = (maxLength: number) => fc.array(part, { maxLength }).map((parts) => parts.join(""));
const hostile = fc.oneof(ofParts(7), fc.webUrl(), fc.string());

it("for every URI that an answer names the request goes below the base URL, or is not sent", () => {
  forAll(hostile, (uri) => {
    try {
      const url = resolveUrl(base, { uri });
      expect(url.origin).toBe(base.origin);
      expect(url.pathname.startsWith("/edge/v2/")).toBe(true);
      expect(url.username + url.password).toBe("");
    } catch (error) {
      expect(error).toBeInstanceOf(EdgeIngressError);
    }
  });
});

it("for every URI that an answer names every id is one segment of the path, or is refused", () => {
  forAll(fc.oneof(fc.string(), ofParts(3)), (value) => {
    try {
      const { pathname, search, hash } = resolveUrl(base, {
        template: "/agent_ingresses/{id}",
        params: { id: value },
      });
      expect(pathname + search + hash).toBe(`/edge/v2/agent_ingresses/${value}`);
    } catch (error) {
      expect((error as Error).message).toMatch(/^id is not a well-formed id:/);
    }
  });
});

it("for every URI that an answer names nothing leaves for another origin on the network", async () => {
  await using elsewhere = await scriptedServer((_, response) =>
    json(response, 200, { ingresses: [] }),
  );
  let uri = "";
  await using server = await scriptedServer(({ url }, response) => {
    const isFirst = url === "/edge/agent_ingresses";
    json(response, 200, { ingresses: [], next_page_uri: isFirst ? uri : null });
  });
  const { host } = new URL(elsewhere.url);
  const client = testClient({ baseUrl: `${server.url}/edge` });
  const pointed = hostile.map((text) =>
    text.replaceAll("evil.example", host).replaceAll("127.0.0.1:", `${host}/`),
  );
  const kept = fc.asyncProperty(pointed, async (next) => {
    uri = next;
    try {
      for await (const _ of pages(client, "/agent_ingresses", "ingresses"));
    } catch (error) {
      expect(error).toBeInstanceOf(EdgeIngressError);
    }
    expect(elsewhere.received).toEqual([]);
    expect(server.received.every(({ url }) => url.startsWith("/edge/"))).toBe(true);
    server.received.length = 0;
  });
  await fc.assert(kept, THOUSAND_RUNS);
});

it("for every answer, an object comes out or an error that shows nothing of it", () => {
  const status = fc.integer({ min: 200, max: 599 });
  const body = fc.oneof(fc.json(), fc.string()).map((text) => `${text}canary-in-body`);
  const context = { url: new URL("https://api.example.com/x"), apiKeySource: "the test" };
  forAll(status, fc.oneof(body, fc.json()), (code, text) => {
    try {
      const answer = acceptResponse("GET /x", { status: code, headers: {}, text }, context);
      expect(typeof answer).toBe("object");
      expect(Array.isArray(answer)).toBe(false);
    } catch (error) {
      expect(error).toBeInstanceOf(EdgeIngressError);
      expect((error as Error).message).not.toContain("canary");
    }
  });
});
