import { expect, it } from "vitest";
import { z } from "zod";
import { displayPath, parseBaseUrl, resolveUrl } from "../../src/core/client/address";
import { dataBeside, rows, text } from "../support/data";

const { allowed, refused, below, notIds, followed, foreign } = dataBeside(__filename, {
  allowed: rows(text, text),
  refused: rows(text, text),
  below: rows(text, text, text),
  notIds: z.array(text.optional()),
  followed: rows(text, text),
  foreign: z.array(text),
});

const href = (base: string, address: Parameters<typeof resolveUrl>[1]) =>
  resolveUrl(parseBaseUrl(base), address).href;

it.each(allowed)("the base URL may be %s", (text, expected) => {
  expect(parseBaseUrl(text).href).toBe(expected);
});

it.each(refused)("the base URL must not be %s", (text, problem) => {
  expect(() => parseBaseUrl(text)).toThrow(problem);
});

it.each(below)(
  "the URL of a path lies below the base URL's path: below %s for the id %s",
  (base, id, expected) => {
    expect(href(base, { template: "/agent_ingresses/{id}", params: { id } })).toBe(expected);
  },
);

it("the URL of a path is named by its path, and that of a further page by the list's", () => {
  const template = "/edges/https/{edge_id}/routes/{id}";
  expect(displayPath({ template, params: { edge_id: "e.", id: "r_1" } })).toBe(
    "/edges/https/e./routes/r_1",
  );
  expect(displayPath({ template, params: { edge_id: "a/b", id: "r" } })).toBe(
    "/edges/https/{edge_id}/routes/r",
  );
  expect(displayPath({ template })).toBe(template);
  expect(displayPath({ uri: "/x?token=hush", listPath: "/agent_ingresses" })).toBe(
    "/agent_ingresses (next page)",
  );
});

it.each(notIds)("the URL of a path refuses the id %j", (id) => {
  const address = {
    template: "/agent_ingresses/{id}",
    ...(id !== undefined && { params: { id } }),
  };
  expect(() => href("https://example.com", address)).toThrow("id is not a well-formed id");
});

it("the URL of a uri that the API answered keeps its path where the base URL has none", () => {
  expect(href("https://example.com", { uri: "/agent_ingresses?p=2" })).toBe(
    "https://example.com/agent_ingresses?p=2",
  );
});

it.each(followed)("the URL of a uri that the API answered follows %s", (uri, expected) => {
  expect(href("https://example.com/edge", { uri })).toBe(expected);
});

it.each(foreign)("the URL of a uri that the API answered does not follow %s", (uri) => {
  expect(() => href("https://example.com/edge", { uri })).toThrow("it was not followed");
});
