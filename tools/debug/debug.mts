// npm run debug: `npm start` with a provider process that waits for a debugger. No standard command does this: the CLI has
// `--attach-debugger` for programs and for plugins that it starts from sources, and PULUMI_DEBUG_PROVIDERS for plugins
// alone. NODE_OPTIONS=--inspect-brk would stop every Node.js process of a run, the program's and npm's too.
import { delimiter, join } from "node:path";
import { dataDir, root } from "../base/project.mjs";
import { requiring } from "../base/run.mjs";
import { remark, say } from "../base/say.mjs";
import { main as start } from "../start/start.mts";
import { writeBundles } from "./bundles.mts";

const HELP = `npm run debug -- [COMMAND] [FLAGS] runs \`npm start\` with the same arguments. Each process of a provider waits for a debugger:

  npm run debug -- preview                                     the process of the dynamic resources
  npm run debug -- preview --config edge-ingress:plugin=true   the process of the plugin

EDGE_INGRESS_DEBUG_PORT is the port of the debugger (default: 9229). CONTRIBUTING.md describes how to attach a debugger.`;

const DEFAULT_PORT = "9229";

export async function main(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    say(HELP);
    return 0;
  }
  await writeBundles(join(dataDir, "debug"));
  const {
    NODE_OPTIONS = "",
    PATH = "",
    EDGE_INGRESS_DEBUG_PORT: port = DEFAULT_PORT,
  } = process.env;
  process.env.EDGE_INGRESS_DEBUG_PORT = port;
  process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${requiring(join(root, "tools/debug/inspect-provider.cjs"))}`;
  // Pulumi takes a plugin from PATH, and does not look for a download then.
  process.env.PATH = [join(root, "plugin"), PATH].join(delimiter);
  remark(`The provider waits for a debugger on 127.0.0.1:${port}.`);
  return start(args);
}
