import { OWN, type SideName } from "./sides.mts";

/** A ratio: what a side costs in terms of other sides, whose costs are added up. */
export interface Comparison {
  title: string;
  side: SideName;
  baselines: readonly SideName[];
}

/** The ratios that a reader would ask for. */
export const COMPARISONS: readonly Comparison[] = [
  ...OWN.flatMap((side): Comparison[] => [
    { title: `${side} / does nothing, serialized`, side, baselines: ["serialized"] },
    {
      title: `${side} / (does nothing, constant text + client)`,
      side,
      baselines: ["constant", "client"],
    },
    { title: `${side} / Terraform`, side, baselines: ["terraform"] },
  ]),
  { title: "plugin / dynamic", side: "plugin", baselines: ["dynamic"] },
];

/** A ratio of sides without code of this provider: it differs between two runs only by the machine, the CLI and chance. */
export const CONTROL = { side: "serialized", baselines: ["constant"] } as const;
