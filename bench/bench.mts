// npm run bench: what a resource costs, beside what Pulumi itself costs and what else a user might take. Its results go to
// .edge-ingress/benchmark.json, with --record to the documentation. With --resume the stacks that are in the file already are left
// out. With --compare the ratios are compared with those of the documentation. With --render the documentation's tables are written
// and its charts drawn of what is recorded, and nothing is measured.
import { cpus, totalmem } from "node:os";
import { relative } from "node:path";
import { root } from "../tools/base/project.mjs";
import { remark, say } from "../tools/base/say.mjs";
import { build } from "../tools/build/checks.mts";
import { obtainPulumiCli, type PulumiCli } from "../tools/pulumi/obtain.mts";
import { compareWithRecorded, requireRecorded } from "./compare.mts";
import { measure, measureLarge, measureLimited } from "./measure.mts";
import { planOf, USAGE } from "./plan.mts";
import { render } from "./report/parts.mts";
import { type Machine, Results } from "./results.mts";
import { measureReviews } from "./review.mts";
import { OWN, openers, ownSides } from "./sides.mts";
import { measureSmall } from "./small.mts";
import { measureStarts } from "./starts.mts";

export async function main(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    say(`npm run bench -- [OPTIONS]\nOptions: ${USAGE}\nbench/README.md describes the runs.`);
    return 0;
  }
  if (args.includes("--render")) return render();
  const plan = planOf(args);
  if (plan.compare) requireRecorded(plan.stacks);
  await build();
  const cli = await obtainPulumiCli();
  const { command, stacks, large } = plan;
  const hasStacks = stacks.length > 0 || large.length > 0;
  const results = new Results(plan.file, { command, machine: machine(cli.version), hasStacks });
  await measureStacks(plan, cli, results);
  await measureLargeStacks(plan, cli, results);
  for (const { count, rounds } of plan.reviews) {
    const measured = await measureReviews(count, rounds);
    results.add("reviews", measured);
    for (const { command, seconds, peakMiB } of measured)
      remark(`${command} of ${count} routes: ${seconds} s, ${peakMiB} MiB`);
  }
  if (plan.starts > 0) results.add("starts", await measureStarts(plan.starts, plan.executable));
  for (const { count, rounds } of plan.small)
    results.add("small", await measureSmall(cli, count, rounds, plan.executable));
  remark(`The results are in ${relative(root, plan.file)}.`);
  return plan.compare ? compareWithRecorded(results.of(plan.stacks)) : 0;
}

type Plan = ReturnType<typeof planOf>;

async function measureStacks(
  { stacks, operations, resume, sides, compare: isComparison }: Plan,
  cli: PulumiCli,
  results: Results,
) {
  const open = await openers(cli, sides);
  for (const { count, round, side } of stacks) {
    const opener = open.get(side);
    if (!opener || (resume && results.has({ side, count, round }))) continue;
    const measured = await measure(opener, { side, count, round }, operations);
    results.add("measurements", measured);
    const seconds = measured.map(
      (measurement) => `${measurement.operation} ${measurement.seconds.toFixed(1)} s`,
    );
    remark(`${count} objects, round ${round}, ${side}: ${seconds.join(", ")}`);
  }
  // The limited rate is not part of a comparison.
  for (const side of stacks.length === 0 || isComparison ? [] : OWN) {
    const opener = open.get(side);
    if (!opener) continue;
    const limited = await measureLimited(opener, side);
    results.add("limited", [limited]);
    const { count, perSecond, failed, seconds, idealSeconds } = limited;
    const time = `${(seconds / idealSeconds).toFixed(3)} of the ideal time`;
    remark(
      `${count} creates under ${perSecond} requests per second, ${side}: ${failed} failed, ${time}`,
    );
  }
}

async function measureLargeStacks({ large }: Plan, cli: PulumiCli, results: Results) {
  for (const { count, side } of large) {
    const measured = await measureLarge(ownSides(cli)[side], { side, count });
    results.add("large", measured);
    for (const { setting = "the defaults", changed, unchangedSeconds, seconds } of measured) {
      const perChange = `${((seconds - unchangedSeconds) / changed).toFixed(2)} s for each of ${changed} changes`;
      remark(
        `${count} objects, ${side}, ${setting}: unchanged ${unchangedSeconds.toFixed(1)} s, ${perChange}`,
      );
    }
  }
}

const machine = (pulumi: string): Machine => ({
  cpus: cpus().length,
  model: cpus()[0]?.model ?? "",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.versions.node,
  pulumi,
});
