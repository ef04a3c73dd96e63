import { describe, expect, it } from 'vitest';
import { createLoopJudge, type SeenLoop } from './watch-ticks.ts';

const tickMs = 500;

/** Ticks on time until the event loop is judged to stand still. @returns after how many ticks; `undefined` for never */
function countTicks(look: (tick: number) => Partial<SeenLoop>): number | undefined {
  const judge = createLoopJudge(tickMs, 10_000);
  for (let tick = 0; tick < 200; tick += 1) {
    if (judge.tick({ nowMs: tick * tickMs, beats: 7, isDebugged: false, ...look(tick) })) return tick;
  }
  return undefined;
}

describe('the watchdog of the event loop', () => {
  it('judges that it stands still after ten seconds without a beat', () => {
    expect(countTicks(() => ({}))).toBe(20);
  });

  it('lets an event loop go on that beats, however slowly', () => {
    expect(countTicks((tick) => ({ beats: Math.floor(tick / 19) }))).toBeUndefined();
  });

  it('counts anew after a beat', () => {
    expect(countTicks((tick) => ({ beats: tick < 15 ? 1 : 2 }))).toBe(35);
  });

  it('does not count time in which it stood still itself, and counts anew after it', () => {
    const sleptMs = 3_600_000;
    expect(countTicks((tick) => ({ nowMs: tick * tickMs + (tick < 15 ? 0 : sleptMs) }))).toBe(35);
  });

  it('lets a process go on that is stopped again and again', () => {
    expect(countTicks((tick) => ({ nowMs: tick * tickMs + Math.floor(tick / 19) * 60_000 }))).toBeUndefined();
  });

  it('lets a process go on while a debugger is connected', () => {
    expect(countTicks(() => ({ isDebugged: true }))).toBeUndefined();
    expect(countTicks((tick) => ({ isDebugged: tick < 15 }))).toBe(34);
  });
});
