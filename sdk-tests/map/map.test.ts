import { describe, expect, it } from "vitest";
import { asHtml } from "../../src/insight/map/html";
import { asJson } from "../../src/insight/map/json";
import { asMermaid } from "../../src/insight/map/mermaid";
import type { StackMap } from "../../src/insight/map/model";
import { asSvg } from "../../src/insight/map/svg";
import { documentOf, planned, stackStep, stored } from "../review/inputs";
import { mapIn, mapWith } from "./maps";

const formats = { html: asHtml, svg: asSvg, mermaid: asMermaid, json: asJson };

it("a map has each route in the order in which it may match, with what keeps requests out", () => {
  const [edge, tcp] = mapWith("").edges;
  expect(edge?.routes.map(({ match, access, backend }) => [match, access, backend])).toEqual([
    ["/admin", "protected", "bkd_admin"],
    ["/mail", "weak", "bkd_mail"],
    ["/off", "serves nothing", "bkd"],
    ["/", "open", "bkd_"],
  ]);
  expect(edge?.modules.map(({ title, state }) => [title, state])).toEqual([
    ["TLS termination", "on"],
    ["mutual TLS", "off"],
  ]);
  expect([tcp?.kind, tcp?.id]).toEqual(["TCP", "edge_tcp"]);
});

it("a map has the objects of the account, with regions and the state of certificates", () => {
  expect(mapWith("").objects).toEqual([
    { kind: "agent ingress", name: "agents", fate: "kept", facts: ["connect.example", "certificates are managed"] },
    { kind: "event destination", name: "audit", fate: "kept", facts: ["to monitoring"] },
    { kind: "SSH certificate authority", name: "hosts", fate: "kept", facts: ["ed25519 key"] },
  ]);
});

it("a map of a preview marks what changes, and what the review finds of it", () => {
  const route = { edgeId: "edge_1", matchType: "path_prefix", match: "/api", backend: { backendId: "bkd" } };
  const oauth = { provider: { provider1: { organizations: ["example"] } } };
  const map = mapIn(
    documentOf([
      stackStep("same"),
      { op: "update", name: "api", old: stored({ ...route, oauth }), new: planned(route) },
      { op: "create", name: "new", new: planned({ ...route, match: "/new" }) },
      { op: "delete", name: "old", old: stored({ ...route, match: "/old" }) },
      { op: "same", name: "kept", old: stored({ ...route, match: "/k" }), new: planned({ ...route, match: "/k" }) },
    ]),
  );
  const found = map.edges.flatMap(({ routes }) => routes.map(({ match, fate, access }) => [match, fate, access]));
  expect(found).toEqual([
    ["/api", "changed", "open"],
    ["/new", "new", "open"],
    ["/old", "deleted", "serves nothing"],
    ["/k", "kept", "open"],
  ]);
  const [marked] = map.edges.flatMap(({ routes }) => routes);
  expect(marked?.marks).toContainEqual({
    severity: "high",
    message: expect.stringContaining("login (OAuth) is no longer required"),
  });
  for (const format of Object.values(formats)) expect(format([map])).toContain("is no longer required");
});

it("a drawing has the routes in the order in which they may match, from the top", () => {
  const matches = [...asSvg([mapWith("")]).matchAll(/y="(\d+)" class="first">(\S+) \((?:exact|prefix)\)/g)];
  const fromTop = matches.sort(([, a], [, b]) => Number(a) - Number(b)).map(([, , match]) => match);
  expect(fromTop).toEqual(["/admin", "/mail", "/off", "/"]);
});

const HOSTILE = "<script>alert(1)</script>\"'`]}|;#&\u001b[2J\u202e\u2066\u200b\ufeff";

describe.each(Object.entries(formats))("as %s", (name, format: (maps: readonly StackMap[]) => string) => {
  it("no name moves a cursor, turns text around or becomes mark-up, and no secret is shown", () => {
    const text = format([mapWith(HOSTILE)]);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    if (name !== "json") expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("canary");
  });

  it("each route is in it", () => {
    const text = format([mapWith("")]);
    for (const match of ["/admin", "/mail", "/off"]) expect(text).toContain(match);
    expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });
});
