import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { credentials } from "@grpc/grpc-js";
import { AnalyzerClient } from "@pulumi/pulumi/proto/analyzer_grpc_pb";
import type { AnalyzerInfo } from "@pulumi/pulumi/proto/analyzer_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { policies } from "../../src/insight/policy/policies";
import { root } from "../support/files";

/** Tests of the policy pack in a separate process, with the calls of the engine. */

const script = (args: string): string =>
  `const { EdgeIngressPolicies } = require("pulumi-edge-ingress/policy"); new EdgeIngressPolicies(${args});`;

let pack: ChildProcess;
let info: AnalyzerInfo.AsObject;

beforeAll(async () => {
  const args = '{ all: "mandatory", "no-adopt": "disabled", "tls-minimum": { version: "1.3" } }';
  pack = spawn(process.execPath, ["-e", script(args)], { cwd: root, stdio: "pipe" });
  const [port] = (await once(pack.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const client = new AnalyzerClient(
    `127.0.0.1:${String(port).trim()}`,
    credentials.createInsecure(),
  );
  info = await new Promise((resolve, reject) => {
    client.getAnalyzerInfo(new Empty(), (error, answer) =>
      error ? reject(error) : resolve(answer.toObject()),
    );
  });
  client.close();
});

afterAll(async () => {
  const ended = once(pack, "exit");
  pack.kill();
  await ended;
});

const ADVISORY = 0;
const MANDATORY = 1;
const DISABLED = 2;

it("the engine is given each policy with a description, a severity and the schema of its configuration", () => {
  expect(info.policiesList.map(({ name }) => name)).toEqual(Object.keys(policies));
  for (const { name, description, severity, configschema } of info.policiesList) {
    expect({ name, isDescribed: description !== "", isRated: severity > 0 }).toEqual({
      ...{ name, isDescribed: true, isRated: true },
    });
    const { properties } = policies[name as keyof typeof policies];
    const known = configschema?.properties?.fieldsMap.map(([property]) => property) ?? [];
    expect(known.sort()).toEqual(Object.keys(properties).sort());
  }
});

it("a policy has a configured level, or the level of all policies", () => {
  const levels = new Map(
    info.initialconfigMap.map(([name, { enforcementlevel }]) => [name, enforcementlevel]),
  );
  expect(levels).toEqual(
    new Map([
      ["no-adopt", DISABLED],
      ["tls-minimum", MANDATORY],
    ]),
  );
  expect(info.policiesList.map(({ enforcementlevel }) => enforcementlevel)).not.toContain(ADVISORY);
});

it.each([
  ['{ "tls-minimun": "mandatory" }', "there is no policy tls-minimun; did you mean tls-minimum?"],
  [
    '{ "tls-minimum": { versoin: "1.3" } }',
    "tls-minimum.versoin is not configurable; did you mean version?",
  ],
  [
    '{ "no-adopt": { anything: true } }',
    "no-adopt.anything is not configurable; docs/reference/policies.md lists",
  ],
])("%s leads to an error with a suggestion", (args, problem) => {
  const { status, stderr } = spawnSync(process.execPath, ["-e", script(args)], {
    cwd: root,
    encoding: "utf8",
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain(`EdgeIngressPolicies: ${problem}`);
});
