import { makeFakeProvider } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import {
  badgeOf,
  explainState,
  healthInWords,
  intervalOptions,
  isListOfAccount,
  itemsInWords,
  scheduleInWords,
} from './provider-words.ts';

const provider = (given: Parameters<typeof makeFakeProvider>[0] | object = {}) =>
  makeFakeProvider({ _id: 'uno', name: 'Uno', ...given });

describe('a provider in words', () => {
  it.each([
    [{}, 'Al día'],
    [{ state: 'decision' }, 'Necesita tu decisión'],
    [{ isPaused: true }, 'En pausa'],
    [{ isPaused: true, state: 'failed' }, 'Falló'],
    [{ kind: 'file' }, 'Archivo'],
    [{ _id: 'manual', kind: 'file' }, 'De Butaca'],
    [{ kind: 'file', state: 'removed' }, 'Eliminado'],
  ])('%j has the badge %s', (given, label) => {
    expect(badgeOf(provider(given)).label).toBe(label);
  });

  it.each([
    [
      { state: 'decision', waitingReason: 'Ya no trae canales.', change: 'Sin cambios.' },
      /^Ya no trae canales\.$/,
    ],
    [{ state: 'failed', error: 'No responde.' }, /^No responde\.$/],
    [{ state: 'removed', purgedAt: '2026-12-08T12:00:00Z' }, /se eliminará el 8 dic 2026/],
    [{ change: 'Cambios: 2 añadidos.' }, /2 añadidos/],
  ])('%j is explained by %s', (given, sentence) => {
    expect(explainState(provider(given))).toMatch(sentence);
  });

  it.each([
    [{ kind: 'm3u', address: 'http://tv.example/get.php?…' }, true],
    [{ kind: 'm3u', address: 'http://tv.example/lista.m3u?…' }, false],
    [{ kind: 'xtream', address: 'http://tv.example' }, false],
  ] as const)('%j is the list of an account: %s', (given, expected) => {
    expect(isListOfAccount(provider(given))).toBe(expected);
  });

  it('says what belongs to it, and how much of it is hidden', () => {
    const items = { sources: 12_500, films: 1, chapters: 0, series: 2, hidden: 3 };
    expect(itemsInWords(provider({ items }))).toBe(
      '12.500 direcciones de canal, 1 película, 2 series, 3 ocultos',
    );
    expect(itemsInWords(provider())).toBe('Nada todavía');
  });

  it('says how many connections are in use, and how many sources fail', () => {
    expect(healthInWords(provider())).toEqual([]);
    expect(healthInWords(provider({ maxConnections: 1, usedConnections: 1 }))).toEqual([
      'En uso: 1 de 1 conexión',
    ]);
    expect(healthInWords(provider({ maxConnections: 3, unstableSources: 2 }))).toEqual([
      'En uso: 0 de 3 conexiones',
      '2 fuentes inestables',
    ]);
    expect(healthInWords(provider({ maxConnections: 3, state: 'removed' }))).toEqual([]);
  });

  it('says when its list is refreshed', () => {
    expect(scheduleInWords(provider())).toEqual(['Todavía sin publicar', 'Cada día']);
    expect(scheduleInWords(provider({ refreshHours: 72 }))[1]).toBe('Cada 3 días');
    expect(scheduleInWords(provider({ refreshHours: null }))[1]).toBe('Solo a mano');
    expect(scheduleInWords(provider({ isPaused: true }))[1]).toBe('En pausa');
    expect(scheduleInWords(provider({ nextRefreshAt: '2026-11-24T20:00:00Z' }))[1]).toMatch(
      /^Próxima: 24 nov/,
    );
    expect(scheduleInWords(provider({ kind: 'xtream', expiresAt: '2027-03-08T12:00:00Z' }))).toContain(
      'La cuenta caduca el 8 mar 2027',
    );
    expect(scheduleInWords(provider({ kind: 'file' }))).toEqual(['Se sube a mano']);
    expect(scheduleInWords(provider({ _id: 'demo', kind: 'file' }))).toEqual(['—']);
    expect(scheduleInWords(provider({ state: 'removed' }))).toEqual(['Todavía sin publicar']);
  });

  it('keeps an interval that the panel does not offer', () => {
    expect(intervalOptions(5).map(({ label }) => label)).toContain('Cada 5 horas');
    expect(intervalOptions(null).at(-1)).toEqual({ value: '', label: 'Solo a mano' });
  });
});
