import { importPhases, importStatuses, uploadSections } from '@butaca/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeForm,
  describeProgress,
  describeResult,
  groupTypes,
  outcomes,
  outcomeWordsOf,
  percentOf,
  statusWords,
  typeNames,
} from './import-words.ts';

const none = { categoria: null, subcategoria: null, section: null, plans: null };

describe('the description of an upload form', () => {
  it.each([
    ['channels', {}, 'Canales'],
    ['mixed', {}, 'Según cada grupo'],
    ['section', { section: 'CINE_2025' }, 'Sección Estrenos'],
    ['section', { section: uploadSections[0].key }, `Sección ${uploadSections[0].displayName}`],
    ['section', { section: 'OTRA' }, 'Sección OTRA'],
    ['section', {}, 'Sección '],
    ['videos', { categoria: 'serie', subcategoria: 'Netflix' }, 'Serie · Netflix'],
    ['videos', { categoria: 'pelicula', subcategoria: 'CINE_4K' }, 'Película · CINE 4K UHD'],
    ['videos', { categoria: 'anime' }, 'Anime'],
    ['videos', {}, 'Película'],
  ] as const)('of %s with %j is «%s»', (kind, options, expected) => {
    expect(describeForm({ kind, options: { ...none, ...options } })).toBe(expected);
  });

  it('exists for every type that a group can be given', () => {
    expect(groupTypes.map((type) => typeNames[type])).not.toContain(undefined);
    expect(groupTypes[0]).toBe('canal');
  });
});

describe('the progress of an import', () => {
  it.each([
    ['receiving', 200, 50, 25],
    ['reading', 3, 1, 33],
    ['reading', 3, 2, 66],
    ['reading', 100, 100, 100],
    // The server may read more bytes of a list than the browser announced; the progress then stays at 100 percent.
    ['reading', 100, 130, 100],
    ['reading', 0, 50, null],
    ['waiting', 100, 100, null],
    ['publishing', 100, 50, null],
    [null, 100, 0, 0],
  ] as const)(
    'is, in the phase %s with %i bytes of which %i are done, %s percent',
    (phase, size, done, expected) => {
      expect(percentOf({ phase, size, done })).toBe(expected);
    },
  );

  it('never exceeds 100 percent and never decreases', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (size, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const [before, after] = [less, more].map((done) => percentOf({ phase: 'reading', size, done }) ?? 0);
        expect(before).toBeLessThanOrEqual(after ?? -1);
        expect(after).toBeLessThanOrEqual(100);
      }),
    );
  });

  it.each([
    [{ phase: 'receiving', size: 100, done: 40, entries: 0 }, 'Recibiendo el archivo · 40 %'],
    [{ phase: 'reading', size: 100, done: 50, entries: 12_500 }, 'Leyendo la lista · 12.500 entradas · 50 %'],
    [
      { phase: 'waiting', size: 100, done: 100, entries: 7 },
      'Espera a que se guarde otra lista · 7 entradas',
    ],
    [{ phase: 'publishing', size: 100, done: 100, entries: 7 }, 'Guardando · 7 entradas'],
    [{ phase: null, size: 0, done: 0, entries: 0 }, ''],
  ] as const)('of %j is described as «%s»', (running, expected) => {
    expect(describeProgress(running)).toBe(expected);
  });
});

describe('the description of an import’s result', () => {
  const counts = { added: 3, updated: 2, duplicates: 4, skipped: 1 };

  it('is the server’s message', () => {
    expect(describeResult({ ...counts, message: 'Hecho.' })).toBe('Hecho.');
  });

  it('counts added and skipped entries when the server gives no message', () => {
    expect(describeResult({ ...counts, message: null })).toBe('Añadidos: 3, omitidos: 7');
  });

  it('exists for every status, phase and outcome', () => {
    expect(Object.keys(statusWords).toSorted()).toEqual([...importStatuses].toSorted());
    for (const phase of importPhases) {
      expect(describeProgress({ phase, size: 0, done: 0, entries: 0 })).not.toBe('');
    }
    for (const status of ['done', 'preview'] as const) {
      const words = outcomeWordsOf({ status });
      for (const outcome of outcomes) expect(words[outcome].one).not.toBe(words[outcome].many);
    }
  });
});
