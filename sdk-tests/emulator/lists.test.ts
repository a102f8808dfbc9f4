import { expect } from "vitest";
import { withApi } from "./api";
import type { Members } from "./client";

const test = withApi();
const ingress = { domain: "a.example" };

const collections = [
  ["/agent_ingresses", "ingresses", ingress, true],
  ["/ssh_certificate_authorities", "ssh_certificate_authorities", {}, false],
  ["/event_destinations", "event_destinations", { format: "json", target: { monitoring: { api_key: "k" } } }, false],
] as const;

test.for(collections)(
  "%s is listed in pages, newest first",
  async ([path, member, body, relative], { emulator, api }) => {
    emulator.configure({ pageSize: 2 });
    const created: unknown[] = [];
    for (let count = 0; count < 5; count += 1) created.unshift(await api.members("POST", path, body));
    const found: unknown[] = [];
    let next: string | null = path;
    for (let pages = 0; next !== null; pages += 1) {
      expect(pages).toBeLessThan(3);
      const page: Members = await api.members("GET", next.replace(emulator.url, ""));
      expect(Object.keys(page).sort()).toEqual([member, "next_page_uri", "uri"].sort());
      expect(page.uri).toBe(relative ? path : `${emulator.url}${path}`);
      found.push(...(page[member] as unknown[]));
      next = page.next_page_uri as string | null;
    }
    expect(found).toEqual(created);
  },
);

test("an empty list has no next page", async ({ api }) => {
  const empty = { ingresses: [], uri: "/agent_ingresses", next_page_uri: null };
  expect(await api.members("GET", "/agent_ingresses")).toEqual(empty);
});

test("a cursor stays valid when its object is deleted and others are created", async ({ api }) => {
  const ids: unknown[] = [];
  for (let count = 0; count < 4; count += 1) ids.unshift((await api.members("POST", "/agent_ingresses", ingress)).id);
  const first = await api.members("GET", "/agent_ingresses?limit=2");
  await api.send("DELETE", `/agent_ingresses/${ids[1]}`);
  await api.send("POST", "/agent_ingresses", { domain: "b.example" });
  const second = await api.members("GET", String(first.next_page_uri));
  expect((second.ingresses as Members[]).map(({ id }) => id)).toEqual(ids.slice(2));
});

test.for(["limit=0", "limit=1001", "limit=x", "before_id=a/b", "page=2"])(
  "the query %s is refused",
  async (query, { api }) => {
    expect(await api.status("GET", `/agent_ingresses?${query}`)).toBe(400);
  },
);

test("list uris are relative or absolute, as the option says", async ({ emulator, api }) => {
  emulator.configure({ listUris: "absolute" });
  expect(await api.members("GET", "/agent_ingresses")).toMatchObject({ uri: `${emulator.url}/agent_ingresses` });
  emulator.configure({ listUris: "relative" });
  expect(await api.members("GET", "/event_destinations")).toMatchObject({ uri: "/event_destinations" });
});
