// Prints the number of bytes that a check and a diff of each kind of object allocate. The process is started with
// options of V8 that prevent garbage collection in the meantime, and compilation to code that allocates differently the
// next time.
const { getHeapStatistics } = require("node:v8");
const providers = require("pulumi-edge-ingress/provider-v1");
const { mix } = require("../../bench/programs/mix.cjs");

const TIMES = 100;

/** @param {import("../../bench/programs/mix.cjs").DeclaredObject[]} objects */
async function work(objects) {
  for (const { type, args } of objects) {
    const name = /** @type {"agentIngress"} */ (`${type.charAt(0).toLowerCase()}${type.slice(1)}`);
    await providers[name].check?.(args, args);
    await providers[name].diff?.("id", args, { ...args, description: "changed" });
  }
}

async function main() {
  const objects = mix(TIMES * 3, "first");
  // The first run creates the objects that are created only once.
  await work(objects);
  globalThis.gc?.();
  const before = getHeapStatistics().used_heap_size;
  await work(objects);
  console.log((getHeapStatistics().used_heap_size - before) / objects.length);
}

main();
