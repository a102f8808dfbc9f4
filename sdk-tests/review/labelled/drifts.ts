import type { LabelledDrift } from "./drift";
import { harmlessDrifts } from "./drifts-harmless";
import { checkDrifts } from "./drifts-of-checks";
import { objectDrifts } from "./drifts-of-objects";
import { routeDrifts } from "./drifts-of-routes";
import { readerDrifts } from "./reader";

/** Changes of the server by another party, each labelled with what a reviewer ought to hear of it. */
export const labelledDrifts: readonly LabelledDrift[] = [
  ...routeDrifts,
  ...checkDrifts,
  ...objectDrifts,
  ...harmlessDrifts,
  ...readerDrifts,
];
