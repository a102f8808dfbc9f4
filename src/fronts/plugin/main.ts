import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { version } from "../../../package.json";
import { endOnSignal, endWithEngine } from "../../core/processes/engine-end";
import { nodeProblem } from "../../core/requirements/versions";
import { refusingService } from "./refusal";

/** States and programs may be large. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

// The engine's address is the last argument. Flags, which may have values, precede it.
const engineAddress = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("-"))
  .at(-1);
if (engineAddress !== undefined) endWithEngine();
endOnSignal();

const server = new Server({
  "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
  "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
});
/** Reads the schema on demand: only tools that generate programs request it. An executable contains it as an asset. */
function schema(): string {
  const { isSea, getAsset }: typeof import("node:sea") = require("node:sea");
  return isSea()
    ? getAsset("schema.json", "utf8")
    : readFileSync(join(__dirname, "schema.json"), "utf8");
}

/** Loads the service. Only a Node.js that is new enough may load it: an older version may lack APIs that the service needs. */
function loadService() {
  const { createService }: typeof import("./service.js") = require("./service");
  return createService({ version, schema }, engineAddress);
}

const problem = nodeProblem(process.versions.node);
server.addService(
  ResourceProviderService,
  problem === undefined ? loadService() : refusingService(version, problem),
);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  // The engine reads the port from the first line, and expects no other output.
  process.stdout.write(`${port}\n`);
});
