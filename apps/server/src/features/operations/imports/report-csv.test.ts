import { csvMark } from '@butaca/contract';
import { expect, it } from 'vitest';
import type { ReportRow } from './imports.repository.ts';
import { writeReportCsv } from './report-csv.ts';

const rowOf = (position: number, more: Partial<ReportRow> = {}): ReportRow => ({
  position,
  line: position * 2,
  title: `Título ${position}`,
  group_title: 'Cine',
  outcome: 'added',
  reason: null,
  video_id: null,
  video_title: null,
  channel_id: null,
  channel_name: null,
  tipo: null,
  doubt: null,
  languages: null,
  quality: null,
  country: null,
  edition: null,
  is_adult: false,
  form: null,
  ...more,
});

/**
 * Writes the report of an import as CSV from the given rows; also returns, for each query, how many rows the query
 * asked for.
 */
async function write(rows: readonly ReportRow[]) {
  const limits: number[] = [];
  let text = '';
  const listRows = (_importId: string, { after = 0, limit }: { after?: number; limit: number }) => {
    limits.push(limit);
    return Promise.resolve(rows.filter(({ position }) => position > after).slice(0, limit));
  };
  for await (const part of writeReportCsv({ listRows }, 'uno')) text += part;
  return { lines: text.slice(csvMark.length).split('\r\n'), text, limits };
}

it('the CSV report begins with its column names, also when nothing was imported', async () => {
  const { text, lines } = await write([]);
  expect(text.startsWith(csvMark)).toBe(true);
  expect(lines).toEqual(['Línea;Título;Grupo;Resultado;Motivo;Contenido', '']);
});

it('the CSV report names each outcome in Spanish, with its reason and the content', async () => {
  const { lines } = await write([
    rowOf(1, { video_id: 'v', video_title: 'Duna' }),
    rowOf(2, {
      outcome: 'updated',
      reason: 'Tiene una dirección nueva.',
      channel_id: 'c',
      channel_name: 'La 1',
    }),
    rowOf(3, { outcome: 'duplicate', reason: 'Ya estaba en el catálogo.' }),
    rowOf(4, { outcome: 'skipped', title: 'Uno, "dos"', reason: 'La entrada no tiene dirección.' }),
  ]);
  expect(lines.slice(1, -1)).toEqual([
    '2;Título 1;Cine;Añadido;;Duna',
    '4;Título 2;Cine;Actualizado;Tiene una dirección nueva.;La 1',
    '6;Título 3;Cine;Duplicado;Ya estaba en el catálogo.;',
    '8;"Uno, ""dos""";Cine;Omitido;La entrada no tiene dirección.;',
  ]);
});

it('the CSV report reads its rows in parts, and leaves none out between them', async () => {
  const rows = Array.from({ length: 4_001 }, (_item, index) => rowOf(index + 1));
  const { lines, limits } = await write(rows);
  expect(lines).toHaveLength(rows.length + 2);
  expect(new Set(lines).size).toBe(rows.length + 2);
  expect(limits).toEqual([2_000, 2_000, 2_000, 2_000]);
});
