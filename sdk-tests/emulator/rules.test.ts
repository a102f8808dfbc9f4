import { expect } from "vitest";
import { z } from "zod";
import { dataBeside, rows, text, values } from "../support/data";
import { withApi } from "./api";
import { known, type Members, sendRaw } from "./client";

const test = withApi().extend("route", ({ api }) => api.newRoute());

const { broken, refused } = dataBeside(__filename, {
  broken: z.record(text, rows(text, values)),
  refused: z.record(text, rows(values, text)),
});

/** Returns each row with the method and the path of its request. */
const requests = <Row extends readonly unknown[]>(
  table: Readonly<Record<string, readonly Row[]>>,
) =>
  Object.entries(table).flatMap(([request, all]) => {
    const [method = "", path = ""] = request.split(" ");
    return all.map((row) => [method, path, ...row] as const);
  });

test.for(requests(broken))(
  "a request that breaks a rule is refused, with the member: %s %s, %s",
  async ([method, path, member, body], { api, route }) => {
    const answer = await api.send(method, path.replace("{route}", route), body);
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as { details: Members }).details)).toContain(member);
  },
);

test.for(requests(refused))(
  "a refusal says why a member cannot be sent: %s %s %j",
  async ([method, path, body, message], { api, route }) => {
    const { body: answer } = await api.send(method, path.replace("{route}", route), body);
    expect(String((answer as Members).msg).split("; ")).toContain(message);
  },
);

test("an operation without a body takes none, not even with a GET", async ({ emulator, route }) => {
  const declared = { ...known(emulator), "Content-Length": "2" };
  expect((await sendRaw(emulator, { path: route, headers: declared, body: "{}" })).status).toBe(
    400,
  );
});

test("a refusal names no more than a hundred members", async ({ api }) => {
  const body = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`m${index}`, 1]));
  const { status, body: answer } = await api.send("POST", "/agent_ingresses", {
    domain: "a.example",
    ...body,
  });
  expect(status).toBe(400);
  expect(Object.keys((answer as { details: Members }).details)).toHaveLength(100);
  expect((answer as Members).msg).toMatch(/; and 39900 more$/);
});
