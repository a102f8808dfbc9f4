import { expect } from "vitest";
import { withApi } from "./api";
import { newIngress } from "./client";

/** Tests of the pages of a list: their limit, and the address of the next page. */

const test = withApi();

test.beforeEach(async ({ emulator }) => {
  for (const name of ["a", "b", "c", "d"]) await newIngress(emulator, `${name}.example.com`);
});

test("the last page has no next page, also if it is full", async ({ api }) => {
  const first = await api.members("GET", "/agent_ingresses?limit=2");
  expect(first.ingresses).toMatchObject([{ domain: "d.example.com" }, { domain: "c.example.com" }]);
  const last = await api.members("GET", String(first.next_page_uri));
  expect(last.ingresses).toMatchObject([{ domain: "b.example.com" }, { domain: "a.example.com" }]);
  expect(last.next_page_uri).toBeNull();
});

test("the address of the next page has the limit of the request, and no limit without one", async ({
  api,
  emulator,
}) => {
  const page = await api.members("GET", "/agent_ingresses?limit=3");
  expect(page.next_page_uri).toMatch(/^\/agent_ingresses\?before_id=agin_\w+&limit=3$/);
  emulator.configure({ pageSize: 3 });
  const other = await api.members("GET", "/agent_ingresses");
  expect(other.next_page_uri).toMatch(/^\/agent_ingresses\?before_id=agin_\w+$/);
});
