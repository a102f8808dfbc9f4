import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { type Members, members, send } from "./client";

const collections = [
  ["/agent_ingresses", "ingresses", { domain: "a.example" }, true],
  ["/ssh_certificate_authorities", "ssh_certificate_authorities", {}, false],
  ["/event_destinations", "event_destinations", { format: "json", target: { monitoring: { api_key: "k" } } }, false],
] as const;

test.each(collections)("%s is listed in pages, newest first", async (path, member, body, relative) => {
  await using emulator = await startEmulator({ options: { pageSize: 2 } });
  const created: unknown[] = [];
  for (let count = 0; count < 5; count += 1) created.unshift(await members(emulator, "POST", path, body));
  const found: unknown[] = [];
  let next: string | null = path;
  for (let pages = 0; next !== null; pages += 1) {
    expect(pages).toBeLessThan(3);
    const page: Members = await members(emulator, "GET", next.replace(emulator.url, ""));
    expect(Object.keys(page).sort()).toEqual([member, "next_page_uri", "uri"].sort());
    expect(page.uri).toBe(relative ? path : `${emulator.url}${path}`);
    found.push(...(page[member] as unknown[]));
    next = page.next_page_uri as string | null;
  }
  expect(found).toEqual(created);
});

test("an empty list has no next page", async () => {
  await using emulator = await startEmulator();
  expect(await members(emulator, "GET", "/agent_ingresses")).toEqual({
    ingresses: [],
    uri: "/agent_ingresses",
    next_page_uri: null,
  });
});

test("a cursor stays valid when its object is deleted and others are created", async () => {
  await using emulator = await startEmulator();
  const ids: unknown[] = [];
  for (let count = 0; count < 4; count += 1) {
    ids.unshift((await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" })).id);
  }
  const first = await members(emulator, "GET", "/agent_ingresses?limit=2");
  await send(emulator, "DELETE", `/agent_ingresses/${ids[1]}`);
  await send(emulator, "POST", "/agent_ingresses", { domain: "b.example" });
  const second = await members(emulator, "GET", String(first.next_page_uri));
  expect((second.ingresses as Members[]).map(({ id }) => id)).toEqual(ids.slice(2));
});

test.each(["limit=0", "limit=1001", "limit=x", "before_id=a/b", "page=2"])("the query %s is refused", async (query) => {
  await using emulator = await startEmulator();
  expect((await send(emulator, "GET", `/agent_ingresses?${query}`)).status).toBe(400);
});

test("list uris are relative or absolute, as the option says", async () => {
  await using emulator = await startEmulator({ options: { listUris: "absolute" } });
  expect(await members(emulator, "GET", "/agent_ingresses")).toMatchObject({ uri: `${emulator.url}/agent_ingresses` });
  emulator.configure({ listUris: "relative" });
  expect(await members(emulator, "GET", "/event_destinations")).toMatchObject({ uri: "/event_destinations" });
});
