import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as errors from "../../src/core/client/errors";
import { pages } from "../../src/core/client/pages";
import { refusalReason } from "../../src/core/client/refusal-reason";
import { acceptResponse, clockSkewMs } from "../../src/core/client/response";
import { createForeignRedactor } from "../../src/core/provider/redactor";
import { forAll } from "../support/arbitraries";

/** Bodies that are not a JSON object. */
const foreign = ["", "x", "7", "[]", '"x"', "true", "<html>", '{"id":'];

/** Statuses, and the advice to the user. */
const advices = [
  { status: 199, advice: "the service refused the request; check the arguments against its rules" },
  { status: 300, advice: "the service refused the request; check the arguments against its rules" },
  { status: 400, advice: "the service refused the request; check the arguments against its rules" },
  { status: 499, advice: "the service refused the request; check the arguments against its rules" },
  { status: 401, advice: "the API key is not accepted: it came from the test" },
  {
    status: 403,
    advice: "the API key is not permitted to do this; ask for the permission, or use another key",
  },
  {
    status: 404,
    advice: "there is no such object; if it should exist, check edge-ingress:baseUrl",
  },
  { status: 429, advice: "the rate limit is reached; run the command again later" },
  { status: 405, advice: "there is no such operation at this address; check edge-ingress:baseUrl" },
  { status: 500, advice: "the service has a problem; run the command again later" },
];

/** Stacks of an error, and the place in the package that a report of it names. */
const stacks = [
  {
    stack: "Error: m\n    at f (/x/pulumi-edge-ingress/dist/client/send.js:123:4)",
    place: " (client/send.js:123:4)",
  },
  {
    stack:
      "Error:  at /dist/x.js:9\n    at f (/x/dist/client/send.js:12:4)\n    at g (/x/dist/a.js:1:1)",
    place: " (client/send.js:12:4)",
  },
  {
    stack: "Error: m\n    at f (C:\\x\\dist\\client\\send.js:123:4)",
    place: " (client/send.js:123:4)",
  },
  {
    stack:
      "Error: m\n    at f (/home/me/src/shop/node_modules/pulumi-edge-ingress/dist/chunks/provider.cjs:1:2345)",
    place: " (chunks/provider.cjs:1:2345)",
  },
  {
    stack:
      "Error: m\n    at f (/home/me/.pulumi/plugins/resource-edge-ingress-v0.2.0/plugin.cjs:3:45)",
    place: " (plugin.cjs:3:45)",
  },
  { stack: "Error: m\n    at f (/x/elsewhere/send.js:12:4)", place: "" },
  { stack: "Error: m", place: "" },
  { stack: undefined, place: "" },
];

/** Bodies of failures, and the reason that is shown of each. */
const reasons: readonly { body: unknown; reason: string | undefined }[] = [
  { body: undefined, reason: undefined },
  { body: null, reason: undefined },
  { body: "no", reason: undefined },
  { body: 7, reason: undefined },
  { body: [], reason: undefined },
  { body: {}, reason: undefined },
  { body: { msg: null }, reason: undefined },
  { body: { msg: "\u0007" }, reason: undefined },
  { body: { details: {} }, reason: undefined },
  { body: { msg: "no", message: "other", details: "more" }, reason: "no" },
  { body: { error_code: "E1", message: "no", details: { a: "b" } }, reason: "no" },
  { body: { msg: " ", message: 7, details: "no" }, reason: "no" },
  {
    body: { msg: "", details: { domain: "is taken", nested: {}, format: "is unknown" } },
    reason: "domain: is taken; format: is unknown",
  },
  { body: { details: ["no", 1, "never"] }, reason: "no; never" },
];

const answer = (status: number, text = "{}", headers = {}) => ({ status, headers, text });
const context = { url: new URL("https://api.example.com/x"), apiKeySource: "the test" };
const accept = (status: number, text?: string, headers?: object) =>
  acceptResponse("GET /x", answer(status, text, headers), context);

describe("an answer", () => {
  it.each([200, 201, 299])("with status %i is its object", (status) => {
    expect(accept(status, '{"a":1}')).toEqual({ a: 1 });
  });

  it("without content is null, whatever its body", () => {
    expect(accept(204, "not JSON")).toBeNull();
    expect(accept(200, "null")).toBeNull();
  });

  it.each(foreign)("that is %j is none of the API's", (text) => {
    const message = "the answer is not a JSON object; is edge-ingress:baseUrl the API's address?";
    expect(() => accept(200, text)).toThrow(new errors.ForeignResponseError(message));
  });

  const REFUSED = "the service refused the request; check the arguments against its rules";

  it.each(advices)("with status $status leads to an error with advice", ({ status, advice }) => {
    const message = `GET /x answered ${status}; ${advice}`;
    expect(() => accept(status, "secret")).toThrow(expect.objectContaining({ message }));
  });

  it.each(["PUT", "PATCH"])(
    "with status 404 to a %s leads to an error with the repair of a state whose object was deleted",
    (method) => {
      expect(() => acceptResponse(`${method} /x`, answer(404), context)).toThrow(
        `${method} /x answered 404; there is no such object; if it was deleted, run \`pulumi refresh\`; if not, check edge-ingress:baseUrl`,
      );
      expect(() => acceptResponse(`${method} /x`, answer(422), context)).toThrow(
        `${method} /x answered 422; ${REFUSED}`,
      );
    },
  );

  it("of a failure has its reason in the error if a redactor removes the secrets from it", () => {
    const body = JSON.stringify({ msg: "the key hush is too short" });
    const redact = (text: string) => text.replaceAll("hush", "[secret]");
    expect(() => acceptResponse("POST /x", answer(400, body), { ...context, redact })).toThrow(
      `POST /x answered 400: "the key [secret] is too short"; ${REFUSED}`,
    );
    expect(() => accept(400, body)).toThrow(/^GET \/x answered 400; the service refused/);
  });

  it.each([
    {
      title:
        "that fails has the id of the request and the requested wait if each header occurs once",
      headers: { "x-request-id": "r1", "retry-after": "7" },
      expected: { requestId: "r1", retryAfterMs: 7_000 },
    },
    {
      title:
        "that fails has the id of the request and the wait that it asks for twice, of which neither counts",
      headers: { "x-request-id": ["r1", "r2"], "retry-after": ["7", "8"] },
      expected: { requestId: undefined, retryAfterMs: undefined },
    },
  ])("$title", ({ headers, expected }) => {
    const error = expect.objectContaining({ operation: "GET /x", status: 503, ...expected });
    expect(() => accept(503, "", headers)).toThrow(error);
  });

  it("reveals how far the service's clock is ahead if it has a date", () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-21T12:00:00Z"), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const date = "Sat, 21 Nov 2026 12:01:00 GMT";
    expect(clockSkewMs(answer(200, "", { date }))).toBe(60_000);
    expect(clockSkewMs(answer(200))).toBeUndefined();
    expect(clockSkewMs(answer(200, "", { date: "no date" }))).toBeUndefined();
  });
});

it.each<[string, Error]>([
  ["EdgeIngressError", new errors.EdgeIngressError("m")],
  ["ConfigurationError", new errors.ConfigurationError("m")],
  ["ProviderBugError", new errors.ProviderBugError("m")],
])("an error has the name of its class: %s", (name, error) => {
  expect(error.name).toBe(name);
});

it("an error of another kind is a bug, which asks for a report and keeps its cause", () => {
  const known = new errors.TimeoutError("late");
  expect(errors.asProviderError(known)).toBe(known);
  const cause = new TypeError("x is not a function");
  expect(errors.asProviderError(cause)).toMatchObject({
    message:
      "this is a bug of pulumi-edge-ingress, please report it: TypeError: x is not a function",
    cause,
  });
});

it("a bug in a file of this package is reported with that file", () => {
  const bug = () => pages(undefined as never, "/things", "things").next();
  return expect(bug().catch(errors.asProviderError)).resolves.toMatchObject({
    message: expect.stringMatching(/report it: TypeError: .* \(core\/client\/pages\.ts:\d+:\d+\)$/),
  });
});

it.each(stacks)(
  "a bug report contains its location in the package if the stack $stack does",
  ({ stack, place }) => {
    const cause = Object.defineProperty(new Error("m"), "stack", { value: stack });
    expect(errors.asProviderError(cause).message).toBe(
      `this is a bug of pulumi-edge-ingress, please report it: Error: m${place}`,
    );
  },
);

const asIs = (text: string) => text;

it.each([
  ...reasons,
  {
    body: { msg: "two\r\n  lines\u0000\u001b[31m\u202e, one\ud800" },
    reason: "two lines [31m, one\ufffd",
  },
  { body: { msg: "x".repeat(301) }, reason: `${"x".repeat(299)}…` },
  { body: { msg: "😀".repeat(300) }, reason: "😀".repeat(300) },
])("the reason in the body of a failure of $body is $reason", ({ body, reason }) => {
  expect(refusalReason(body, asIs)).toBe(reason);
});

it("the reason in the body of a failure has no secret, though it is wrapped, cut, lowered, interrupted or at the place where the reason is cut", () => {
  const secret = "Canary-9f8e-7d6c-5b4a-3210";
  const redact = createForeignRedactor([secret]);
  for (const [text, expected] of [
    [`the key ${secret} is bad`, "the key [secret] is bad"],
    [`the key "Canary-9f8e-7d…" is bad`, 'the key "[secret]…" is bad'],
    [`the key ${secret.toLowerCase()} is bad`, "the key [secret] is bad"],
    [`the key Canary-9f8e-7d\n6c-5b4a-3210 is bad`, "the key [secret] [secret] is bad"],
    ["the key Can\u200bary-9f8e-7d6c-5b4a-3210 is bad", "the key [secret] is bad"],
    [`${"x".repeat(290)}${secret}`, `${"x".repeat(290)}[secret]`],
  ] as const) {
    expect(refusalReason({ msg: text }, redact)).toBe(expected);
  }
});

it("the reason in the body of a failure is one line of at most 300 characters, without a fragment of a secret, whatever the service writes", () => {
  const text = fc.string({ unit: "binary", maxLength: 400 });
  const secret = fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 40 });
  forAll(text, secret, text, fc.nat(40), (before, hidden, after, from) => {
    const echoed = hidden.slice(Math.min(from, hidden.length - 8));
    const reason =
      refusalReason({ msg: before + echoed + after }, createForeignRedactor([hidden])) ?? "";
    expect([...reason].length).toBeLessThanOrEqual(300);
    expect(reason).not.toMatch(/\p{Cc}|\p{Cf}|\u2028|\u2029/u);
    expect(reason.split("[secret]").some((piece) => piece.includes(echoed))).toBe(false);
  });
});
