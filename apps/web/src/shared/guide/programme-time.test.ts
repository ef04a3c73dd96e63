import { makeFakeProgramme } from '@butaca/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { onAirAt } from './guide.queries.ts';
import {
  atTimeOfDay,
  clockText,
  dayText,
  episodeText,
  percentOver,
  spanText,
  startOfDay,
} from './programme-time.ts';

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const programme = (title: string, fromMs: number, toMs: number) =>
  makeFakeProgramme({
    title,
    startsAt: new Date(fromMs).toISOString(),
    endsAt: new Date(toMs).toISOString(),
  });
const film = programme('Película', at(30, 20, 30), at(30, 22, 30));

describe('the time of a programme', () => {
  it('is written with two digits, from midnight on', () => {
    expect(clockText(at(30, 0, 5))).toBe('00:05');
    expect(spanText(film)).toBe('20:30–22:30');
  });

  it('names the days around today, and others by their date', () => {
    const nowMs = at(30, 23, 59);
    expect([29, 30, 31].map((day) => dayText(at(day, 0), nowMs))).toEqual(['Ayer', 'Hoy', 'Mañana']);
    expect(dayText(at(28, 12), nowMs)).toMatch(/28 nov/);
  });

  it('is the same time of day where clocks are put forward or back', () => {
    vi.stubEnv('TZ', 'Europe/Madrid');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [month, day] of [
      [2, 29],
      [9, 25],
    ] as const) {
      const noon = new Date(2026, month, day, 12).getTime();
      const evening = new Date(atTimeOfDay(noon, 21, 5));
      expect([evening.getDate(), evening.getHours(), evening.getMinutes()]).toEqual([day, 21, 5]);
      expect(evening.getTime() - startOfDay(noon)).not.toBe((21 * 60 + 5) * 60_000);
    }
  });

  it('says how much is over, between nothing and everything', () => {
    expect([20, 21, 22, 23].map((hour) => percentOver(film, at(30, hour)))).toEqual([0, 25, 75, 100]);
  });
});

it('names the episode as far as the guide does', () => {
  expect(episodeText({ season: 2, episode: 5, subtitle: 'Llegada' })).toBe('T2 · E5 · Llegada');
  expect(episodeText({ season: null, episode: 5, subtitle: null })).toBe('E5');
  expect(episodeText({ season: null, episode: null, subtitle: null })).toBe('');
});

it('takes the next programme for the present one once this is over', () => {
  const news = programme('Noticias', at(30, 22, 30), at(30, 23));
  const titles = (atMs: number) => {
    const { now, next } = onAirAt({ programmes: [film, news] }, atMs);
    return [now?.title, next?.title];
  };
  expect(titles(at(30, 20))).toEqual([undefined, 'Película']);
  expect(titles(at(30, 22, 29))).toEqual(['Película', 'Noticias']);
  expect(titles(at(30, 22, 30))).toEqual(['Noticias', undefined]);
  expect(titles(at(30, 23))).toEqual([undefined, undefined]);
});
