import { table } from "../../tools/base/markdown-table.mjs";
import { counts, figures, results, seconds } from "./results.mjs";

/** What a reader compares, in the order of the columns. */
const SIDES = /** @type {const} */ ([
  ["dynamic", "Dynamic resources"],
  ["plugin", "The plugin"],
  ["terraform", "Terraform"],
]);

const OPERATIONS = /** @type {const} */ (["up", "preview", "refresh", "destroy"]);

/** @returns {string} seconds of both forms and of Terraform at each size, with the machine of each */
export function alternativesTable() {
  const { machine } = results;
  const [small] = results.small ?? [];
  const rows = [
    ...OPERATIONS.map((operation) => smallRow(operation)),
    ...counts.flatMap((count) => OPERATIONS.map((operation) => row(count, operation))),
  ];
  return [
    "Seconds, as the median of the rounds:",
    table(["Objects and operation", ...SIDES.map(([, title]) => title)], rows),
    `Measured on ${results.date}: ${small?.count} objects on ${small?.processors}; all others on ${machine.cpus} × ${machine.model}. Terraform ran ` +
      "with the generic provider Mastercard/restapi. `up` is from nothing; the preview has no change.",
  ].join("\n\n");
}

/** @param {typeof OPERATIONS[number]} operation */
function smallRow(operation) {
  const measured = results.small ?? [];
  const cells = SIDES.map(([side]) => measured.find((each) => each.side === side)?.seconds[operation]?.median);
  return [`${measured[0]?.count}: ${operation}`, ...cells.map(shown)];
}

/**
 * @param {number} count
 * @param {typeof OPERATIONS[number]} operation
 */
const row = (count, operation) => [
  `${count}: ${operation}`,
  ...SIDES.map(([side]) => shown(figures({ side, count, operation }, seconds)?.median)),
];

/** @param {number | undefined} value */
const shown = (value) => value?.toFixed(1) ?? "–";
