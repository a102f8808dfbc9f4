import { table } from "../../tools/base/markdown-table.mts";
import { counts, figures, results, seconds } from "./results.mts";

/** What a reader compares, in the order of the columns. */
const SIDES = [
  ["dynamic", "Dynamic resources"],
  ["plugin", "The plugin"],
  ["terraform", "Terraform"],
] as const;

const OPERATIONS = ["up", "preview", "refresh", "destroy"] as const;

/** @returns seconds of both forms and of Terraform at each size, with the machine of each */
export function alternativesTable(): string {
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

function smallRow(operation: (typeof OPERATIONS)[number]) {
  const measured = results.small ?? [];
  const cells = SIDES.map(([side]) => measured.find((each) => each.side === side)?.seconds[operation]?.median);
  return [`${measured[0]?.count}: ${operation}`, ...cells.map(shown)];
}

const row = (count: number, operation: (typeof OPERATIONS)[number]) => [
  `${count}: ${operation}`,
  ...SIDES.map(([side]) => shown(figures({ side, count, operation }, seconds)?.median)),
];

const shown = (value: number | undefined) => value?.toFixed(1) ?? "–";
