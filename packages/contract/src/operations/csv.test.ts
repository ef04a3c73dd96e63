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
