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

/** What it takes until the process of a provider answers. */
export interface Started {
  side: StartName;
  starts: number; // how often it was started, after one start that is not counted
  port: Figure; // milliseconds from the start of the process until it prints its port
  check: Figure; // milliseconds from the start of the process until it has answered its first check
  processors: string; // of the machine
}

type Figure = { min: number; median: number };

export type StartName = "nothing" | "dynamic" | "uncached" | "plugin" | "executable";

const DYNAMIC = [process.execPath, createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider")];
const PLUGIN = [process.execPath, join(root, "plugin/pulumi-resource-edge-ingress")];

const ARGUMENTS = { domain: "example.com" };

/** What a process is asked to check, by what starts it. */
const dynamicArguments = (text: string) => ({ ...ARGUMENTS, __provider: `exports.handler=()=>${text}` });

const OF_DYNAMIC = dynamicArguments('require("pulumi-edge-ingress/provider-v1").agentIngress');
const OF_NOTHING = dynamicArguments("({})");

/**
 * @param starts of each side
 * @param executable the plugin of a release, which needs no Node.js
 */
export async function measureStarts(starts: number, executable: string | undefined): Promise<Started[]> {
  const sides: (readonly [StartName, readonly string[], object, NodeJS.ProcessEnv?])[] = [
    ["nothing", DYNAMIC, OF_NOTHING],
    ["dynamic", DYNAMIC, OF_DYNAMIC],
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
  return [...found].map(([side, runs]) => {
    const [port, check] = (["port", "check"] as const).map((name) => figure(runs.map((run) => run[name])));
    return { side, starts, port: port ?? NONE, check: check ?? NONE, processors };
  });
}

const NONE = { min: 0, median: 0 };

const figure = (values: readonly number[]): Figure => ({
  min: Math.round(Math.min(...values)),
  median: Math.round(median(values)),
});

async function start([file = "", ...args]: readonly string[], inputs: object, environment?: NodeJS.ProcessEnv) {
  const begun = performance.now();
  const child = spawn(file, [...args, "127.0.0.1:1"], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const port = performance.now() - begun;
  const client = new provider.ResourceProviderClient(`127.0.0.1:${String(text).trim()}`, credentials.createInsecure());
  await answerOf((done) => client.configure(configuration(), done));
  await answerOf((done) => client.check(request(inputs), done));
  const check = performance.now() - begun;
  client.close();
  // As the engine ends it, so that it can store what it has compiled.
  child.kill("SIGINT");
  await once(child, "exit");
  return { port, check };
}

function configuration() {
  const message = new messages.ConfigureRequest();
  message.setArgs(struct.Struct.fromJavaScript({}));
  return message;
}

function request(inputs: object) {
  const message = new messages.CheckRequest();
  message.setUrn("urn:pulumi:bench::start::edge-ingress:index:AgentIngress::subject");
  message.setOlds(struct.Struct.fromJavaScript({}));
  message.setNews(struct.Struct.fromJavaScript(inputs as Record<string, string>));
  return message;
}

const answerOf = (call: (done: (error: Error | null) => void) => void) =>
  new Promise((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve(undefined)));
  });
