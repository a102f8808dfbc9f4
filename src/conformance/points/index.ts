import { openTable } from "./open";
import type { Point } from "./point";
import { statedTable } from "./stated";

export const points = { ...statedTable, ...openTable };

/** Name of a point. */
export type PointName = keyof typeof points;

export const pointNames = Object.keys(points) as readonly PointName[];

export const pointOf = (name: PointName): Point => points[name];
