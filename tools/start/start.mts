// npm start: the example stack against a local server, or against the API that EDGE_INGRESS_BASE_URL names.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dataDir } from "../base/project.mjs";
import { must, run } from "../base/run.mjs";
import { remark, say } from "../base/say.mjs";
import { build } from "../build/checks.mts";
import { localServer, startLocalServer } from "../build/local-server.mts";
import { obtainPulumiCli, type PulumiCli } from "../pulumi/obtain.mts";
import { pulumiEnvironment } from "../pulumi/workspace.mts";
import { missingSettings } from "./example-config.mts";
import { type Invocation, pulumiInvocation } from "./pulumi-args.mts";
import { chooseTarget, type Target } from "./target.mts";

const HELP = `npm start -- [COMMAND] [FLAGS] runs \`pulumi COMMAND\` on the stack of examples/ingress-stack, by default \`pulumi up\`:

  npm start                        deploys the stack on a local server, without a question
  npm start -- preview --diff      shows what would change
  npm start -- destroy             deletes everything that the stack holds

EDGE_INGRESS_BASE_URL and EDGE_INGRESS_API_KEY name another API to deploy to. Set the program's configuration for that API with
\`npm start -- config set\`, as described in examples/ingress-stack/README.md. What follows is the help of \`pulumi up\`.
`;

export async function main(args: string[]): Promise<number> {
  if (pulumiInvocation(args, { serveLocally: true }).isHelpRequest) say(HELP);
  await build();
  const target = chooseTarget(process.env, await localServer());
  const invocation = pulumiInvocation(args, target);
  const cli = await obtainPulumiCli();
  const server = target.serveLocally && invocation.usesApi ? await startLocalServer() : undefined;
  try {
    return await runPulumi(cli, server ? { ...target, baseUrl: server.url } : target, invocation);
  } finally {
    await server?.close();
  }
}

/** Pulumi's exit code. */
async function runPulumi(cli: PulumiCli, target: Target, invocation: Invocation): Promise<number> {
  const { args, usesApi, usesStack, addedYes, isUp } = invocation;
  const env = pulumiEnvironment(cli, target);
  if (usesStack) {
    const select = ["stack", "select", "--create", target.stack];
    await must(
      cli.pulumi,
      select,
      { env },
      (text) => `Pulumi cannot open the stack "${target.stack}": ${text}`,
    );
  }
  if (usesApi) await configure(cli, target, env);
  remark(
    `Stack "${target.stack}" on ${target.baseUrl}: pulumi ${args.join(" ")}${addedYes ? " (npm start says yes for you)" : ""}\n`,
  );
  const { code } = await run(cli.pulumi, args, { env, gentle: true });
  if (code === 0 && isUp) remark(`${target.serveLocally ? SERVE : ""}${NEXT}`);
  return code;
}

const SERVE = `
The server ends with this command. To send requests to it, or to open its admin page, start it again:
  npx edge-ingress emulator --data .edge-ingress/server.sqlite
Stop it with Ctrl-C before the next \`npm start\`, which opens the same file.
`;

/** Sets the configuration of the program on the local server alone: for another API, the user knows the values. */
async function configure(cli: PulumiCli, target: Target, env: NodeJS.ProcessEnv): Promise<void> {
  const file = join(dataDir, `Pulumi.${target.stack}.yaml`);
  const settings = existsSync(file) ? readFileSync(file, "utf8") : "";
  const command = missingSettings(settings);
  if (command && target.serveLocally) await must(cli.pulumi, command, { env });
  if (!target.serveLocally && !settings.includes("ingress-stack:")) remark(SETTINGS);
}

const SETTINGS = `Set the configuration of the program with \`npm start -- config set NAME VALUE\`, and secrets with \`--secret\`:
examples/ingress-stack/README.md lists the settings under "On the service".`;

const NEXT = `
What to try next:
  npm start -- preview --diff    after an edit of examples/ingress-stack/edges.ts: what would change
  npm start -- destroy           deletes everything that the stack holds
  docs/quickstart.md             a program of your own, a change made by hand, and a review`;
