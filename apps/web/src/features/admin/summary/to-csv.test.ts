import { describe, expect, it } from 'vitest';
import { toCsv } from './to-csv.ts';

const cellOf = (value: string) =>
  toCsv([[value]])
    .replace('\uFEFF', '')
    .replace(/\r\n$/, '');

describe('a table as CSV', () => {
  it('quotes what holds a comma, a quote or a line', () => {
    expect(
      toCsv([
        ['Título', 'Horas'],
        ['Yo soy Betty, la fea', 1.5],
        ['«A» "B"', 2],
      ]),
    ).toBe('\uFEFFTítulo,Horas\r\n"Yo soy Betty, la fea",1.5\r\n"«A» ""B""",2\r\n');
    expect(cellOf('una\nlínea')).toBe('"una\nlínea"');
  });

  it.each(['=HYPERLINK("http://a.tv")', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '|cmd'])(
    'does not let %j be a formula',
    (value) => expect(cellOf(value)).toMatch(/^"?'/),
  );
});
