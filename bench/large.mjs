import { settings } from "./sides.mjs";
import { withStack } from "./stack.mjs";
import { timed } from "./timed.mjs";

/** How many objects are changed, enough for the seconds of one to be more than what runs differ by. */
const CHANGED = 60;

/** With which settings: of those that there are, the ones that have to do with how the state is written. */
const SETTINGS = /** @type {const} */ (["neither", "gogc-400", "parallel-64"]);

/** Makes a large stack in seconds: the state is written once, at the end. Only for a stack that nobody needs. */
const WITHOUT_CHECKPOINTS = { env: { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" } };

/**
 * What it takes to change a few objects of a large stack.
 * @typedef {object} Large
 * @property {keyof ReturnType<typeof import("./sides.mjs").ownSides>} side
 * @property {number} count objects of the stack
 * @property {typeof SETTINGS[number] | undefined} [setting] absent: the defaults
 * @property {number} changed
 * @property {number} createdSeconds of the `up` that made them without checkpoints
 * @property {number} unchangedSeconds of an `up` that changes nothing
 * @property {number} seconds of the `up` that changes them
 */

/**
 * @param {ReturnType<typeof import("./sides.mjs").ownSides>["plugin"]} open
 * @param {Pick<Large, "side" | "count">} which
 * @returns {Promise<Large[]>}
 */
export const measureLarge = (open, which) =>
  withStack(open, {}, async (stack) => {
    const { count, side } = which;
    const changed = Math.min(CHANGED, count);
    const { seconds: createdSeconds } = await timed(() => stack.run("up", count, { setting: WITHOUT_CHECKPOINTS }));
    const { seconds: unchangedSeconds } = await timed(() => stack.run("unchanged", count));
    /** @type {Large[]} */
    const measured = [];
    for (const name of side === "plugin" ? [undefined, ...SETTINGS] : [undefined]) {
      const setting = name ? settings[name] : {};
      const revision = `with ${name ?? "the defaults"}`;
      const { seconds } = await timed(() => stack.run("change", count, { setting, revision, changed }));
      const of = { ...which, ...(name && { setting: name }), changed };
      measured.push({ ...of, createdSeconds, unchangedSeconds, seconds });
    }
    return measured;
  });
