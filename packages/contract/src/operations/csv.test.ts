import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsvRow } from './csv.ts';

const cellOf = (value: string) => toCsvRow([value]).replace(/\r\n$/, '');

it('a CSV row has semicolons and decimal commas, and quotes texts with special characters', () => {
  expect(toCsvRow(['Yo soy Betty, la fea', 1.5, 2, '«A» "B"'])).toBe(
    '"Yo soy Betty, la fea";1,5;2;"«A» ""B"""\r\n',
  );
  expect(cellOf('una\nlínea')).toBe('"una\nlínea"');
  expect(cellOf('a;b')).toBe('"a;b"');
});

it.each([
  '=HYPERLINK("http://a.tv")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r\n=1',
  '  =1',
  '|cmd',
  '%x',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' ＝1',
  '｜cmd',
  '％x',
])('a CSV cell with %j is escaped so that it is no formula', (value) =>
  expect(cellOf(value)).toMatch(/^"?'/),
);

it.each([
  [-1.5, '-1,5'],
  [0, '0'],
  [1_234_567, '1234567'],
])('a CSV row holds the number %d as %s, never as an escaped text', (value, cell) => {
  expect(toCsvRow([value])).toBe(`${cell}\r\n`);
});

it('a CSV row without cells is an empty line, and an empty cell is nothing between semicolons', () => {
  expect(toCsvRow([])).toBe('\r\n');
  expect(toCsvRow(['', '', ''])).toBe(';;\r\n');
});

it('a CSV row preserves any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const cell = toCsvRow([value]).slice(0, -2);
      const isQuoted = cell.startsWith('"');
      const read = isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect([value, `'${value}`]).toContain(read);
      if (!isQuoted) expect(cell).not.toMatch(/[;"\r\n]/);
    }),
  );
});
