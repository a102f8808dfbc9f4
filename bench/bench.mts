// npm run bench: what a resource costs, beside what Pulumi itself costs and what else a user might take. Its results go to
// .edge-ingress/benchmark.json; with --record to the documentation, for --render. With --resume
// the stacks that are in the file already are left out. With --render the documentation's tables are written and its charts drawn
// of what is recorded, and nothing is measured.

import { cpus, totalmem } from "node:os";
import { relative } from "node:path";
import { root } from "../tools/base/project.mjs";
import { remark, say } from "../tools/base/say.mjs";
import { build } from "../tools/build/checks.mts";
import { obtainPulumiCli } from "../tools/pulumi/pulumi-cli.mts";
import { measureLarge } from "./large.mts";
import { measureLimited } from "./limited.mts";
import { measure } from "./measure.mts";
import { planOf, USAGE } from "./plan.mts";
import { render } from "./report/render.mts";
import type { Machine } from "./results.mts";
import { Results } from "./results.mts";
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
  await build();
  const cli = await obtainPulumiCli();
  const { command, stacks, large } = plan;
  const hasStacks = stacks.length > 0 || large.length > 0;
  const results = new Results(plan.file, { command, machine: machine(cli.version), hasStacks });
  await measureStacks(plan, await openers(cli, plan.sides), results);
  await measureLargeStacks(plan, ownSides(cli), results);
  for (const { count, rounds } of plan.reviews) {
    const measured = await measureReviews(count, rounds);
    results.addReviews(measured);
    for (const { command, seconds, peakMiB } of measured)
      remark(`${command} of ${count} routes: ${seconds} s, ${peakMiB} MiB`);
  }
  if (plan.starts > 0) results.addStarts(await measureStarts(plan.starts, plan.executable));
  for (const { count, rounds } of plan.small) {
    results.addSmall(await measureSmall(cli, count, rounds, plan.executable));
  }
  remark(`The results are in ${relative(root, plan.file)}.`);
  return 0;
}

type Plan = ReturnType<typeof planOf>;

async function measureStacks(
  { stacks, operations, resume }: Plan,
  sides: Awaited<ReturnType<typeof openers>>,
  results: Results,
) {
  for (const { count, round, side } of stacks) {
    const open = sides.get(side);
    if (!open || (resume && results.has({ side, count, round }))) continue;
    results.add(await measure(open, { side, count, round }, operations));
    remark(`${count} objects, round ${round}, ${side}: ${results.line({ side, count, round })}`);
  }
  if (stacks.length === 0) return;
  for (const side of OWN) {
    const open = sides.get(side);
    if (!open) continue;
    const limited = await measureLimited(open, side);
    results.addLimited(limited);
    const { count, perSecond, failed, seconds, idealSeconds } = limited;
    const time = `${(seconds / idealSeconds).toFixed(3)} of the ideal time`;
    remark(`${count} creates under ${perSecond} requests per second, ${side}: ${failed} failed, ${time}`);
  }
}

async function measureLargeStacks({ large }: Plan, sides: ReturnType<typeof ownSides>, results: Results) {
  for (const { count, side } of large) {
    const measured = await measureLarge(sides[side], { side, count });
    results.addLarge(measured);
    for (const { setting = "the defaults", changed, unchangedSeconds, seconds } of measured) {
      const each = `${((seconds - unchangedSeconds) / changed).toFixed(2)} s for each of ${changed} changes`;
      remark(`${count} objects, ${side}, ${setting}: unchanged ${unchangedSeconds.toFixed(1)} s, ${each}`);
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
