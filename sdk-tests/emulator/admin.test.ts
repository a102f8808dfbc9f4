import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { withApi } from "./api";
import { sendRaw } from "./client";

const test = withApi();

test("web pages are refused, wherever they come from", async ({ emulator }) => {
  for (const Origin of ["https://page.example", "null", emulator.url]) {
    expect((await sendRaw(emulator, { path: "/_admin/options", headers: { Origin } })).status).toBe(
      403,
    );
  }
});

test("the admin path lists its operations", async ({ api }) => {
  const { operations } = (await api.members("GET", "/_admin")) as { operations: string[] };
  expect(operations).toContain("PUT /_admin/certificate-jobs/{id}");
  const documented = [
    ...readFileSync("docs/emulator.md", "utf8").matchAll(/^\| `([A-Z]+ \/_admin[^?[`]*)/gm),
  ];
  expect(operations.sort()).toEqual(documented.map(([, operation]) => operation).sort());
});
