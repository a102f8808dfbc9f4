import { expect, it } from "vitest";
import { pages } from "../../src/core/client/pages";
import type { ApiRequest, Client } from "../../src/core/client/types";

type Answer = Readonly<Record<string, unknown>>;

/** Reads a list with these responses, and returns its items and the requests. */
async function read(answer: (page: number) => Answer | null) {
  const requests: ApiRequest[] = [];
  const client = {
    request: async (request: ApiRequest) => answer(requests.push(request) - 1),
  } as unknown as Client;
  const items: unknown[] = [];
  for await (const item of pages(client, "/things", "things")) items.push(item.id);
  return { items, requests };
}

it("a listing gives the items of all pages in order", async () => {
  const next = ["/things?2", "/things?3", null];
  const { items, requests } = await read((page) => ({
    things: [{ id: page }, { id: page + 10 }],
    next_page_uri: next[page],
  }));
  expect(items).toEqual([0, 10, 1, 11, 2, 12]);
  expect(requests).toEqual([
    { method: "GET", path: { template: "/things" } },
    { method: "GET", path: { uri: "/things?2", listPath: "/things" } },
    { method: "GET", path: { uri: "/things?3", listPath: "/things" } },
  ]);
});

it("a listing refuses a page that does not show whether another one follows: it may be cut short", async () => {
  await expect(read(() => ({ things: [] }))).rejects.toThrow(
    "GET /things: the answer has no next_page_uri",
  );
});

it.each([null, {}, { things: null }, { things: {} }])(
  "a listing refuses %j, which has no list",
  async (answer) => {
    await expect(read(() => answer)).rejects.toThrow("GET /things: the answer has no list things");
  },
);

it.each([7, {}, true, "/things?the-same"])(
  "a listing refuses %j as every next page",
  async (next) => {
    await expect(read(() => ({ things: [], next_page_uri: next }))).rejects.toThrow(
      "GET /things: the pages do not end",
    );
  },
);

it("a listing gives up after 10,000 pages", async () => {
  let pageCount = 0;
  const endless = read((page) => ({
    things: [{ id: ++pageCount }],
    next_page_uri: `/things?${page}`,
  }));
  await expect(endless).rejects.toThrow("GET /things: there are more than 10000 pages");
  expect(pageCount).toBe(10_000);
});
