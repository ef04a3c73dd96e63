import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTitle } from './fold-title.ts';
import { readName } from './read-name.ts';

describe('readName', () => {
  it.each([
    ['1x11 Título', undefined],
    ['Serie (1x02) El comienzo', 'El comienzo'],
    ['Serie S00E01 - Especial', 'Especial'],
    ['El señor de los cielos S08E312 - La caída', 'La caída'],
    ['[S01E01] Stranger Things - La desaparición', 'La desaparición'],
    ['Élite S01E01 - 2018', undefined],
    ['Serie S01E03 - Capítulo 3', undefined],
  ])('reads the title of the chapter in %s', (name, title) => {
    expect(readName(name).chapter?.title).toBe(title);
  });

  it.each([
    ['Nombre 1T 18E', 'Nombre', 1, 18],
    ['Nombre 02T05E HD', 'Nombre', 2, 5],
    ['Nombre - 1T - 18E - El regreso', 'Nombre', 1, 18],
  ])(
    'reads the season and chapter of %s, whose letters stand behind the numbers',
    (name, title, season, first) => {
      expect(readName(name)).toMatchObject({
        title,
        chapter: { season, first, last: first, isCertain: true },
      });
    },
  );

  it.each([
    ['Nombre 1.05', 'Nombre', 1, 5],
    ['Nombre 2.14 [LAT]', 'Nombre', 2, 14],
    ['Nombre - 1.10', 'Nombre', 1, 10],
    ['Nombre 3-07', 'Nombre', 3, 7],
    ['Nombre 3-07 1080p', 'Nombre', 3, 7],
  ])('reads season and chapter of %s where a chapter is expected', (name, title, season, first) => {
    const reading = readName(name, { mayHaveChapter: true });
    expect(reading).toMatchObject({ title, chapter: { season, first, last: first, isCertain: false } });
  });

  it.each([['Apolo 1.05'], ['Evangelion 1.11'], ['Colombiana 3-07'], ['Área 5T 51']])(
    'leaves %s, which may be a film, as it is where nothing says that it is a chapter',
    (name) => {
      expect(readName(name)).toMatchObject({ title: name, chapter: undefined });
    },
  );

  it.each([
    ['Nombre 02-03', 2, 3],
    ['Nombre 3-10', 3, 10],
  ])('reads %s as several chapters where a chapter is expected', (name, first, last) => {
    expect(readName(name, { mayHaveChapter: true }).chapter).toMatchObject({
      season: undefined,
      first,
      last,
    });
  });

  it.each([
    ['Nombre 12.05'],
    ['Nombre 1.05.2020'],
    ['Nombre DD5.1'],
    ['Nombre 1.0'],
    ['Nombre 1.05 segundos'],
  ])('finds no season in %s where a chapter is expected', (name) => {
    expect(readName(name, { mayHaveChapter: true }).chapter?.season).toBeUndefined();
  });

  it.each([
    ['Duna 4K HDR', false, true],
    ['Duna HDR10 HEVC', false, true],
    ['Duna 60 fps', true, false],
    ['Duna 2160p UHD 60 FPS', true, false],
    ['Duna HD', false, false],
  ])('reads the frame rate and range of %s', (name, is60Fps, isHdr) => {
    expect(readName(name)).toMatchObject({ title: 'Duna', is60Fps, isHdr });
  });

  it('gives the chapters of one series one title, whatever their tags, case and accents', () => {
    const names = [
      'El Ministerio S01E01',
      'EL MINISTERIO 1x02 [LAT]',
      'el ministerio (2015) T1 E3 HD',
      'Él Ministerio Cap 4',
    ];
    expect(new Set(names.map((name) => foldTitle(readName(name).title)))).toEqual(new Set(['el ministerio']));
  });

  it('leaves a title that is folded already as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const folded = foldTitle(text);
        expect(foldTitle(folded)).toBe(folded);
      }),
    );
  });

  it('never throws, and empties a title only where there is a chapter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const reading = readName(text);
        const hasLetter = /[\p{L}\p{N}]/u.test(text.normalize('NFKC'));
        expect(reading.title !== '' || reading.chapter !== undefined || !hasLetter).toBe(true);
      }),
    );
  });

  it.each([
    ['[LAT] Dark S01E02', ['es-419']],
    ['[ES] Vis a vis 1x03', ['es']],
    ['[Grupo] Naruto - 137 [hash]', []],
  ])('keeps the language in brackets before the chapter of %s', (name, languages) => {
    const reading = readName(name);
    expect(reading.languages).toEqual(languages);
    expect(reading.title).not.toContain('[');
    expect(reading.chapter?.title).toBeUndefined();
  });

  it('never cuts a character of two halves apart', () => {
    const unit = fc.constantFrom(
      '😀',
      '🇪🇸',
      '𠮷',
      'a',
      'HD',
      ' ',
      '[',
      ']',
      '(',
      '-',
      '|',
      'S01E02',
      '(2019)',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (name) => {
        const { title, chapter } = readName(name);
        expect([title, chapter?.title ?? ''].filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
      }),
    );
  });

  it.each([
    ['a long name', 'La casa de papel '.repeat(300)],
    ['brackets alone', '[({'.repeat(300)],
    ['pairs of brackets', '[]()'.repeat(300)],
    ['emoji alone', '🎬🔥'.repeat(50)],
    ['a name from right to left', '\u202eفيلم عربي (2010)\u202c'],
    ['combining marks', `a${'\u0301'.repeat(500)}`],
    ['digits', '1'.repeat(5_000)],
    ['tags', 'HD '.repeat(1_500)],
    ['codes', 'S01E01 '.repeat(700)],
  ])('reads %s to a title no longer than the name', (_what, name) => {
    expect(readName(name).title.length).toBeLessThanOrEqual(name.length);
  });
});
