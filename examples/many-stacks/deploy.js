// node deploy.js up|destroy [--hosts 1000] [--stacks 10] [--parallel 2]
const { parseArgs } = require("node:util");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hosts: { type: "string", default: "1000" },
    stacks: { type: "string", default: "10" },
    parallel: { type: "string", default: "2" },
  },
});

const stacks = Number(values.stacks);
const size = Math.ceil(Number(values.hosts) / stacks);

/** Deploys or destroys one stack. */
async function run(number) {
  const stack = await LocalWorkspace.createOrSelectStack({
    stackName: `hosts-${number}`,
    workDir: __dirname,
  });
  await stack.setAllConfig({
    first: { value: String(number * size) },
    count: { value: String(size) },
  });
  const { summary } = positionals[0] === "destroy" ? await stack.destroy() : await stack.up();
  console.log(
    `hosts-${number}: ${summary.result}, ${JSON.stringify(summary.resourceChanges ?? {})}`,
  );
}

async function main() {
  const left = Array.from({ length: stacks }, (_, number) => number);
  const runAll = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) await run(number);
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: Number(values.parallel) }, runAll));
  console.log(`${stacks} stacks of ${size}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
