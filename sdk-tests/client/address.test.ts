import { expect, it } from "vitest";
import { displayPath, parseBaseUrl, urlOf } from "../../src/core/client/address";

const href = (base: string, address: Parameters<typeof urlOf>[1]) => urlOf(parseBaseUrl(base), address).href;

it.each([
  ["https://api.example.com", "https://api.example.com/"],
  [" https://api.example.com/edge/ ", "https://api.example.com/edge"],
  ["http://127.0.0.1:4455", "http://127.0.0.1:4455/"],
  ["http://localhost/x", "http://localhost/x"],
  ["http://[::1]:1", "http://[::1]:1/"],
  ["http://127.10.200.3", "http://127.10.200.3/"],
  ["https://api.example.com/edge///", "https://api.example.com/edge"],
  ["\u00a0https://api.example.com\u00a0", "https://api.example.com/"],
])("the base URL may be %s", (text, expected) => {
  expect(parseBaseUrl(text).href).toBe(expected);
});

it.each([
  ["api.example.com", "must be an absolute URL"],
  ["ftp://example.com", "must begin with https://"],
  ["http://example.com", "must begin with https://"],
  ["http://127.0.0.1.example.com", "must begin with https://"],
  ["https://user:pass@example.com", "must have no user"],
  ["https://user@example.com", "must have no user"],
  ["https://:pass@example.com", "must have no user"],
  ["https://example.com#part", "must have no user"],
  ["ftp://localhost", "must begin with https://"],
  ["http://notlocalhost", "must begin with https://"],
  ["http://127.0.0.1000", "must be an absolute URL"],
  ["https://example.com?key=1", "must have no user, password, query or fragment"],
])("the base URL must not be %s", (text, problem) => {
  expect(() => parseBaseUrl(text)).toThrow(problem);
});

it.each([
  ["https://example.com", "agin_2x", "https://example.com/agent_ingresses/agin_2x"],
  ["https://example.com/edge/v1/", "agin_2x", "https://example.com/edge/v1/agent_ingresses/agin_2x"],
  ["https://example.com", "a.", "https://example.com/agent_ingresses/a."],
])("the URL of a path lies below the base URL's path: below %s for the id %s", (base, id, expected) => {
  expect(href(base, { template: "/agent_ingresses/{id}", params: { id } })).toBe(expected);
});

it("the URL of a path is named by its path, and that of a further page by the list's", () => {
  const template = "/edges/https/{edge_id}/routes/{id}";
  expect(displayPath({ template, params: { edge_id: "e.", id: "r_1" } })).toBe("/edges/https/e./routes/r_1");
  expect(displayPath({ template, params: { edge_id: "a/b", id: "r" } })).toBe("/edges/https/{edge_id}/routes/r");
  expect(displayPath({ template })).toBe(template);
  expect(displayPath({ uri: "/x?token=hush", of: "/agent_ingresses" })).toBe("/agent_ingresses (next page)");
});

it.each([...["", "..", ".", ".a", "a/b", "a%2fb", "a?b", "a#b", "a b", "é", "a\nb", "x".repeat(129)], undefined])(
  "the URL of a path refuses the id %j",
  (id) => {
    const address = { template: "/agent_ingresses/{id}", ...(id !== undefined && { params: { id } }) };
    expect(() => href("https://example.com", address)).toThrow("id is not a well-formed id");
  },
);

it("the URL of a uri that the API answered keeps its path where the base URL has none", () => {
  expect(href("https://example.com", { uri: "/agent_ingresses?p=2" })).toBe("https://example.com/agent_ingresses?p=2");
});

it.each([
  ["/agent_ingresses?before_id=a", "https://example.com/edge/agent_ingresses?before_id=a"],
  ["agent_ingresses?before_id=a", "https://example.com/edge/agent_ingresses?before_id=a"],
  ["https://example.com/edge/agent_ingresses?x=1", "https://example.com/edge/agent_ingresses?x=1"],
  [
    "/agent_ingresses?next=https://evil.example/",
    "https://example.com/edge/agent_ingresses?next=https://evil.example/",
  ],
  ["agent_ingresses/x", "https://example.com/edge/agent_ingresses/x"],
  ["/edge/agent_ingresses?p=2", "https://example.com/edge/agent_ingresses?p=2"],
  ["/edgeless", "https://example.com/edge/edgeless"],
  ["edge/agent_ingresses", "https://example.com/edge/edge/agent_ingresses"],
])("the URL of a uri that the API answered follows %s", (uri, expected) => {
  expect(href("https://example.com/edge", { uri })).toBe(expected);
});

it.each([
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
])("the URL of a uri that the API answered does not follow %s", (uri) => {
  expect(() => href("https://example.com/edge", { uri })).toThrow("it was not followed");
});
