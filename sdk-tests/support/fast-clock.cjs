// For --require: skips the waits of a provider process, and moves its clock by their length. Waits end in the order of
// their times, each as soon as the process is idle, so that no deadline passes because the machine is slow. The time
// that the machine itself takes counts unchanged. The provider's timeouts for responses are not waits, and are not
// changed.
const { channel } = require("node:diagnostics_channel");
const timers = require("node:timers/promises");

const { setTimeout: sleep, setImmediate: turn } = timers;
const machineNow = performance.now.bind(performance);

/** True if this process runs a Pulumi program. It waits for the engine, and not for times. */
const isProgram = /[/\\]cmd[/\\]run[/\\]?(index\.js)?$/.test(process.argv[1] ?? "");

let skippedMs = 0;
if (!isProgram) performance.now = () => machineNow() + skippedMs;

/** Requests without a complete response, and polls. */
let busy = 0;
channel("undici:request:create").subscribe(() => busy++);
for (const end of ["undici:request:trailers", "undici:request:error"])
  channel(end).subscribe(() => busy--);

/** @type {{ readonly until: number, end(): void }[]} */
let waits = [];
let isGoingOn = false;

/** Turns of the event loop in which all work that a response causes has begun. */
const QUIET_TURNS = 5;

const POLLS_FASTER = 100;

/**
 * @param {number} ms
 * @param {unknown} value
 * @param {import("node:timers").TimerOptions} options
 */
const wait = (ms = 0, value = undefined, options = {}) => {
  // A timer that does not keep the process alive polls for another process, which takes real time.
  if (options.ref === false) {
    busy++;
    return sleep(ms / POLLS_FASTER, value, options).finally(() => busy--);
  }
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const abort = () => {
      waits = waits.filter((wait) => wait !== waiting);
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
    waits.sort((a, b) => a.until - b.until);
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
