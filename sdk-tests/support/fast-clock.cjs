// For --require: lets a provider process wait a thousandth of the time that it means to. Its own time-outs for answers
// are not waits, and stay as they are.
const timers = require("node:timers/promises");

const FASTER = 1000;

const { setTimeout: sleep } = timers;
timers.setTimeout = (ms = 0, ...rest) => sleep(ms / FASTER, ...rest);

const now = performance.now.bind(performance);
performance.now = () => now() * FASTER;
