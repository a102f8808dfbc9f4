import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-ingress";
import { expect, it } from "vitest";
import { z } from "zod";
import { version } from "../../package.json";
import * as definitions from "../../src/core/definitions";
import { dataBeside, text } from "../support/data";
import { textOf as readText } from "../support/files";
import { folderOfTest } from "../support/folders";

const { permanent } = dataBeside(__filename, { permanent: z.record(text, text) });

/** The types of this version, which may include resources that no release has. */
const current: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(definitions).map(({ type, name }) => [type, name])),
  ...permanent,
};

/** The provider, loaded in the same way as by the texts below. */
const provider: Readonly<Record<string, pulumi.dynamic.ResourceProvider>> = createRequire(
  __filename,
)("pulumi-edge-ingress/provider-v1");

/** The serialized provider of each version, the newest last. */
const texts = [
  (name: string) =>
    `exports.handler=()=>{try{return require("pulumi-edge-ingress/provider-v1").${name}}` +
    'catch(e){e.stack="";if(e.code)e.message="run: npm install pulumi-edge-ingress";throw e}}',
  (name: string) =>
    `exports.handler=()=>{try{return require("pulumi-edge-ingress/provider-v1").${name}}` +
    'catch(e){e.stack="";if(e.code)e.message="install pulumi-edge-ingress in "+process.cwd();throw e}}',
  (name: string) =>
    `exports.handler=(p='pulumi-edge-ingress')=>{try{return require(p+'/provider-v1').${name}}` +
    "catch(e){e.stack='';if(e.code)e.message='install '+p+' in '+process.cwd();throw e}}",
] as const;
const [firstText, secondText, textOf] = texts;

const methods = ["check", "configure", "create", "delete", "diff", "read", "update"];

it("a released version promises every resource to the states of its users", () => {
  const missing = Object.keys(current).filter((type) => !(type in permanent));
  const unpromised = version.endsWith("-dev") ? [] : missing;
  expect(
    unpromised.map((type) => `${type} is not among the permanent names of permanent.yaml`),
  ).toEqual([]);
});

it("the changelog names every resource that no release has", () => {
  const changelog = readText("CHANGELOG.md");
  const added = Object.keys(current).filter((type) => !(type in permanent));
  const missing = added.filter((type) => !changelog.includes(`\`${type}\``));
  expect(missing.map((type) => `CHANGELOG.md does not name the new resource ${type}`)).toEqual([]);
});

it("the package exports the providers that states name, and no others", () => {
  expect(Object.keys(provider).sort()).toEqual(Object.values(current).sort());
  for (const resource of Object.values(provider))
    expect(Object.keys(resource).sort()).toEqual(methods);
});

it("the package registers each resource with its type token and constant provider text", async () => {
  const registered = new Map<string, unknown>();
  await pulumi.runtime.setMocks({
    newResource: ({ type, inputs }) => {
      registered.set(type, inputs.__provider);
      return { id: "id", state: {} };
    },
    call: () => ({}),
  });
  for (const type of Object.keys(current)) {
    const found = (
      edge as unknown as Record<string, new (name: string, args: object) => pulumi.Resource>
    )[type];
    if (found) await new Promise((resolve) => new found("x", {}).urn.apply(resolve));
  }
  const expected = Object.entries(current).map(([type, name]) => [
    `pulumi-nodejs:dynamic/edge-ingress:${type}`,
    textOf(name),
  ]);
  expect(Object.fromEntries(registered)).toEqual(Object.fromEntries(expected));
});

/** Returns the output of a text that runs in a folder, in the way in which the engine's provider process runs it. */
const printedBy = (text: string, code: string, cwd: string): string =>
  execFileSync(
    process.execPath,
    ["-e", `${text};try{${code}}catch(e){console.log(e.message+e.stack)}`],
    {
      cwd,
      encoding: "utf8",
    },
  );

it.each(texts)("the package runs every text that ever stood in a state", (text) => {
  const methodsOf = "console.log(Object.keys(exports.handler()).sort().join())";
  expect(printedBy(text("agentIngress"), methodsOf, __dirname)).toBe(`${methods}\n`);
});

it("a missing package is reported in one line, with the package and the folder to install it in", () => {
  const empty = folderOfTest();
  const printed = printedBy(textOf("agentIngress"), "exports.handler()", empty);
  expect(printed).toBe(`install pulumi-edge-ingress in ${empty}\n`);
});

it.each([firstText, secondText])(
  "the text of an earlier version is not a change",
  async (earlierText) => {
    const args = { domain: "connect.example.com" };
    const [old, now] = [earlierText, textOf].map((text) => ({
      ...args,
      __provider: text("agentIngress"),
    }));
    expect(await provider.agentIngress?.diff?.("agin_1", old, now)).toEqual({ changes: false });
  },
);
