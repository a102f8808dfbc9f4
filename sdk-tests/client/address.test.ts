import { expect, it } from "vitest";
import { displayPath, parseBaseUrl, resolveUrl } from "../../src/core/client/address";

/** Base URLs, and their normalized form. */
const allowed = [
  { text: "https://api.example.com", url: "https://api.example.com/" },
  { text: " https://api.example.com/edge/ ", url: "https://api.example.com/edge" },
  { text: "http://127.0.0.1:4455", url: "http://127.0.0.1:4455/" },
  { text: "http://localhost/x", url: "http://localhost/x" },
  { text: "http://[::1]:1", url: "http://[::1]:1/" },
  { text: "http://127.10.200.3", url: "http://127.10.200.3/" },
  { text: "https://api.example.com/edge///", url: "https://api.example.com/edge" },
  { text: "\u00a0https://api.example.com\u00a0", url: "https://api.example.com/" },
];

/** Texts that are not a base URL, and the reason. */
const refused = [
  { text: "api.example.com", problem: "must be an absolute URL" },
  { text: "ftp://example.com", problem: "must begin with https://" },
  { text: "http://example.com", problem: "must begin with https://" },
  { text: "http://127.0.0.1.example.com", problem: "must begin with https://" },
  { text: "https://user:pass@example.com", problem: "must have no user" },
  { text: "https://user@example.com", problem: "must have no user" },
  { text: "https://:pass@example.com", problem: "must have no user" },
  { text: "https://example.com#part", problem: "must have no user" },
  { text: "ftp://localhost", problem: "must begin with https://" },
  { text: "http://notlocalhost", problem: "must begin with https://" },
  { text: "http://127.0.0.1000", problem: "must be an absolute URL" },
  { text: "https://example.com?key=1", problem: "must have no user, password, query or fragment" },
];

/** Base URLs, ids, and the URLs of the objects below them. */
const below = [
  {
    base: "https://example.com",
    id: "agin_2x",
    url: "https://example.com/agent_ingresses/agin_2x",
  },
  {
    base: "https://example.com/edge/v1/",
    id: "agin_2x",
    url: "https://example.com/edge/v1/agent_ingresses/agin_2x",
  },
  { base: "https://example.com", id: "a.", url: "https://example.com/agent_ingresses/a." },
];

/** Texts that are not an id, and an absent id. */
const notIds = [
  "",
  "..",
  ".",
  ".a",
  "a/b",
  "a%2fb",
  "a?b",
  "a#b",
  "a b",
  "é",
  "a\nb",
  "x".repeat(129),
  undefined,
];

/** Next pages in responses of the API below https://example.com/edge, and their URLs. */
const followed = [
  {
    uri: "/agent_ingresses?before_id=a",
    url: "https://example.com/edge/agent_ingresses?before_id=a",
  },
  {
    uri: "agent_ingresses?before_id=a",
    url: "https://example.com/edge/agent_ingresses?before_id=a",
  },
  {
    uri: "https://example.com/edge/agent_ingresses?x=1",
    url: "https://example.com/edge/agent_ingresses?x=1",
  },
  {
    uri: "/agent_ingresses?next=https://evil.example/",
    url: "https://example.com/edge/agent_ingresses?next=https://evil.example/",
  },
  { uri: "agent_ingresses/x", url: "https://example.com/edge/agent_ingresses/x" },
  { uri: "/edge/agent_ingresses?p=2", url: "https://example.com/edge/agent_ingresses?p=2" },
  { uri: "/edgeless", url: "https://example.com/edge/edgeless" },
  { uri: "edge/agent_ingresses", url: "https://example.com/edge/edge/agent_ingresses" },
];

/** Next pages in responses of the API that are not below that base URL. */
const foreign = [
  "https://evil.example/edge/agent_ingresses",
  "http://example.com/edge/x",
  "https://example.com:444/edge/x",
  "https://example.com/other",
  "https://example.com/edge-other/x",
  "https://user@evil.example/edge/",
  "https://user:pass@example.com/edge/",
  "https://user@example.com/edge/",
  "https://:pass@example.com/edge/",
  "//evil.example/edge/x",
  "/../other",
  "/edge/../other",
  "javascript:alert(1)",
  "https://",
];

const href = (base: string, address: Parameters<typeof resolveUrl>[1]) =>
  resolveUrl(parseBaseUrl(base), address).href;

it.each(allowed)("the base URL may be $text", ({ text, url }) => {
  expect(parseBaseUrl(text).href).toBe(url);
});

it.each(refused)("the base URL must not be $text", ({ text, problem }) => {
  expect(() => parseBaseUrl(text)).toThrow(problem);
});

it.each(below)(
  "the URL of a path lies below the base URL's path: below $base for the id $id",
  ({ base, id, url }) => {
    expect(href(base, { template: "/agent_ingresses/{id}", params: { id } })).toBe(url);
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

it.each(followed)("the URL of a uri that the API answered follows $uri", ({ uri, url }) => {
  expect(href("https://example.com/edge", { uri })).toBe(url);
});

it.each(foreign)("the URL of a uri that the API answered does not follow %s", (uri) => {
  expect(() => href("https://example.com/edge", { uri })).toThrow("it was not followed");
});
