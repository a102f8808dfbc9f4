import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { InvalidArgumentError } from "commander";
import { runConformance } from "../conformance/conformance";
import { edgesOf, planLines } from "../conformance/plan";
import { conformanceJson } from "../conformance/report/json";
import { markdownReport } from "../conformance/report/markdown";
import { profileText } from "../conformance/report/profile";
import { type ConformanceReport, createReport, exitCode } from "../conformance/report/report";
import { textReport } from "../conformance/report/text";
import type { Scope } from "../conformance/scope";
import { parseBaseUrl } from "../core/client/address";
import { formatProblem } from "../core/schema/leaves";
import { parseOptionText } from "../emulator/options/parsing";
import { accountConfig, accountSettings } from "./account";
import {
  cwd,
  type FlagValues,
  flagOption,
  formatOption,
  option,
  parsedOption,
  textOption,
} from "./command";
import { errorMessage, withReason, writeOutput, writing } from "./input";
import { onInterruption, startProgress } from "./session";

export const formats = {
  text: (report: ConformanceReport) => textReport(report, process.stdout.isTTY),
  markdown: markdownReport,
  json: conformanceJson,
};

export const options = {
  cwd,
  stack: textOption("<stack>", "the stack whose config has the key and the base URL"),
  httpsEdge: idOption("an HTTPS edge, for routes that serve nothing"),
  backend: idOption("a backend that the routes refer to"),
  ipPolicy: idOption("an IP policy that a route refers to"),
  tlsEdge: idOption("a TLS edge, whose modules are looked at"),
  tcpEdge: idOption("a TCP edge, whose modules are looked at"),
  certificateAuthority: idOption("a certificate authority, for --edge-modules"),
  edgeModules: flagOption(
    "also configure the modules of these edges that are not configured, and delete them again: for edges without traffic",
  ),
  domain: option<string>("<domain>", "domain below which agent ingresses are created", (created) =>
    created.default("example.com"),
  ),
  values: parsedOption("<member=value,…>", "values to try for a member; repeatable", addValues),
  requestsPerSecond: option<number>(
    "<number>",
    "the greatest number of requests per second",
    (created) => created.argParser(parseRate).default(5),
  ),
  findRateLimit: flagOption("also send 200 GETs at once, to find the rate limit"),
  readOnly: flagOption("send GETs alone"),
  yes: flagOption("create and delete objects in the account"),
  profile: textOption("<file>", "write a profile for `edge-ingress emulator --profile`"),
  format: formatOption(formats),
};

export const help = `
The command creates objects in an account, compares the responses of the service with the API reference, and deletes the objects.
It carries a mark in all that it creates, deletes nothing without the mark, and deletes what an earlier run has left. Use a key of a
test account if you have one, and start one run at a time. Without --yes it prints what it would do.

The key and the base URL come from the config of --stack, else from EDGE_INGRESS_API_KEY and EDGE_INGRESS_BASE_URL, else from the
selected stack. No report contains the key, or an object that the run has not created.

Exit codes: 0; 1 if the provider relies on something that does not hold, if a part of the run failed, or if objects are left; 2 if the run cannot start; 130 after
an interruption.

  edge-ingress conformance --https-edge edghts_1 --backend bkdhr_1 --yes --profile service.yaml
`;

/** `edge-ingress conformance`: compares a service with its reference. */
export async function run(flags: FlagValues<typeof options>, version: string): Promise<number> {
  const { apiKey, baseUrl } = await settings(flags.stack);
  const scope: Scope = { ...flags, values: flags.values ?? {}, ...scopeFlags(flags) };
  if (scope.edgeModules && edgesOf(scope).length === 0)
    throw new Error("--edge-modules takes --https-edge, --tls-edge or --tcp-edge");
  const address = parseBaseUrl(baseUrl).href;
  for (const line of planLines(scope, address)) console.error(line);
  if (!flags.yes && !flags.readOnly)
    throw new Error(
      "nothing was sent: add --yes to create these objects, or --read-only to send GETs alone",
    );
  if (flags.profile !== undefined) requireWritableFolder(flags.profile);
  const progress = await startProgress(false);
  const signal = onInterruption();
  const { requestsPerSecond } = flags;
  const onWait = (ms: number) =>
    progress.print(`waiting ${Math.ceil(ms / 1_000)} s: the service refuses requests for its rate`);
  const result = await runConformance(
    { apiKey, baseUrl, requestsPerSecond, signal, onWait },
    scope,
    progress.step,
  );
  progress.end();
  const report = createReport(
    { baseUrl: address, time: new Date().toISOString(), version },
    result,
  );
  console.log(formats[flags.format](report));
  if (flags.profile !== undefined && !result.isInterrupted)
    writeOutput(flags.profile, profileText(report.options));
  return exitCode(report);
}

/** Fails before the run if the profile cannot be written after it. */
function requireWritableFolder(file: string): void {
  withReason(file, () => accessSync(dirname(file), constants.W_OK), writing);
}

async function settings(stack: string | undefined) {
  const config = await accountConfig(stack === undefined ? [] : [stack]);
  const { apiKey, baseUrl } = accountSettings(config);
  if (apiKey === undefined || baseUrl === undefined)
    throw new Error("the stack has no edge-ingress:apiKey or no edge-ingress:baseUrl");
  return { apiKey, baseUrl };
}

const scopeFlags = (flags: FlagValues<typeof options>) => ({
  edgeModules: flags.edgeModules === true,
  findRateLimit: flags.findRateLimit === true,
  readOnly: flags.readOnly === true,
});

/** An option with the id of an object, which becomes a part of a path. */
function idOption(description: string) {
  return parsedOption("<id>", description, (text) => {
    const problem = formatProblem("id", text);
    if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
    return text;
  });
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (!(rate > 0 && rate <= 1_000))
    throw new InvalidArgumentError("It is a number from 0 to 1000.");
  return rate;
}

function addValues(text: string, before: Scope["values"] = {}): Scope["values"] {
  try {
    return { ...before, ...parseOptionText(`acceptedValues=${text}`).acceptedValues };
  } catch (error) {
    throw new InvalidArgumentError(errorMessage(error));
  }
}
