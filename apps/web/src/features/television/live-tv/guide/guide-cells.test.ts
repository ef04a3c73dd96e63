import { makeFakeProgramme } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { cellAt, cellsOf, type RowWindow } from './guide-cells.ts';

const hourMs = 3_600_000;
const programme = (title: string, fromHour: number, toHour: number) => {
  const [startMs, endMs] = [fromHour * hourMs, toHour * hourMs];
  const [startsAt, endsAt] = [new Date(startMs).toISOString(), new Date(endMs).toISOString()];
  return { startMs, endMs, programme: makeFakeProgramme({ title, startsAt, endsAt }) };
};
const windowOf = (fromHour: number, programmes: RowWindow['programmes']): RowWindow => ({
  fromMs: fromHour * hourMs,
  toMs: (fromHour + 6) * hourMs,
  programmes,
});
const written = (windows: readonly RowWindow[]) =>
  cellsOf(windows).map(
    ({ startMs, endMs, programme: shown, gap }) =>
      `${startMs / hourMs}-${endMs / hourMs} ${shown?.title ?? gap}`,
  );

describe('the cells of a row', () => {
  it('leave no hole: what the guide does not tell is a cell too', () => {
    expect(written([windowOf(0, [programme('A', 1, 2), programme('B', 2, 4)])])).toEqual([
      '0-1 empty',
      '1-2 A',
      '2-4 B',
      '4-6 empty',
    ]);
  });

  it('have a programme once that two windows tell, from its beginning before the first', () => {
    const early = programme('Antes', -2, 1);
    const late = programme('Largo', 5, 8);
    expect(written([windowOf(0, [early, late]), windowOf(6, [late])])).toEqual([
      '-2-1 Antes',
      '1-5 empty',
      '5-8 Largo',
      '8-12 empty',
    ]);
  });

  it('join unknown times of neighbouring windows, but not those that load or have failed', () => {
    expect(written([windowOf(0, []), windowOf(6, [])])).toEqual(['0-12 empty']);
    expect(written([windowOf(0, undefined), windowOf(6, 'failed'), windowOf(12, [])])).toEqual([
      '0-6 loading',
      '6-12 failed',
      '12-18 empty',
    ]);
  });

  it('begin where a window that loads ends, when a programme has begun within it', () => {
    expect(written([windowOf(0, undefined), windowOf(6, [programme('A', 5, 8)])])).toEqual([
      '0-6 loading',
      '6-8 A',
      '8-12 empty',
    ]);
  });

  it('leave no instant out where the guide leaves out seconds', () => {
    const second = 1 / 3_600;
    const windows = [
      windowOf(0, [programme('A', 10 * second, 3), programme('B', 3 + 30 * second, 6 - 30 * second)]),
      windowOf(6, [programme('C', 6 + 20 * second, 12 - second)]),
    ];
    const cells = cellsOf(windows);
    expect(written(windows)).toEqual(['0-3 A', '3-6 B', '6-12 C']);
    expect(cellAt(cells, 3 * hourMs)?.programme?.title).toBe('B');
    expect(cellAt(cells, 6 * hourMs - 1)?.programme?.title).toBe('B');
  });

  it('are found by an instant, of which the end belongs to the next', () => {
    const cells = cellsOf([windowOf(0, [programme('A', 0, 3), programme('B', 3, 6)])]);
    expect(cellAt(cells, 3 * hourMs)?.programme?.title).toBe('B');
    expect(cellAt(cells, 6 * hourMs)).toBeUndefined();
  });
});
