import { table } from "../../tools/base/markdown-table.mts";
import type { Reviewed } from "../review.mts";
import { results } from "./results.mts";

const titles: Readonly<Record<Reviewed["command"], string>> = {
  review: "`edge-ingress review` of a preview",
  drift: "`edge-ingress review --drift` of a refresh",
  diff: "`edge-ingress diff` of two exports",
};

/** @returns what the commands take that read previews and states */
export const reviewsTable = (): string =>
  table(
    ["", "seconds", "seconds of processors", "MiB at most"],
    (results.reviews ?? []).map(({ command, count, seconds, cpuSeconds, peakMiB }) => [
      `${titles[command]}, ${count} routes`,
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
      String(peakMiB),
    ]),
  );
