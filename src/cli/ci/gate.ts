import { cwd, type FlagValues, textOption } from "../command";
import { readFile } from "../input";
import { DEFAULT_FOLDER } from "./folders";
import { log } from "./log";
import { withoutEmpty } from "./options";
import { readResult } from "./result";

export const options = {
  cwd,
  result: textOption(
    "<file>",
    "result.json of `edge-ingress ci report` (default: ingress-review/result.json)",
  ),
};

export const help = `
Reads the result of \`edge-ingress ci report\`, and logs the reasons to fail: findings of the severity of its --fail-on, previews that
failed, and expectations that are not met. It is a command of its own, so that the report exists when it fails.

  edge-ingress ci gate --result ingress-review/result.json

Exit codes: 0; 1 if there is a reason to fail; 2 if the result cannot be read.
`;

/** `edge-ingress ci gate`: fails if a report has a reason to fail. */
export function run(flags: FlagValues<typeof options>): number {
  const { result = `${DEFAULT_FOLDER}/result.json` } = withoutEmpty(flags);
  const { failures, skipped } = readFile(result, readResult);
  if (skipped !== "") log("warning", `not reviewed: ${skipped}`, process.env);
  for (const failure of failures) log("error", failure, process.env);
  return failures.length > 0 ? 1 : 0;
}
