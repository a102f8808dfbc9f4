// node deploy.js configure [--hosts 1000] [--stacks 10]: writes the configuration of the stacks, which is to be committed
// node deploy.js up|destroy [--parallel 2]: runs all stacks that have a configuration
const { readdirSync } = require("node:fs");
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

/** Returns the names of the stacks that have a configuration. */
const configured = () =>
  readdirSync(__dirname).flatMap((file) => /^Pulumi\.(hosts-\d+)\.yaml$/.exec(file)?.[1] ?? []);

const open = (stackName) => LocalWorkspace.createOrSelectStack({ stackName, workDir: __dirname });

/** Divides the hosts among the stacks, so that no host is in two of them. */
async function configure() {
  const names = Array.from({ length: Number(values.stacks) }, (_, number) => `hosts-${number}`);
  const surplus = configured().filter((name) => !names.includes(name));
  if (surplus.length > 0)
    throw new Error(`destroy these stacks, and delete their files, first: ${surplus.join(", ")}`);
  const size = Math.ceil(Number(values.hosts) / names.length);
  for (const [number, name] of names.entries()) {
    const first = { value: String(number * size) };
    await (await open(name)).setAllConfig({ first, count: { value: String(size) } });
  }
}

/** Deploys or destroys one stack. */
async function run(command, stackName) {
  const stack = await open(stackName);
  const { summary } = await (command === "destroy" ? stack.destroy() : stack.up());
  const changes = JSON.stringify(summary.resourceChanges ?? {});
  console.log(`${stackName}: ${summary.result}, ${changes}`);
}

async function runAll(command) {
  const stacks = configured();
  const left = [...stacks];
  const work = async () => {
    for (let stack = left.shift(); stack; stack = left.shift()) await run(command, stack);
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: Number(values.parallel) }, work));
  console.log(`${stacks.length} stacks: ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
}

async function main() {
  const [command] = positionals;
  if (command === "configure") await configure();
  else if (command === "up" || command === "destroy") await runAll(command);
  else throw new Error("usage: node deploy.js configure | up | destroy");
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
