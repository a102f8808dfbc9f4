import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import { AnalyzerClient } from "@pulumi/pulumi/proto/analyzer_grpc_pb";
import {
  AnalyzeRequest,
  type AnalyzeResponse,
  AnalyzerResourceOptions,
} from "@pulumi/pulumi/proto/analyzer_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { Provider } from "pulumi-edge-ingress";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cases } from "../cases";
import { root } from "../support/files";

/** Tests of a policy pack of @pulumi/policy in a separate process, with the calls of the engine. */

let pack: ChildProcess;
let client: AnalyzerClient;

beforeAll(async () => {
  pack = spawn(process.execPath, [join(__dirname, "../support/policy-pack.cjs")], {
    cwd: root,
    stdio: "pipe",
  });
  const [port] = (await once(pack.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  client = new AnalyzerClient(`127.0.0.1:${String(port).trim()}`, credentials.createInsecure());
});

afterAll(async () => {
  client.close();
  const ended = once(pack, "exit");
  pack.kill();
  await ended;
});

/** The policies that report a resource of a type. */
async function reportedBy(type: string): Promise<string[]> {
  const request = new AnalyzeRequest();
  request.setType(type);
  request.setOptions(new AnalyzerResourceOptions());
  request.setProperties(Struct.fromJavaScript({}));
  const response = await new Promise<AnalyzeResponse>((resolve, reject) => {
    client.analyze(request, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
  return response.getDiagnosticsList().map((diagnostic) => diagnostic.getPolicyname());
}

it.each([
  ...cases.map(({ type }) => [type, `pulumi-nodejs:dynamic/edge-ingress:${type}`] as const),
  ["Provider", Provider.__pulumiType] as const,
])(
  "a policy for the class %s matches its resources, and no other policy does",
  async (name, type) => {
    expect(await reportedBy(type)).toEqual([name]);
  },
);

it("no policy for a class of this package matches a resource of another one", async () => {
  expect(await reportedBy("pulumi-nodejs:dynamic:Resource")).toEqual([]);
});
