import { it } from "vitest";
import { liveByCli } from "../fuzz/cli-lives";
import { SEED } from "../fuzz/run";
import { FORMS } from "../support/forms";

/** The random lives of a stack, by the real CLI: `npm test -- --long fuzz-cli`. FUZZ_RUNS is how many there are in each form. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 10);

it.each(FORMS)(
  `${RUNS} random lives of a stack lose nothing and leak nothing, as %s (seed ${SEED})`,
  { timeout: 3_600_000 },
  (form) => liveByCli(form, RUNS),
);
