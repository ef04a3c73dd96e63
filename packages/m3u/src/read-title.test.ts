import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTitle, readTitle } from './read-title.ts';

describe('readTitle', () => {
  it.each([
    ['Serie S01E01', 'Serie', 1, 1, undefined],
    ['Serie S01 E01', 'Serie', 1, 1, undefined],
    ['Novela S1 E249', 'Novela', 1, 249, undefined],
    ['serie s1.e2', 'serie', 1, 2, undefined],
    ['1x11 Título', '', 1, 11, 'Título'],
    ['Serie 1x02', 'Serie', 1, 2, undefined],
    ['Serie (1x02) El comienzo', 'Serie', 1, 2, 'El comienzo'],
    ['Serie T1 E1', 'Serie', 1, 1, undefined],
    ['Serie T01E02', 'Serie', 1, 2, undefined],
    ['Serie Temporada 1 Capítulo 2', 'Serie', 1, 2, undefined],
    ['Serie.Temporada.1.Capitulo.5', 'Serie', 1, 5, undefined],
    ['Reis Cap 45', 'Reis', 1, 45, undefined],
    ['Pasión Capítulo 45', 'Pasión', 1, 45, undefined],
    ['Series Season 2 Episode 5', 'Series', 2, 5, undefined],
    ['Serie Episodio 5', 'Serie', 1, 5, undefined],
    ['Serie Ep. 5', 'Serie', 1, 5, undefined],
    ['Serie S00E01 - Especial', 'Serie', 0, 1, 'Especial'],
    ['El señor de los cielos S08E312 - La caída', 'El señor de los cielos', 8, 312, 'La caída'],
    ['9-1-1 S02E03', '9-1-1', 2, 3, undefined],
    ['24 (2001) S01E05', '24', 1, 5, undefined],
  ])('reads the episode of %s', (text, name, season, episode, episodeTitle) => {
    expect(readTitle(text)).toMatchObject({ name, season, episode, episodeTitle });
  });

  it.each([
    ['Serie S01E01-E03', 1, 1, 3],
    ['Serie T2 E5 - 6', 2, 5, 6],
    ['Serie Cap 4-5', 1, 4, 5],
    ['Serie (7x23-24)', 7, 23, 24],
    ['Serie S01E01', 1, 1, undefined],
  ])('reads the chapters of %s', (text, season, episode, lastEpisode) => {
    expect(readTitle(text)).toMatchObject({ season, episode, lastEpisode });
  });

  it('reads several chapters in one file', () => {
    expect(readTitle('Serie 7x23-24')).toMatchObject({ season: 7, episode: 23, lastEpisode: 24 });
  });

  it.each([
    '4x4',
    '24',
    '1917',
    '9-1-1',
    '16x9',
    '1920x1080',
    '2001: Una odisea',
    'Blade Runner 2049',
    'Rocky II',
    'Desastre LA',
    'Yo soy Betty, la fea',
    'Capitán América',
    'Escape 1x1',
  ])('finds no episode in %s and keeps it unchanged', (text) => {
    expect(readTitle(text)).toMatchObject({
      name: text,
      season: undefined,
      episode: undefined,
      language: [],
    });
  });

  it.each([
    ['Metrópolis (1927)', 'Metrópolis', 1927],
    ['2012 (2009)', '2012', 2009],
    ['(1999)', '(1999)', undefined],
    ['1917 (2019) 4K', '1917', 2019],
    ['Nosferatu (1922) [LAT]', 'Nosferatu', 1922],
  ])('reads the name and year of %s', (text, name, year) => {
    expect(readTitle(text)).toMatchObject({ name, year });
  });

  it.each([
    ['Duna 4K HDR', 'Duna', ['4K', 'HDR'], []],
    ['Duna uhd', 'Duna', ['UHD'], []],
    ['Duna 2160p', 'Duna', ['2160P'], []],
    ['Duna 720p', 'Duna', ['720P'], []],
    ['Duna FHD', 'Duna', ['FHD'], []],
    ['Duna HDR10 HEVC', 'Duna', ['HDR10', 'HEVC'], []],
    ['Duna H.265', 'Duna', ['H.265'], []],
    ['Duna x265', 'Duna', ['X265'], []],
    ['Duna 60 fps', 'Duna', ['60FPS'], []],
    ['Duna 2160p UHD 60 FPS', 'Duna', ['2160P', 'UHD', '60FPS'], []],
    ['Duna (1080p) HEVC', 'Duna', ['1080P', 'HEVC'], []],
    ['Duna LATINO', 'Duna', [], ['LATINO']],
    ['Duna [CASTELLANO]', 'Duna', [], ['CASTELLANO']],
    ['Duna | SUB', 'Duna', [], ['SUB']],
    ['LAT | Duna FHD', 'Duna', ['FHD'], ['LAT']],
    ['Duna DUAL', 'Duna', [], ['DUAL']],
    ['Sub', 'Sub', [], []],
  ])('splits the tags off %s', (text, name, quality, language) => {
    expect(readTitle(text)).toMatchObject({ name, quality, language });
  });

  it('gives chapters of one series the same key, whatever their tags, case and accents', () => {
    const keys = [
      'El Ministerio S01E01',
      'EL MINISTERIO 1x02 [LAT]',
      'el ministerio (2015) T1 E3 HD',
      'Él Ministerio Cap 4',
    ];
    expect(new Set(keys.map((text) => readTitle(text).seriesKey))).toEqual(new Set(['el ministerio']));
  });

  it('never throws and never returns a film with an empty name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const title = readTitle(text);
        expect(title.name !== '' || title.episode !== undefined || text.trim() === '').toBe(true);
        expect(foldTitle(title.seriesKey)).toBe(title.seriesKey);
      }),
    );
  });

  it.each([
    ['blanks in a bracket', '(', ' ', 'x'],
    ['blanks before a year', 'x', ' ', '(1999'],
    ['dots', 'x', '.', 'x'],
    ['rulers', 'x', '-·|', 'x'],
    ['one word', '', 'x', ' y'],
    ['brackets', '', '[(', ''],
    ['tags', '', 'HD ', 'x'],
    ['languages', 'x', ' LAT', ''],
    ['seasons', '', 'S1..', 'x'],
    ['numbers', '', '1', ''],
  ])('takes time proportional to the length of a title: %s', (_what, head, repeated, tail) => {
    const timeOf = (length: number): number => {
      const text = head + repeated.repeat(length / repeated.length) + tail;
      const times = [1, 2, 3].map(() => {
        const startedAt = performance.now();
        readTitle(text);
        return performance.now() - startedAt;
      });
      return Math.min(...times);
    };
    timeOf(4_000);
    // Reading a title eight times as long (64,000 characters, not 8,000) takes 8 times as long in linear time, 64 times
    // in quadratic time; a limit of 24 tells them apart. Times below 200 ms are noise and pass.
    expect(timeOf(64_000)).toBeLessThan(Math.max(200, 24 * timeOf(8_000)));
  });
});
