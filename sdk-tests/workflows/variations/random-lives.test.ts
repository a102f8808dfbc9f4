import { it } from "vitest";
import { liveByCli } from "../../fuzz/cli-lives";
import { SEED } from "../../fuzz/run";
import { FORMS } from "../../support/forms";

/**
 * A sample of the random lives by the real CLI. The others run on Pulumi's provider processes, and `sdk-tests/fuzz` plays the engine:
 * these show that the lives hold on Pulumi's engine, too.
 */

const RUNS = 2;

it.each(FORMS)(
  `${RUNS} random lives of a stack by the CLI lose nothing and leak nothing, as %s (seed ${SEED})`,
  (form) => liveByCli(form, RUNS),
);
