// Loaded before anything else into each Node.js process of a run: writes down what the process has used. The engine kills
// its providers, so that nothing can wait for the end.
const { renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const EVERY_MS = 100;

const file = join(String(process.env.BENCH_METERS), `${process.pid}.json`);
const unfinished = `${file}.part`;

function write() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1_000;
  writeFileSync(
    unfinished,
    JSON.stringify({ script: process.argv[1], cpuMs, peakMiB: maxRSS / 1_024 }),
  );
  renameSync(unfinished, file);
}

setInterval(write, EVERY_MS).unref();
process.on("exit", write);
