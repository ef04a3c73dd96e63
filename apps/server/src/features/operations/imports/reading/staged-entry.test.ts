import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blankEntry,
  stagingDefinition,
  stagedColumns,
  toCopyLine,
  type StagedEntry,
} from './staged-entry.ts';

const columns = stagedColumns.split(', ') as (keyof StagedEntry)[];

/** Reads a line of the text format of Postgres' COPY into values by column; `null` stands for a missing value. */
function readCopyLine(line: string): Record<string, string | null> {
  const unescapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
  const fields = line.replace(/\n$/, '').split('\t');
  return Object.fromEntries(
    fields.map((field, index) => [
      columns[index],
      field === '\\N'
        ? null
        : field.replace(/\\(.)/g, (_whole, escaped: string) => unescapes[escaped] ?? '?'),
    ]),
  );
}

describe('a row of the staging table', () => {
  it('has the columns of the table, in the order of copying', () => {
    expect(stagingDefinition.split(', ').map((column) => column.split(' ')[0])).toEqual(columns);
    expect(Object.keys(blankEntry(1, 1))).toEqual(columns);
  });

  it('is skipped by default, and has only its position, line, title and group', () => {
    const fields = readCopyLine(toCopyLine(blankEntry(7, 14, 'Duna', 'Cine')));
    expect(Object.entries(fields).filter(([, value]) => value !== null)).toEqual([
      ['position', '7'],
      ['kind', 'skipped'],
      ['is_adult', 'false'],
      ['line', '14'],
      ['title', 'Duna'],
      ['group_title', 'Cine'],
      ['is_nameless', 'false'],
      ['genres', '{}'],
      ['genres_folded', '{}'],
      ['is_doubtful', 'false'],
    ]);
  });

  it('is one line with one field for each column, whatever its texts are', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('\t', '\n', '\r', '\\', '"', '{', '}', ',', 'N', 'ñ', '.', ' '),
    });
    fc.assert(
      fc.property(anyText, anyText, fc.array(anyText), (title, group, genres) => {
        const line = toCopyLine({ ...blankEntry(1, 2, title, group), genres });
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(line.split('\t')).toHaveLength(columns.length);
        expect(readCopyLine(line)).toMatchObject({ title, group_title: group });
      }),
    );
  });

  it('loses the NUL character, which Postgres refuses', () => {
    expect(readCopyLine(toCopyLine(blankEntry(1, 1, 'a\u0000b')))).toMatchObject({ title: 'ab' });
  });

  it('quotes characters in genres that could end the array', () => {
    const genres = ['Acción', 'a"b', 'c\\d', 'e,f', ''];
    const line = toCopyLine({ ...blankEntry(1, 1), genres });
    expect(readCopyLine(line)['genres']).toBe(String.raw`{"Acción","a\"b","c\\d","e,f",""}`);
    expect(toCopyLine({ ...blankEntry(1, 1), genres })).toBe(line);
  });

  it('has the hash of an address as bytes', () => {
    const line = toCopyLine({ ...blankEntry(1, 1), address_hash: 'ab12' });
    expect(readCopyLine(line)['address_hash']).toBe(String.raw`\xab12`);
  });
});
