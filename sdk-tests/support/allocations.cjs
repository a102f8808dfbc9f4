// Prints how many bytes a check and a diff of each kind of object allocate. Started with what makes V8 neither collect
// garbage meanwhile nor compile to anything that allocates otherwise the next time.
const { getHeapStatistics } = require("node:v8");
const providers = require("pulumi-edge-ingress/provider-v1");
const { mix } = require("../../bench/programs/mix.cjs");

const TIMES = 100;

/** @param {import("../../bench/programs/mix.cjs").Wanted[]} wanted */
async function work(wanted) {
  for (const { type, args } of wanted) {
    const name = /** @type {"agentIngress"} */ (`${type.charAt(0).toLowerCase()}${type.slice(1)}`);
    await providers[name].check?.(args, args);
    await providers[name].diff?.("id", args, { ...args, description: "changed" });
  }
}

async function main() {
  const wanted = mix(TIMES * 3, "first");
  // What is made once is made by now.
  await work(wanted);
  globalThis.gc?.();
  const before = getHeapStatistics().used_heap_size;
  await work(wanted);
  console.log((getHeapStatistics().used_heap_size - before) / wanted.length);
}

main();
