import { describe, expect, it } from "vitest";
import { accesses } from "../../src/insight/map/accesses";
import { changeText } from "../../src/insight/map/changes";
import { asHtml } from "../../src/insight/map/html";
import type { StackMap } from "../../src/insight/map/model";
import { asSvg } from "../../src/insight/map/svg";
import { secretOf } from "../diff/exports";
import { guarded, kept, planned, route, stackStep, stored, updated } from "../review/steps";
import { formats, mapOfSteps, mapWith } from "./maps";

it("a map has each route in the order in which it may match, with what keeps requests out", () => {
  const [edge, tcp] = mapWith("").edges;
  expect(edge?.routes.map(({ match, access, backend }) => [match, access, backend])).toEqual([
    ["/admin", "protected", "bkd_admin"],
    ["/mail", "open", "bkd_mail"],
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
  const unchanged = { action: "unchanged", changes: [], marks: [] };
  expect(mapWith("").objects).toEqual([
    {
      ...unchanged,
      kind: "agent ingress",
      name: "agents",
      facts: ["connect.example", "certificates are managed"],
    },
    { ...unchanged, kind: "event destination", name: "audit", facts: ["to monitoring"] },
    { ...unchanged, kind: "SSH certificate authority", name: "hosts", facts: ["ed25519 key"] },
  ]);
});

it("a map of a preview marks what changes, and what the review finds of it", () => {
  const map = mapOfSteps(
    stackStep("same"),
    updated(guarded, route),
    { op: "create", name: "new", new: planned({ ...route, match: "/new" }) },
    { op: "delete", name: "old", old: stored({ ...route, match: "/old" }) },
    kept("HttpsEdgeRoute", "unchanged", { ...route, match: "/k" }),
  );
  const found = map.edges.flatMap(({ routes }) =>
    routes.map(({ match, action, access }) => [match, action, access]),
  );
  expect(found).toEqual([
    ["/api", "changed", "open"],
    ["/new", "new", "open"],
    ["/old", "deleted", "serves nothing"],
    ["/k", "unchanged", "open"],
  ]);
  const [marked] = map.edges.flatMap(({ routes }) => routes);
  const message = expect.stringContaining("login (OAuth) is no longer required");
  expect(marked?.marks).toContainEqual({ severity: "high", message });
  for (const format of Object.values(formats))
    expect(format([map])).toContain("is no longer required");
});

it("an edge whose backend a preview removes has no backend", () => {
  const old = stored({ edgeId: "edge_t", backendId: "bkd_t" });
  const map = mapOfSteps(stackStep("same"), {
    ...{ op: "delete", type: "TcpEdgeBackend", name: "t", old },
  });
  const [edge] = map.edges;
  expect(edge).toMatchObject({ kind: "TCP", action: "changed", modules: [], backend: undefined });
  expect(edge?.changes.map(changeText)).toEqual(["removed: backend; before: bkd_t"]);
  expect(formats.mermaid([map])).not.toContain("-->");
  expect(formats.svg([map])).not.toContain('class="arrow"');
});

it("the page marks the protections that have a flaw, and its legend explains the mark", () => {
  const page = asHtml([mapWith("")]);
  const flawed = [...page.matchAll(/<li class="([^"]*)">(?:<strong>)?([^<]*)/g)].filter(
    ([, styles]) => styles?.split(" ").includes("flawed"),
  );
  expect(flawed.map(([, , text]) => text)).toEqual(["module", "login (OAuth)"]);
  expect(page).toContain("it decides who gets in, and has a flaw, which it names");
  expect(page).not.toContain("admits more");
});

it("a map of a preview shows the changes of an object, and the previous values, in every format", () => {
  const users = (domain: string) => ({ provider: { provider3: { emailDomains: [domain] } } });
  const map = mapOfSteps(
    stackStep("same"),
    updated(
      { ...route, oauth: users("acme.example"), compression: {} },
      { ...route, match: "/v2", oauth: users("gmail.com"), circuitBreaker: { numBuckets: 8 } },
    ),
  );
  const [api] = map.edges.flatMap(({ routes }) => routes);
  expect(api).toMatchObject({ access: "open", accessBefore: "protected" });
  expect(api?.changes.map(changeText)).toEqual([
    "changed: match; before: /api",
    "weakened: login (OAuth); before: users of provider3 in e-mail domains acme.example",
    "added: circuit breaker",
    "removed: compression; before: compresses responses",
  ]);
  const { json, ...drawn } = formats;
  expect(json([map])).toContain('"kind": "weakened"');
  for (const format of Object.values(drawn)) {
    expect(format([map])).toMatch(/before: (● )?protected/);
    expect(format([map])).toMatch(/weakened: login \(OAuth\)/);
  }
});

it("a change of a secret is named, and never shown", () => {
  const hook = (secret: string) => ({
    ...{ ...route, webhookVerification: { provider: "github", secret: secretOf(secret) } },
  });
  const detailedDiff = { "webhookVerification.secret": { kind: "update" } };
  const map = mapOfSteps(
    stackStep("same"),
    updated(hook("canary-1"), hook("canary-2"), { detailedDiff }),
  );
  const [api] = map.edges.flatMap(({ routes }) => routes);
  expect(api?.changes.map(changeText)).toEqual(["changed: webhook verification (secret)"]);
  for (const format of Object.values(formats)) expect(format([map])).not.toContain("canary");
});

it("the legend of a page and of a drawing explains each kind of access", () => {
  const { open, protected: named } = accesses;
  for (const { meaning } of [open, named]) {
    expect(asHtml([mapWith("")])).toContain(meaning);
    expect(asSvg([mapWith("")])).toContain(meaning);
  }
});

it("a drawing has the objects of the account, as the page has", () => {
  const drawing = asSvg([mapWith("")]);
  for (const { kind, name, facts } of mapWith("").objects) {
    for (const text of [`${kind} ${name}`, ...facts]) expect(drawing).toContain(`>${text}<`);
  }
});

it("a drawing of objects alone has a size", () => {
  const map = { ...mapWith(""), edges: [] };
  expect(asSvg([map])).toMatch(/viewBox="0 0 [1-9]\d+ [1-9]\d+"/);
});

it("a drawing has the routes in the order in which they may match, from the top", () => {
  const matches = [
    ...asSvg([mapWith("")]).matchAll(/y="(\d+)" class="first">(\S+) \((?:exact|prefix)\)/g),
  ];
  const fromTop = matches.sort(([, a], [, b]) => Number(a) - Number(b)).map(([, , match]) => match);
  expect(fromTop).toEqual(["/admin", "/mail", "/off", "/"]);
});

const HOSTILE = "<script>alert(1)</script>\"'`]}|;#&\u001b[2J\u202e\u2066\u200b\ufeff";

describe.each(Object.entries(formats))(
  "as %s",
  (name, format: (maps: readonly StackMap[]) => string) => {
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
  },
);
