import type { ClientRect } from '@dnd-kit/core';
import { describe, expect, it } from 'vitest';
import { announceMoves, dropPosition, endOf, findOver, stepByKey } from './chapter-drag.ts';
import { readSeasons } from './season-list.ts';

const chapter = (id: string, chapterNumber: number) => ({
  _id: id,
  chapterNumber,
  title: `Capítulo ${id}`,
  url: '',
  thumbnail: null,
  duration: '0:00',
  description: '',
  languages: [],
  quality: null,
  versions: [],
});
const seasons = readSeasons([
  { _id: 't1', seasonNumber: 1, title: '', chapters: [chapter('a', 1), chapter('b', 2)] },
  { _id: 't2', seasonNumber: 2, title: '', chapters: [chapter('c', 1)] },
  { _id: 't3', seasonNumber: 5, title: '', chapters: [] },
]);

describe('the drop position of a dragged chapter', () => {
  it.each([
    ['a', 'b', { seasonKey: 't1', index: 1 }],
    ['a', 'c', { seasonKey: 't2', index: 0 }],
    ['c', 'a', { seasonKey: 't1', index: 0 }],
    ['a', endOf('t2'), { seasonKey: 't2', index: 1 }],
    ['a', endOf('t3'), { seasonKey: 't3', index: 0 }],
    // Season `t1` has the chapters `a` and `b`. Without the dragged chapter `a` only one is left, so the end of the
    // season is index 1 and not 2.
    ['a', endOf('t1'), { seasonKey: 't1', index: 1 }],
    ['a', undefined, undefined],
    ['a', 'nadie', undefined],
    ['a', endOf('nadie'), undefined],
  ])('for %s over %s is %j', (moved, over, expected) => {
    expect(dropPosition(seasons, moved, over)).toEqual(expected);
  });
});

const rectOf = (top: number, height = 40): ClientRect => ({
  top,
  height,
  bottom: top + height,
  left: 0,
  right: 300,
  width: 300,
});

/**
 * Four rows of the season editor, forty pixels high and one below the other, as dnd-kit (the library for drag and drop)
 * measures them.
 */
const rows = new Map(['a', 'b', 'c', 'd'].map((id, index) => [id, rectOf(index * 40)]));

type Step = Parameters<typeof stepByKey>[1];

/** Sends a key event while the row `active` of the season editor is dragged with the keyboard. */
function press(
  code: string,
  {
    active = 'b',
    over,
    rect = rectOf(40),
  }: Partial<Record<'active' | 'over', string>> & { rect?: ClientRect | null },
) {
  const event = new KeyboardEvent('keydown', { code, cancelable: true });
  const context = {
    collisionRect: rect,
    droppableRects: rows,
    over: over === undefined ? null : { id: over },
    active: { id: active },
  } as unknown as Step['context'];
  const to = stepByKey(event, { active, currentCoordinates: { x: 7, y: 40 }, context });
  return { to, isTaken: event.defaultPrevented };
}

describe('a chapter that is dragged by keyboard', () => {
  it.each([
    ['ArrowDown', undefined, 80],
    ['ArrowUp', undefined, 0],
    ['ArrowDown', 'c', 120],
    ['ArrowUp', 'c', 40],
  ])('moves on %s, when over %s, to the next row at %i px', (code, over, y) => {
    expect(press(code, over === undefined ? {} : { over })).toEqual({ to: { x: 7, y }, isTaken: true });
  });

  it('stays when no row follows in that direction', () => {
    expect(press('ArrowDown', { active: 'd' })).toEqual({ to: undefined, isTaken: true });
    expect(press('ArrowUp', { active: 'a' })).toEqual({ to: undefined, isTaken: true });
  });

  it('starts from its own row when it is over no known row', () => {
    expect(press('ArrowDown', { active: 'nadie', rect: rectOf(80) }).to).toEqual({ x: 7, y: 120 });
  });

  it('aligns its middle with that of a row of another height', () => {
    expect(press('ArrowDown', { active: 'b', rect: rectOf(40, 20) }).to).toEqual({ x: 7, y: 90 });
  });

  it.each(['ArrowLeft', 'Enter', 'Space'])('ignores the key %s', (code) => {
    expect(press(code, {})).toEqual({ to: undefined, isTaken: false });
  });

  it('stays while no row is measured', () => {
    expect(press('ArrowDown', { rect: null })).toEqual({ to: undefined, isTaken: false });
  });
});

describe('the row below a dragged chapter', () => {
  type Args = Parameters<typeof findOver>[0];
  const over = (pointer: { x: number; y: number } | null) =>
    findOver({
      active: { id: 'a' },
      collisionRect: rectOf(75),
      droppableRects: rows,
      droppableContainers: [...rows.keys()].map((id) => ({ id, data: { current: {} } })),
      pointerCoordinates: pointer,
    } as unknown as Args)[0]?.id;

  it('is the one under the pointer', () => {
    expect(over({ x: 10, y: 130 })).toBe('d');
  });

  it('is the nearest one when the pointer is beside all rows, or when there is no pointer', () => {
    expect(over({ x: 900, y: 130 })).toBe('c');
    expect(over(null)).toBe('c');
  });
});

describe('the announcement of a dragged chapter to screen readers', () => {
  const says = announceMoves(seasons);
  type Event = Parameters<typeof says.onDragOver>[0];
  const event = (active: string, over?: string) =>
    ({ active: { id: active }, over: over === undefined ? null : { id: over } }) as unknown as Event;

  it.each([
    ['b', 'en la Temporada 1, lugar 2'],
    [endOf('t3'), 'en la Temporada 5, lugar 1'],
    [endOf('t1'), 'en la Temporada 1, lugar 2'],
    [undefined, 'fuera de las temporadas'],
    ['nadie', 'fuera de las temporadas'],
  ])('over %s says that it will be %s', (over, place) => {
    expect(says.onDragOver(event('a', over))).toBe(`El capítulo «Capítulo a» quedará ${place}.`);
  });

  it('names the chapter at the start, when it is dropped, and when the drag is cancelled', () => {
    expect([
      says.onDragStart(event('a')),
      says.onDragEnd(event('a', 'b')),
      says.onDragCancel(event('c')),
      says.onDragStart(event('nadie')),
    ]).toEqual([
      'Mueves el capítulo «Capítulo a».',
      'Has soltado el capítulo «Capítulo a».',
      'El capítulo «Capítulo c» se queda donde estaba.',
      'Mueves el capítulo «».',
    ]);
  });
});
