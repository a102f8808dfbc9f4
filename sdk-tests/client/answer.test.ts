import { describe, expect, it } from "vitest";
import { acceptAnswer, skewOf } from "../../src/core/client/answer";
import * as errors from "../../src/core/client/errors";
import { pages } from "../../src/core/lifecycle/answers";
import { failureOf } from "../support/in-process-dynamic";

const answer = (status: number, text = "{}", headers = {}) => ({ status, headers, text });
const told = { url: new URL("https://api.example.com/x"), apiKeySource: "the test" };
const accept = (status: number, text?: string, headers?: object) =>
  acceptAnswer("GET /x", answer(status, text, headers), told);

describe("an answer", () => {
  it.each([200, 201, 299])("with status %i is its object", (status) => {
    expect(accept(status, '{"a":1}')).toEqual({ a: 1 });
  });

  it("without content is null, whatever its body", () => {
    expect(accept(204, "not JSON")).toBeNull();
    expect(accept(200, "null")).toBeNull();
  });

  it.each(["", "x", "7", "[]", '"x"', "true", "<html>", '{"id":'])("that is %j is none of the API's", (text) => {
    const message = "the answer is not a JSON object; is edge-ingress:baseUrl the API's address?";
    expect(() => accept(200, text)).toThrow(new errors.ForeignAnswerError(message));
  });

  const REFUSED = "the service refused the request; check the arguments against its rules";

  it.each([
    [199, REFUSED],
    [300, REFUSED],
    [400, REFUSED],
    [499, REFUSED],
    [401, "the API key is not accepted: it came from the test"],
    [403, "the API key is not permitted to do this; ask for the permission, or use another key"],
    [404, "there is no such object; if it should exist, check edge-ingress:baseUrl"],
    [429, "the rate limit is reached; run the command again later"],
    [405, "there is no such operation at this address; check edge-ingress:baseUrl"],
    [500, "the service has a problem; run the command again later"],
  ])("with status %i says what to do", (status, advice) => {
    const message = `GET /x answered ${status}; ${advice}`;
    expect(() => accept(status, "secret")).toThrow(expect.objectContaining({ message }));
  });

  it.each(["PUT", "PATCH"])("with status 404 to a %s says what mends a state whose object is gone", (method) => {
    expect(() => acceptAnswer(`${method} /x`, answer(404), told)).toThrow(
      `${method} /x answered 404; there is no such object; if it was deleted, run \`pulumi refresh\`; if not, check edge-ingress:baseUrl`,
    );
    expect(() => acceptAnswer(`${method} /x`, answer(422), told)).toThrow(`${method} /x answered 422; ${REFUSED}`);
  });

  it("that fails shows the service's reason, where somebody takes the secrets out of it", () => {
    const body = JSON.stringify({ msg: "the key hush is too short" });
    const redact = (text: string) => text.replaceAll("hush", "[secret]");
    expect(() => acceptAnswer("POST /x", answer(400, body), { ...told, redact })).toThrow(
      `POST /x answered 400: "the key [secret] is too short"; ${REFUSED}`,
    );
    expect(() => accept(400, body)).toThrow(/^GET \/x answered 400; the service refused/);
  });

  it("that fails has the id of the request and the wait that it asks for, each if it stands there once", async () => {
    const headers = { "x-request-id": "r1", "retry-after": "7" };
    const once = await failureOf(Promise.resolve().then(() => accept(503, "", headers)));
    expect(once).toMatchObject({ operation: "GET /x", status: 503, requestId: "r1", retryAfterMs: 7_000 });
    const twice = { "x-request-id": ["r1", "r2"], "retry-after": ["7", "8"] };
    const error = await failureOf(Promise.resolve().then(() => accept(503, "", twice)));
    expect(error).toMatchObject({ requestId: undefined, retryAfterMs: undefined });
  });

  it("tells how far the service's clock is ahead, if it has a date", () => {
    const skew = skewOf(answer(200, "", { date: new Date(Date.now() + 60_000).toUTCString() }));
    expect(Math.abs((skew ?? 0) - 60_000)).toBeLessThan(2_000);
    expect(skewOf(answer(200))).toBeUndefined();
    expect(skewOf(answer(200, "", { date: "no date" }))).toBeUndefined();
  });
});

it.each<[string, Error]>([
  ["EdgeIngressError", new errors.EdgeIngressError("m")],
  ["ConfigurationError", new errors.ConfigurationError("m")],
  ["HttpError", new errors.HttpError("GET /x", { status: 500, advice: "a" })],
  ["NetworkError", new errors.NetworkError("m", true, true)],
  ["TimeoutError", new errors.TimeoutError("m")],
  ["UnexpectedAnswerError", new errors.UnexpectedAnswerError("m")],
  ["ForeignAnswerError", new errors.ForeignAnswerError("m")],
  ["OutcomeUnknownError", new errors.OutcomeUnknownError("m")],
  ["ProviderBugError", new errors.ProviderBugError("m")],
  ["CancelledError", new errors.CancelledError()],
])("an error of this provider has its name: %s", (name, error) => {
  expect(error).toBeInstanceOf(errors.EdgeIngressError);
  expect(error.name).toBe(name);
});

it("an error of another kind is a bug, which asks for a report and keeps its cause", () => {
  const known = new errors.TimeoutError("late");
  expect(errors.asKnown(known)).toBe(known);
  const cause = new TypeError("x is not a function");
  expect(errors.asKnown(cause)).toMatchObject({
    message: "this is a bug of pulumi-edge-ingress, please report it: TypeError: x is not a function",
    cause,
  });
});

it("a bug in a file of this package is reported with that file", () => {
  const bug = () => pages(undefined as never, "/things", "things").next();
  return expect(bug().catch(errors.asKnown)).resolves.toMatchObject({
    message: expect.stringMatching(/report it: TypeError: .* \(core\/lifecycle\/answers\.ts:\d+\)$/),
  });
});

it.each([
  ["Error: m\n    at f (/x/pulumi-edge-ingress/dist/client/send.js:123:4)", " (client/send.js:123)"],
  [
    "Error:  at /dist/x.js:9\n    at f (/x/dist/client/send.js:12:4)\n    at g (/x/dist/a.js:1:1)",
    " (client/send.js:12)",
  ],
  ["Error: m\n    at f (C:\\x\\dist\\client\\send.js:123:4)", " (client/send.js:123)"],
  ["Error: m\n    at f (/x/elsewhere/send.js:12:4)", ""],
  ["Error: m", ""],
  [undefined, ""],
])("a bug tells where in the package it is, if its stack %j does", (stack, place) => {
  const cause = Object.defineProperty(new Error("m"), "stack", { value: stack });
  expect(errors.asKnown(cause).message).toBe(
    `this is a bug of pulumi-edge-ingress, please report it: Error: m${place}`,
  );
});
