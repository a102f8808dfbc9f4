/** Where the boxes of a drawing are: edges, routes and backends in columns, and all other objects in rows below them. */

export interface Box {
  readonly id: string;
  readonly lines: readonly string[];
  readonly style: string;
  readonly width: number;
  readonly height: number;
}

export type Placed = Box & { readonly left: number; readonly top: number };

/** The space between two boxes, and around the drawing. */
export const MARGIN = 12;
const BETWEEN_COLUMNS = 56;

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/**
 * The places of all boxes. The boxes of a column have one width, so that lines from column to column have the
 * space between them to themselves. A group has its rows to itself, so a line that skips a column meets no box there.
 */
export function layoutOf(groups: readonly (readonly (readonly Box[])[])[], objects: readonly Box[]) {
  const widths = (groups[0] ?? []).map((_, index) =>
    Math.max(0, ...groups.flatMap((columns) => columns[index] ?? []).map(({ width }) => width)),
  );
  const lefts = widths.map((_, index) => MARGIN + sum(widths.slice(0, index).map((width) => width + BETWEEN_COLUMNS)));
  const places = new Map<string, Placed>();
  let bottom = MARGIN;
  for (const columns of groups) {
    const tallest = Math.max(...columns.map(heightOf));
    for (const [index, column] of columns.entries()) {
      let next = bottom + (tallest - heightOf(column)) / 2;
      for (const box of column) {
        places.set(box.id, { ...box, left: lefts[index] ?? 0, top: next, width: widths[index] ?? 0 });
        next += box.height + MARGIN;
      }
    }
    bottom += tallest + MARGIN;
  }
  const used = [...places.values()].map(({ left, width }) => left + width);
  const right = Math.max(0, ...used, ...objects.map(({ width }) => MARGIN + width)) + MARGIN;
  // Side by side, as many as fit into a row.
  let [left, row] = [MARGIN, bottom];
  for (const box of objects) {
    if (left > MARGIN && left + box.width + MARGIN > right) [left, row] = [MARGIN, bottom];
    places.set(box.id, { ...box, left, top: row });
    [left, bottom] = [left + box.width + MARGIN, Math.max(bottom, row + box.height + MARGIN)];
  }
  return { places, width: right, height: bottom };
}

const heightOf = (column: readonly Box[]): number =>
  sum(column.map(({ height }) => height + MARGIN)) - (column.length > 0 ? MARGIN : 0);
