import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import provider from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import struct from "google-protobuf/google/protobuf/struct_pb.js";
import { root } from "../tools/base/project.mjs";
import { processors } from "./meters.mjs";
import { median } from "./statistics.mjs";

/**
 * What it takes until the process of a provider answers.
 * @typedef {object} Started
 * @property {StartName} side
 * @property {number} starts how often it was started, after one start that is not counted
 * @property {Figure} port milliseconds from the start of the process until it prints its port
 * @property {Figure} check milliseconds from the start of the process until it has answered its first check
 * @property {string} processors of the machine
 *
 * @typedef {{ min: number, median: number }} Figure
 * @typedef {"nothing" | "dynamic" | "uncached" | "plugin" | "executable"} StartName
 */

const DYNAMIC = [process.execPath, createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider")];
const PLUGIN = [process.execPath, join(root, "plugin/pulumi-resource-edge-ingress")];

const ARGUMENTS = { domain: "example.com" };

/** What a process is asked to check, by what starts it. */
const dynamicArguments = (/** @type {string} */ text) => ({ ...ARGUMENTS, __provider: `exports.handler=()=>${text}` });

const OF_DYNAMIC = dynamicArguments('require("pulumi-edge-ingress/provider-v1").agentIngress');
const OF_NOTHING = dynamicArguments("({})");

/**
 * @param {number} starts of each side
 * @param {string | undefined} executable the plugin of a release, which needs no Node.js
 * @returns {Promise<Started[]>}
 */
export async function measureStarts(starts, executable) {
  /** @type {(readonly [StartName, readonly string[], object, NodeJS.ProcessEnv?])[]} */
  const sides = [
    ["nothing", DYNAMIC, OF_NOTHING],
    ["dynamic", DYNAMIC, OF_DYNAMIC],
    ["uncached", PLUGIN, ARGUMENTS, { NODE_DISABLE_COMPILE_CACHE: "1" }],
    ["plugin", PLUGIN, ARGUMENTS],
    ...(executable === undefined ? [] : /** @type {const} */ ([["executable", [executable], ARGUMENTS]])),
  ];
  /** @type {Map<StartName, { port: number, check: number }[]>} */
  const found = new Map();
  // In turns, so that what disturbs the machine disturbs all. The first start fills caches.
  for (let round = 0; round <= starts; round++) {
    for (const [side, command, inputs, environment] of sides) {
      const measured = await start(command, inputs, environment);
      if (round > 0) found.set(side, [...(found.get(side) ?? []), measured]);
    }
  }
  return [...found].map(([side, runs]) => {
    const [port, check] = /** @type {const} */ (["port", "check"]).map((name) => figure(runs.map((run) => run[name])));
    return { side, starts, port: port ?? NONE, check: check ?? NONE, processors };
  });
}

const NONE = { min: 0, median: 0 };

/**
 * @param {readonly number[]} values
 * @returns {Figure}
 */
const figure = (values) => ({ min: Math.round(Math.min(...values)), median: Math.round(median(values)) });

/**
 * @param {readonly string[]} command
 * @param {object} inputs
 * @param {NodeJS.ProcessEnv} [environment]
 */
async function start([file = "", ...args], inputs, environment) {
  const begun = performance.now();
  const child = spawn(file, [...args, "127.0.0.1:1"], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = /** @type {[Buffer]} */ (await once(child.stdout, "data"));
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

/** @param {object} inputs */
function request(inputs) {
  const message = new messages.CheckRequest();
  message.setUrn("urn:pulumi:bench::start::edge-ingress:index:AgentIngress::subject");
  message.setOlds(struct.Struct.fromJavaScript({}));
  message.setNews(struct.Struct.fromJavaScript(/** @type {Record<string, string>} */ (inputs)));
  return message;
}

/** @param {(done: (error: Error | null) => void) => void} call */
const answerOf = (call) =>
  new Promise((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve(undefined)));
  });
