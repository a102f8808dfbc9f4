/** Where the boxes of a drawing are: edges, routes and backends in columns, and all other objects in rows below them. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What has a place: edges begin a group, to which the routes and backends after them belong. */
export interface Boxed extends Size {
  readonly id: string;
  readonly kind: "edge" | "route" | "backend" | "object";
}

export interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

export interface Layout extends Size {
  readonly places: ReadonlyMap<string, Place>;
}

const COLUMNS = ["edge", "route", "backend"] as const;

const [MARGIN, BETWEEN_COLUMNS] = [12, 56] as const;

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/**
 * The places of all boxes. The boxes of a column have one width, so that lines from column to column have the space
 * between them to themselves. A group has its rows to itself, so a line that skips a column meets no box there.
 */
export function layoutOf(boxes: readonly Boxed[], top: number): Layout {
  const widths = COLUMNS.map((kind) =>
    Math.max(0, ...boxes.filter((box) => box.kind === kind).map(({ width }) => width)),
  );
  const lefts = widths.map((_, index) => MARGIN + sum(widths.slice(0, index).map((width) => width + BETWEEN_COLUMNS)));
  const places = new Map<string, Place>();
  let bottom = top;
  for (const group of groupsOf(boxes)) {
    const columns = COLUMNS.map((kind) => group.filter((box) => box.kind === kind));
    const height = Math.max(...columns.map(heightOf));
    for (const [index, column] of columns.entries()) {
      let next = bottom + (height - heightOf(column)) / 2;
      for (const box of column) {
        places.set(box.id, { left: lefts[index] ?? 0, top: next, width: widths[index] ?? 0, height: box.height });
        next += box.height + MARGIN;
      }
    }
    bottom += height + MARGIN;
  }
  const objects = boxes.filter(({ kind }) => kind === "object");
  const used = Math.max(0, ...[...places.values()].map(({ left, width }) => left + width));
  const width = Math.max(used, ...objects.map((box) => MARGIN + box.width)) + MARGIN;
  return { places, width, height: addRows(objects, places, width, bottom) };
}

const heightOf = (column: readonly Boxed[]): number =>
  sum(column.map(({ height }) => height + MARGIN)) - (column.length > 0 ? MARGIN : 0);

/** Each edge with what belongs to it. */
function groupsOf(boxes: readonly Boxed[]): Boxed[][] {
  const groups: Boxed[][] = [];
  for (const box of boxes.filter(({ kind }) => kind !== "object")) {
    if (box.kind === "edge") groups.push([]);
    groups.at(-1)?.push(box);
  }
  return groups;
}

/** Side by side, as many as fit into a row; gives the bottom of the last. */
function addRows(boxes: readonly Boxed[], places: Map<string, Place>, width: number, top: number): number {
  let [left, row, below]: [number, number, number] = [MARGIN, top, top];
  for (const box of boxes) {
    if (left > MARGIN && left + box.width + MARGIN > width) [left, row] = [MARGIN, below];
    places.set(box.id, { left, top: row, width: box.width, height: box.height });
    [left, below] = [left + box.width + MARGIN, Math.max(below, row + box.height + MARGIN)];
  }
  return below;
}
