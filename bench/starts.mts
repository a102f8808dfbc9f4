import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import provider from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import struct from "google-protobuf/google/protobuf/struct_pb.js";
import { root } from "../tools/base/project.mjs";
import { processors } from "./meters.mts";
import { median } from "./statistics.mts";

/** The cost of a start, until the process of a provider responds. */
export interface Started {
  side: StartName;
  starts: number; // how often it was started, after one start that is not counted
  port: Figure; // milliseconds from the start of the process until it prints its port
  check: Figure; // milliseconds from the start of the process until it has answered its first check
  processors: string; // of the machine
}

type Figure = { min: number; median: number };

export type StartName = "nothing" | "dynamic" | "uncached" | "plugin" | "executable";

const DYNAMIC = [
  process.execPath,
  createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider"),
];
const PLUGIN = [process.execPath, join(root, "plugin/pulumi-resource-edge-ingress")];

/** The inputs of the check that a process receives. */
type Inputs = Record<string, string>;

const ARGUMENTS: Inputs = { domain: "example.com" };
const dynamicArguments = (text: string) => ({
  ...ARGUMENTS,
  __provider: `exports.handler=()=>${text}`,
});

/** @param executable the plugin of a release, which needs no Node.js */
export async function measureStarts(starts: number, executable?: string): Promise<Started[]> {
  const sides: (readonly [StartName, readonly string[], Inputs, NodeJS.ProcessEnv?])[] = [
    ["nothing", DYNAMIC, dynamicArguments("({})")],
    [
      "dynamic",
      DYNAMIC,
      dynamicArguments('require("pulumi-edge-ingress/provider-v1").agentIngress'),
    ],
    ["uncached", PLUGIN, ARGUMENTS, { NODE_DISABLE_COMPILE_CACHE: "1" }],
    ["plugin", PLUGIN, ARGUMENTS],
    ...(executable === undefined ? [] : ([["executable", [executable], ARGUMENTS]] as const)),
  ];
  const found: Map<StartName, { port: number; check: number }[]> = new Map();
  // In turns, so that what disturbs the machine disturbs all. The first start fills caches.
  for (let round = 0; round <= starts; round++) {
    for (const [side, command, inputs, environment] of sides) {
      const measured = await start(command, inputs, environment);
      if (round > 0) found.set(side, [...(found.get(side) ?? []), measured]);
    }
  }
  return [...found].map(([side, runs]) => ({
    ...{ side, starts },
    port: figure(runs.map(({ port }) => port)),
    check: figure(runs.map(({ check }) => check)),
    processors,
  }));
}

/** The minimum, which other work on the machine cannot have made larger, and what is usual. */
const figure = (values: readonly number[]): Figure => ({
  min: Math.round(Math.min(...values)),
  median: Math.round(median(values)),
});

async function start(
  [file = "", ...args]: readonly string[],
  inputs: Inputs,
  environment?: NodeJS.ProcessEnv,
) {
  const begun = performance.now();
  const child = spawn(file, [...args, "127.0.0.1:1"], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const port = performance.now() - begun;
  const client = new provider.ResourceProviderClient(
    `127.0.0.1:${String(text).trim()}`,
    credentials.createInsecure(),
  );
  await answerOf((done) => client.configure(configuration(), done));
  await answerOf((done) => client.check(request(inputs), done));
  const check = performance.now() - begun;
  client.close();
  // As the engine ends it, so that it can store what it has compiled.
  child.kill("SIGINT");
  await once(child, "exit");
  return { port, check };
}

const configuration = () =>
  new messages.ConfigureRequest().setArgs(struct.Struct.fromJavaScript({}));

const request = (inputs: Inputs) =>
  new messages.CheckRequest()
    .setUrn("urn:pulumi:bench::start::edge-ingress:index:AgentIngress::subject")
    .setOlds(struct.Struct.fromJavaScript({}))
    .setNews(struct.Struct.fromJavaScript(inputs));

const answerOf = (call: (done: (error: Error | null) => void) => void) =>
  new Promise((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve(undefined)));
  });
