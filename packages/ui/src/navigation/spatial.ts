/*
 * Finds the element to which an arrow key moves the focus, by the boxes of the elements on screen. Candidates are boxes
 * that begin beyond the near edge of the focused box (a few pixels of overlap are tolerated, because cards grow under
 * focus). For ← and → a candidate must also be in the same line, so that the key at the end of a row does not jump to a
 * distant corner. The candidate with the lowest cost is chosen: the distance along the arrow, plus twice the gap across
 * it (0 when the two boxes overlap across), plus a little for centres that are not in line, which breaks ties. Where a
 * part of a page is traversed row by row, the only candidates are those of the nearest row: the boxes that overlap the
 * nearest box vertically.
 */

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The edges of an element on screen, in pixels, as in a `DOMRect`. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const forgivenPx = 12;
const acrossWeight = 2;
const centreWeight = 0.1;

/** The direction in which an arrow key moves the focus; `undefined` for any other key. */
export function directionOf(key: string): Direction | undefined {
  const directions: Record<string, Direction> = {
    ArrowLeft: 'left',
    ArrowRight: 'right',
    ArrowUp: 'up',
    ArrowDown: 'down',
  };
  return Object.hasOwn(directions, key) ? directions[key] : undefined;
}

/**
 * Rotates the box of an element, so that the search for the next element needs to handle only the direction «right».
 */
const rotations: Record<Direction, (box: Box) => Box> = {
  right: (box) => box,
  left: ({ left, right, top, bottom }) => ({ left: -right, right: -left, top, bottom }),
  down: ({ left, right, top, bottom }) => ({ left: top, right: bottom, top: left, bottom: right }),
  up: ({ left, right, top, bottom }) => ({ left: -bottom, right: -top, top: left, bottom: right }),
};

function cost(from: Box, to: Box, staysInLine: boolean): number {
  const along = to.left - from.right;
  if (along < -forgivenPx || to.right <= from.right) return Infinity;
  const across = Math.max(0, to.top - from.bottom, from.top - to.bottom);
  if (staysInLine && across > 0) return Infinity;
  const centres = Math.abs(to.top + to.bottom - from.top - from.bottom) / 2;
  return Math.max(0, along) + across * acrossWeight + centres * centreWeight;
}

/**
 * The index of the element to which an arrow key moves the focus from the box `from`; -1 if no element lies in that
 * direction.
 */
export function findNext(from: Box, direction: Direction, boxes: readonly Box[]): number {
  const rotate = rotations[direction];
  const start = rotate(from);
  const staysInLine = direction === 'left' || direction === 'right';
  let best = -1;
  let bestCost = Infinity;
  boxes.forEach((box, index) => {
    const boxCost = cost(start, rotate(box), staysInLine);
    if (boxCost < bestCost) {
      best = index;
      bestCost = boxCost;
    }
  });
  return best;
}

/**
 * Like `findNext`, finds where an arrow key moves the focus, but only among the elements of the nearest row, including
 * those far to the side.
 */
export function findInNearestRow(from: Box, direction: Direction, boxes: readonly Box[]): number {
  const rotate = rotations[direction];
  const start = rotate(from);
  const lines = boxes.map((box) => rotate(box));
  const ahead = lines.filter((line) => Number.isFinite(cost(start, line, false)));
  const [first] = ahead.toSorted((one, other) => one.left - other.left);
  if (first === undefined) return -1;
  const isBeside = (line: Box): boolean => line.left < first.right;
  const row = boxes.flatMap((_box, index) => (isBeside(lines[index] ?? first) ? [index] : []));
  const best = findNext(
    from,
    direction,
    row.flatMap((index) => boxes[index] ?? []),
  );
  return row[best] ?? -1;
}

/**
 * The index of the cell to which an arrow key moves the focus in a grid that is filled row by row; `undefined` when the
 * key leads out of the grid.
 *
 * @param column - the column in which ↑ and ↓ move, by default that of the cell
 */
export function gridStep(
  index: number,
  key: string,
  columns: number,
  count: number,
  column: number = index % columns,
): number | undefined {
  const lastRow = Math.floor((count - 1) / columns);
  const row = Math.floor(index / columns);
  const inGrid = (next: number, stays: boolean) => (stays && next >= 0 && next < count ? next : undefined);
  switch (key) {
    case 'Home':
      return inGrid(0, true);
    case 'End':
      return inGrid(count - 1, true);
    case 'ArrowLeft':
      return inGrid(index - 1, index % columns > 0);
    case 'ArrowRight':
      return inGrid(index + 1, (index + 1) % columns > 0);
    case 'ArrowUp':
      return inGrid((row - 1) * columns + column, row > 0);
    case 'ArrowDown':
      // If the last row of the grid has no cell below the focused one, ↓ leads to the last cell of that row.
      return inGrid(Math.min((row + 1) * columns + column, count - 1), row < lastRow);
    default:
      return undefined;
  }
}
