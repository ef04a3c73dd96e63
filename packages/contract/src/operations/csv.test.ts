import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsvRow } from './csv.ts';

const cellOf = (value: string) => toCsvRow([value]).replace(/\r\n$/, '');

it('separates by semicolons, with decimal commas, and quotes what holds a separator, a quote or a line', () => {
  expect(toCsvRow(['Yo soy Betty, la fea', 1.5, 2, '«A» "B"'])).toBe(
    '"Yo soy Betty, la fea";1,5;2;"«A» ""B"""\r\n',
  );
  expect(cellOf('una\nlínea')).toBe('"una\nlínea"');
  expect(cellOf('a;b')).toBe('"a;b"');
});

it.each(['=HYPERLINK("http://a.tv")', '+1', '-1', '@SUM(A1)', '\t=1', '\r\n=1', '  =1', '|cmd', '%x'])(
  'does not let %j be a formula',
  (value) => expect(cellOf(value)).toMatch(/^"?'/),
);

it.each([
  [-1.5, '-1,5'],
  [0, '0'],
  [1_234_567, '1234567'],
])('writes the number %d as %s, never as an escaped text', (value, cell) => {
  expect(toCsvRow([value])).toBe(`${cell}\r\n`);
});

it('writes an empty row as an empty line, and empty cells as nothing between semicolons', () => {
  expect(toCsvRow([])).toBe('\r\n');
  expect(toCsvRow(['', '', ''])).toBe(';;\r\n');
});

it('keeps every text whole, whatever it holds', () => {
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
