import { settings } from "./sides.mts";
import { withStack } from "./stack.mts";
import { timed } from "./timed.mts";

/** How many objects are changed, enough for the seconds of one to be more than what runs differ by. */
const CHANGED = 60;

/** With which settings: of those that there are, the ones that have to do with how the state is written. */
const SETTINGS = ["neither", "gogc-400", "parallel-64"] as const;

/** Makes a large stack in seconds: the state is written once, at the end. Only for a stack that nobody needs. */
const WITHOUT_CHECKPOINTS = { env: { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" } };

/** What it takes to change a few objects of a large stack. */
export interface Large {
  side: keyof ReturnType<typeof import("./sides.mts").ownSides>;
  /** objects of the stack */
  count: number;
  /** absent: the defaults */
  setting?: (typeof SETTINGS)[number] | undefined;
  changed: number;
  /** of the `up` that made them without checkpoints */
  createdSeconds: number;
  /** of an `up` that changes nothing */
  unchangedSeconds: number;
  /** of the `up` that changes them */
  seconds: number;
}

export const measureLarge = (
  open: ReturnType<typeof import("./sides.mts").ownSides>["plugin"],
  which: Pick<Large, "side" | "count">,
): Promise<Large[]> =>
  withStack(open, {}, async (stack) => {
    const { count, side } = which;
    const changed = Math.min(CHANGED, count);
    const { seconds: createdSeconds } = await timed(() => stack.run("up", count, { setting: WITHOUT_CHECKPOINTS }));
    const { seconds: unchangedSeconds } = await timed(() => stack.run("unchanged", count));
    const measured: Large[] = [];
    for (const name of side === "plugin" ? [undefined, ...SETTINGS] : [undefined]) {
      const setting = name ? settings[name] : {};
      const revision = `with ${name ?? "the defaults"}`;
      const { seconds } = await timed(() => stack.run("change", count, { setting, revision, changed }));
      const of = { ...which, ...(name && { setting: name }), changed };
      measured.push({ ...of, createdSeconds, unchangedSeconds, seconds });
    }
    return measured;
  });
