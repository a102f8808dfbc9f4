import { table } from "../../tools/base/markdown-table.mjs";
import { results } from "./results.mjs";

/** @type {Readonly<Record<import("../review.mjs").Reviewed["command"], string>>} */
const titles = {
  review: "`edge-ingress review` of a preview",
  drift: "`edge-ingress review --drift` of a refresh",
  diff: "`edge-ingress diff` of two exports",
};

/** @returns {string} what the commands take that read previews and states */
export const reviewsTable = () =>
  table(
    ["", "seconds", "seconds of processors", "MiB at most"],
    (results.reviews ?? []).map(({ command, count, seconds, cpuSeconds, peakMiB }) => [
      `${titles[command]}, ${count} routes`,
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
      String(peakMiB),
    ]),
  );
