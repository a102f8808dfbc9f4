// Runs the operations of the built provider in a separate process, and reports its memory to the parent: started by
// soak.test.ts with --expose-gc, an IPC channel, and a number of operations. Plain JavaScript without types, so that
// nothing but the provider is in the process.
// @ts-nocheck
const providers = require("pulumi-edge-ingress/provider-v1");

const OPERATIONS = Number(process.argv[2]);
const LANES = 16;
const SAMPLES = 10;
const FAULT_RATE = 0.05;
const KEPT_ALIVE_MS = 6_000;

const settings = {
  "edge-ingress:baseUrl": process.env.BASE_URL,
  "edge-ingress:apiKey": process.env.API_KEY,
};
const provider = providers.eventDestination;
const args = (site) => ({
  format: "json",
  target: { monitoring: { apiKey: "canary", site } },
  __provider: "text",
});

let done = 0;
let failed = 0;

/** Operations that fail because of a fault are repeated, as by a user. */
async function operation(call) {
  if (Math.random() < FAULT_RATE) process.send({ fault: true });
  done++;
  if (done % (OPERATIONS / SAMPLES) === 0) sample();
  try {
    return await call();
  } catch {
    failed++;
    return operation(call);
  }
}

function sample() {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ done, heapMiB: heapUsed / 2 ** 20, rssMiB: rss / 2 ** 20 });
}

async function lane() {
  while (done < OPERATIONS) {
    const first = args(`eu${done}`);
    const second = args("us");
    const { id, outs } = await operation(() => provider.create(first));
    await operation(() => provider.read(id, { ...first, id, uri: outs.uri }));
    await operation(() => provider.update(id, first, second));
    await operation(() => provider.delete(id, second));
  }
}

async function main() {
  await provider.configure({ config: { get: (key) => settings[key] } });
  await Promise.all(Array.from({ length: LANES }, lane));
  await new Promise((resolve) => setTimeout(resolve, KEPT_ALIVE_MS));
  // The remaining resources belong to the process itself: its output and the channel to its parent.
  const resources = process
    .getActiveResourcesInfo()
    .filter((name) => !["PipeWrap", "TTYWrap", "Pipe"].includes(name));
  const { user, system } = process.cpuUsage();
  process.send({ end: true, done, failed, resources, cpuMs: (user + system) / 1_000 });
  process.disconnect();
}

main();
