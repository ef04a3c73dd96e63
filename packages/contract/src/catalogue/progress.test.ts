import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { saveProgress } from './progress.ts';

const body = saveProgress.input.body;

describe('a saved playback position', () => {
  it('requires only the second', () => {
    expect(body.parse({ lastTime: 0 })).toEqual({ lastTime: 0 });
  });

  it.each([
    { lastTime: 12.5, duration: null, lastSeason: null, lastChapter: null },
    { lastTime: 1_000_000, duration: 1_000_000, progress: 7, completed: true, restart: true },
    { lastTime: 1, lastSeason: 0, lastChapter: 100_000, at: '2026-11-21T10:00:00Z' },
    { lastTime: 1, at: '1970-01-01T00:00:00.000Z' },
    { lastTime: 1, at: '2026-11-21T10:00:00.123-05:00' },
  ])('is accepted as %o', (value) => {
    expect(body.parse(value)).toEqual(value);
  });

  it.each([
    [{}, 'lastTime: Debe ser un número de segundos.'],
    [{ lastTime: '12' }, 'lastTime: Debe ser un número de segundos.'],
    [{ lastTime: -1 }, 'lastTime: Debe ser cero o más.'],
    [{ lastTime: 1_000_001 }, 'lastTime: El número es demasiado grande.'],
    [{ lastTime: Number.NaN }, 'lastTime: Debe ser un número de segundos.'],
    [{ lastTime: 1, duration: -1 }, 'duration: Debe ser cero o más.'],
    [{ lastTime: 1, duration: 1_000_001 }, 'duration: El número es demasiado grande.'],
    [{ lastTime: 1, duration: Number.POSITIVE_INFINITY }, 'duration: Debe ser un número de segundos.'],
    [{ lastTime: 1, progress: '0.5' }, 'progress: Debe ser un número.'],
    [{ lastTime: 1, completed: 1 }, 'completed: Debe ser true o false.'],
    [{ lastTime: 1, restart: 'true' }, 'restart: Debe ser true o false.'],
    [{ lastTime: 1, lastChapter: -1 }, 'lastChapter: Debe ser el número de un capítulo.'],
    [{ lastTime: 1, lastChapter: 1.5 }, 'lastChapter: Debe ser el número de un capítulo.'],
    [{ lastTime: 1, lastSeason: 100_001 }, 'lastSeason: Debe ser el número de una temporada.'],
    [{ lastTime: 1, at: '21/11/2026' }, 'at: Debe ser una fecha.'],
    [{ lastTime: 1, at: '2026-11-21T10:00:00' }, 'at: Debe ser una fecha.'],
    [{ lastTime: 1, at: '1969-12-31T23:59:59Z' }, 'at: Debe ser una fecha desde 1970.'],
  ])('is refused as %o', (value, sentence) => {
    expect(faultsOf(body, value)[0]).toBe(sentence);
  });
});
