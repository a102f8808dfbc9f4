// For --require: lets a provider process wait a thousandth of the time that it means to, and takes that time for passed.
// What the machine itself takes counts as it is, so that no operation times out because the machine is slow. The
// provider's own time-outs for answers are not waits, and stay as they are.
const timers = require("node:timers/promises");

const FASTER = 1000;

const { setTimeout: sleep } = timers;
const machineNow = performance.now.bind(performance);

let skippedMs = 0;
performance.now = () => machineNow() + skippedMs;

timers.setTimeout = async (ms = 0, ...rest) => {
  const until = performance.now() + ms;
  const value = await sleep(ms / FASTER, ...rest);
  // Waits at the same time pass together.
  skippedMs = Math.max(skippedMs, until - machineNow());
  return value;
};
