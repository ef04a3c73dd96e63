import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionOf, findInNearestRow, findNext, gridStep, type Box } from './spatial.ts';

const box = (left: number, top: number, width = 100, height = 60): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('findNext', () => {
  const rows = [box(0, 0), box(120, 0), box(240, 0), box(0, 80), box(120, 80), box(240, 80)];

  it('goes to the neighbour in the same row', () => {
    expect(findNext(rows[0]!, 'right', rows)).toBe(1);
    expect(findNext(rows[1]!, 'down', rows)).toBe(4);
    expect(findNext(rows[5]!, 'left', rows)).toBe(4);
    expect(findNext(rows[5]!, 'up', rows)).toBe(2);
  });

  it('finds nothing past the edge', () => {
    expect(findNext(rows[2]!, 'right', rows)).toBe(-1);
    expect(findNext(rows[0]!, 'up', rows)).toBe(-1);
  });

  it('tolerates the overlap of a card that has grown under focus', () => {
    const grown = box(-4, -2, 108, 64);
    expect(findNext(grown, 'right', [box(98, 0)])).toBe(0);
  });

  it('reaches a wide box above, even if its centre is far away', () => {
    expect(findNext(box(900, 200), 'up', [box(0, 100, 1200, 40), box(400, 0, 50, 20)])).toBe(0);
  });

  it('prefers an aligned box to a nearer one at the side', () => {
    expect(findNext(box(0, 0), 'down', [box(300, 65), box(0, 400)])).toBe(1);
  });

  it('stays in its row when moving sideways', () => {
    expect(findNext(box(0, 100), 'right', [box(120, 0), box(120, 200)])).toBe(-1);
    expect(findNext(box(0, 100), 'right', [box(900, 120)])).toBe(0);
  });
});

describe('findInNearestRow', () => {
  const head = [box(0, 100, 44, 44), box(900, 96, 300, 48)];
  const chips = box(0, 180, 80, 40);
  const cards = [box(0, 260), box(500, 260), box(1000, 260)];
  const header = box(520, 0, 80, 40);

  it('goes to the row above, however far to the side it is', () => {
    for (const card of cards) expect(findInNearestRow(card, 'up', [header, ...head, chips])).toBe(3);
  });

  it('chooses in a row the box that is nearest in alignment', () => {
    expect(findInNearestRow(cards[2]!, 'up', [header, ...head])).toBe(2);
    expect(findInNearestRow(cards[0]!, 'up', [header, ...head])).toBe(1);
    expect(findInNearestRow(chips, 'down', cards)).toBe(0);
  });

  it('finds nothing when there is no box in that direction', () => {
    expect(findInNearestRow(header, 'up', [...head, chips])).toBe(-1);
  });
});

describe('findNext and findInNearestRow with boxes anywhere', () => {
  const anyBox = fc
    .tuple(fc.nat(1_500), fc.nat(1_000), fc.integer({ min: 20, max: 400 }), fc.integer({ min: 20, max: 200 }))
    .map(([left, top, width, height]) => box(left, top, width, height));
  const direction = fc.constantFrom('left', 'right', 'up', 'down');
  const isAhead: Record<string, (from: Box, to: Box) => boolean> = {
    left: (from, to) => to.left < from.left && to.right <= from.left + 12,
    right: (from, to) => to.right > from.right && to.left >= from.right - 12,
    up: (from, to) => to.top < from.top && to.bottom <= from.top + 12,
    down: (from, to) => to.bottom > from.bottom && to.top >= from.bottom - 12,
  };

  it('go only to a box on the side of the key, and find one if there is any above or below', () => {
    fc.assert(
      fc.property(anyBox, direction, fc.array(anyBox, { maxLength: 8 }), (from, where, boxes) => {
        const ahead = boxes.filter((to) => isAhead[where]?.(from, to));
        const found = boxes[findNext(from, where, boxes)];
        if (found !== undefined) expect(ahead).toContain(found);
        if (where === 'up' || where === 'down') expect(found !== undefined).toBe(ahead.length > 0);
      }),
    );
  });

  it('find a box in the nearest row exactly when there is one on that side', () => {
    fc.assert(
      fc.property(anyBox, direction, fc.array(anyBox, { maxLength: 8 }), (from, where, boxes) => {
        const found = boxes[findInNearestRow(from, where, boxes)];
        const isVertical = where === 'up' || where === 'down';
        const ahead = boxes.filter((to) => isAhead[where]?.(from, to));
        if (isVertical) expect(found !== undefined).toBe(ahead.length > 0);
        if (found !== undefined) expect(ahead).toContain(found);
      }),
    );
  });

  it('return to the start of a step in an even grid by the opposite step', () => {
    const grid = Array.from({ length: 12 }, (_item, index) =>
      box((index % 4) * 120, Math.floor(index / 4) * 80),
    );
    const back = { left: 'right', right: 'left', up: 'down', down: 'up' } as const;
    for (const [index, from] of grid.entries()) {
      for (const where of ['left', 'right', 'up', 'down'] as const) {
        const next = grid[findNext(from, where, grid)];
        if (next !== undefined) expect(findNext(next, back[where], grid)).toBe(index);
      }
    }
  });
});

describe('directionOf', () => {
  it('maps the four arrow keys, and no other key', () => {
    expect(directionOf('ArrowUp')).toBe('up');
    expect(directionOf('Enter')).toBeUndefined();
    expect(directionOf('constructor')).toBeUndefined();
  });
});

describe('gridStep', () => {
  it('steps inside a row and stops at its ends', () => {
    expect(gridStep(0, 'ArrowRight', 3, 8)).toBe(1);
    expect(gridStep(2, 'ArrowRight', 3, 8)).toBeUndefined();
    expect(gridStep(3, 'ArrowLeft', 3, 8)).toBeUndefined();
    expect(gridStep(7, 'ArrowRight', 3, 8)).toBeUndefined();
  });

  it('goes down to the last cell of a short last row, and leaves the grid from there', () => {
    expect(gridStep(5, 'ArrowDown', 3, 8)).toBe(7);
    expect(gridStep(6, 'ArrowDown', 3, 8)).toBeUndefined();
    expect(gridStep(1, 'ArrowUp', 3, 8)).toBeUndefined();
  });

  it('keeps a given column, as far as the row has it', () => {
    expect(gridStep(7, 'ArrowUp', 3, 8, 2)).toBe(5);
    expect(gridStep(2, 'ArrowDown', 3, 8, 2)).toBe(5);
    expect(gridStep(5, 'ArrowDown', 3, 8, 2)).toBe(7);
  });

  it('goes to the two ends with Home and End', () => {
    expect(gridStep(4, 'Home', 3, 8)).toBe(0);
    expect(gridStep(4, 'End', 3, 8)).toBe(7);
  });

  it('never leaves the grid, whatever the key', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }).chain((count) => fc.tuple(fc.constant(count), fc.nat(count - 1))),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...keys),
        ([count, index], columns, key) => {
          const next = gridStep(index, key, columns, count);
          return next === undefined || (next >= 0 && next < count);
        },
      ),
    );
  });
});
