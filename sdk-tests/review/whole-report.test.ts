import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { readPreview } from "../../src/insight/engine/preview";
import { type Review, review } from "../../src/insight/review/findings";
import { asJson, asText } from "../../src/insight/review/formats";
import { asMarkdown } from "../../src/insight/review/markdown";
import { expectFileSnapshot } from "../support/file-snapshot";
import { documentOf } from "./inputs";
import {
  declaredOnLine,
  guarded,
  planned,
  type RawStep,
  route,
  stackStep,
  stored,
  updated,
} from "./steps";

/** Whole reports of two stacks: findings of several effects and of several routes, drift, ignored findings and notes. */

/** A step that changes a route, which the program declares in a line. */
const changed = (name: string, line: number, before: Values, after: Values): RawStep => ({
  op: "update",
  name,
  old: { ...stored({ ...before, match: `/${name}` }), ...declaredOnLine(line) },
  new: { ...planned({ ...after, match: `/${name}` }), ...declaredOnLine(line) },
});

/** A login that admits everyone with an account: two effects of one argument. */
const openLogin = { ...route, oauth: { provider: { provider4: {} } } };

const webhooks = { webhookVerification: { provider: "github", secret: "canary" } };

const dev = [
  stackStep("same"),
  changed("a", 7, guarded, route),
  changed("b", 7, guarded, route),
  changed("api", 12, { ...guarded, ...webhooks }, route),
  changed("c", 15, guarded, openLogin),
  changed("d", 15, guarded, openLogin),
  changed("e", 16, guarded, openLogin),
  changed("accepted", 20, guarded, route),
  { op: "create", name: "new", new: planned({ ...route, match: "/new" }) },
];

const web = { match: "/web" };

const prod: readonly RawStep[] = [
  stackStep("refresh"),
  { op: "refresh", name: "api", old: stored(guarded) },
  { op: "refresh", name: "web", old: stored({ ...guarded, ...web }) },
  stackStep("same"),
  updated(route, guarded),
  updated({ ...route, ...web }, { ...guarded, ...web }, { name: "web" }),
];

const ofProd = (document: string) => document.replaceAll("urn:pulumi:dev::", "urn:pulumi:prod::");

const previews = [
  documentOf(dev),
  ofProd(documentOf(prod, { same: 5 })),
  // A stack without resources.
  '{"duration": 1}',
];

const ignored = [
  { rule: "protection-removed", resource: "accepted", reason: "the partner needs it" },
  { rule: "stack-difference", resource: "other", reason: "not a rule of the review" },
];

const reviewed = (): Review => review(previews.map(readPreview), ignored);

it.each([
  { name: "report.txt", print: (result: Review) => asText(result, false) },
  { name: "report-colored.txt", print: (result: Review) => asText(result, true) },
  { name: "report-short.txt", print: (result: Review) => asText(result, false, 1_200) },
  { name: "report-markdown.txt", print: (result: Review) => asMarkdown(result) },
  { name: "report-short-markdown.txt", print: (result: Review) => asMarkdown(result, 1_300) },
  { name: "report-json.txt", print: asJson },
])("the whole report is $name", async ({ name, print }) => {
  const text = print(reviewed());
  await expectFileSnapshot(`${text}\n`, `goldens/${name}`);
  expect(text).not.toContain("canary");
});
