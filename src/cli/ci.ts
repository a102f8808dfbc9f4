import type { Command } from "commander";
import * as gate from "./ci/gate";
import * as preview from "./ci/preview";
import * as report from "./ci/report";
import { createCommand } from "./command";

/** `edge-ingress ci`: the steps of a review in a pipeline, which the Action and the GitLab component run. */
export const subcommands = (version: string): Command[] => [
  createCommand("preview [options]", "Preview stacks, and save the previews.", version, preview),
  createCommand(
    "report [options]",
    "Report the review of previews: as a comment, a summary, an issue, in code scanning, and in files.",
    version,
    report,
  ),
  createCommand("gate [options]", "Fail if a report has a reason to fail.", version, gate),
];
