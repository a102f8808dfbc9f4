// For --require: lets a provider process wait for no time, and takes the time that it means to wait for passed. Waits end in the
// order of their times, each as soon as the process has nothing else to do, so that no deadline passes because the machine is
// slow. What the machine itself takes counts as it is. The provider's own time-outs for answers are not waits, and stay as they are.
const { channel } = require("node:diagnostics_channel");
const timers = require("node:timers/promises");

const { setTimeout: sleep, setImmediate: turn } = timers;
const machineNow = performance.now.bind(performance);

/** Whether this process runs a Pulumi program. It waits for the engine, and not for times. */
const isProgram = /[/\\]cmd[/\\]run[/\\]?(index\.js)?$/.test(process.argv[1] ?? "");

let skippedMs = 0;
if (!isProgram) performance.now = () => machineNow() + skippedMs;

/** Requests that have no whole answer yet, and polls. */
let busy = 0;
channel("undici:request:create").subscribe(() => busy++);
for (const end of ["undici:request:trailers", "undici:request:error"])
  channel(end).subscribe(() => busy--);

/** @type {{ readonly until: number, end(): void }[]} */
let waits = [];
let isGoingOn = false;

/** Turns of the event loop in which whatever an answer sets off has begun. */
const QUIET_TURNS = 5;

const POLLS_FASTER = 100;

/**
 * @param {number} ms
 * @param {unknown} value
 * @param {import("node:timers").TimerOptions} options
 */
const wait = (ms = 0, value = undefined, options = {}) => {
  // What does not keep the process alive polls for another process, which takes the machine's time.
  if (options.ref === false) {
    busy++;
    return sleep(ms / POLLS_FASTER, value, options).finally(() => busy--);
  }
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const abort = () => {
      waits = waits.filter((each) => each !== waiting);
      reject(signal?.reason);
    };
    const waiting = {
      until: performance.now() + ms,
      end: () => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      },
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort, { once: true });
    waits.push(waiting);
    void goOn();
  });
};

if (!isProgram) timers.setTimeout = /** @type {typeof sleep} */ (wait);

async function goOn() {
  if (isGoingOn) return;
  isGoingOn = true;
  for (await untilQuiet(); waits.length > 0; await untilQuiet()) {
    waits.sort((one, other) => one.until - other.until);
    const next = waits.shift();
    skippedMs = Math.max(skippedMs, (next?.until ?? 0) - machineNow());
    next?.end();
  }
  isGoingOn = false;
}

async function untilQuiet() {
  for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
    await turn();
    if (busy === 0) continue;
    quiet = 0;
    await sleep(1);
  }
}
