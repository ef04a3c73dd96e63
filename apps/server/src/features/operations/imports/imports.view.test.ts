import { errorCatalogue } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { isRetryable, toFailure } from '../../../shared/provider/import-outcome.ts';
import type { ImportRowOfDetail, ReportRow } from './imports.repository.ts';
import { describeResult, toImport, toImportDetail, toImportRow } from './imports.view.ts';
import { readImportError } from './running-import.ts';

const row: ImportRowOfDetail = {
  id: 'uno',
  kind: 'videos',
  file_name: 'lista.m3u',
  status: 'done',
  phase: 'publishing',
  size_bytes: 100,
  done_bytes: 100,
  entries: 10,
  added: 1,
  updated: 2,
  duplicates: 3,
  skipped: 4,
  channels: 0,
  movies: 1,
  series: 0,
  other_sources: 0,
  other_versions: 0,
  doubtful: 0,
  error_code: null,
  has_report: true,
  provider_id: null,
  username: 'jefa',
  created_at: new Date('2026-01-01T10:00:00Z'),
  finished_at: new Date('2026-01-01T10:01:00Z'),
  options: { categoria: 'pelicula', subcategoria: 'CINE_4K' },
  errors: [],
  error_count: 0,
  groups: [],
  choices: {},
};

describe('an import in the history', () => {
  it('has the chosen options, and null for the others', () => {
    expect(toImport(row).options).toEqual({
      categoria: 'pelicula',
      subcategoria: 'CINE_4K',
      section: null,
      plans: null,
    });
    expect(toImport({ ...row, options: {} }).options).toEqual({
      categoria: null,
      subcategoria: null,
      section: null,
      plans: null,
    });
  });

  it('can be undone while it is done and its report is kept', () => {
    expect(toImport(row).canUndo).toBe(true);
    expect(toImport({ ...row, has_report: false }).canUndo).toBe(false);
    expect(toImport({ ...row, status: 'undone' }).canUndo).toBe(false);
  });

  it('has no end time while it runs', () => {
    expect(toImport({ ...row, status: 'running', finished_at: null }).finishedAt).toBeNull();
    expect(toImport(row).finishedAt).toBe('2026-01-01T10:01:00.000Z');
  });

  it.each([
    [null, null],
    ['list.html', errorCatalogue['list.html'].sentence],
    ['list.codigo_de_otra_version', null],
    ['toString', null],
  ])('that failed with %s has the sentence %s', (error_code, error) => {
    expect(toImport({ ...row, status: 'failed', error_code })).toMatchObject({
      errorCode: error_code,
      error,
    });
  });

  it.each([
    ['done', true],
    ['preview', true],
    ['undone', true],
    ['running', false],
    ['failed', false],
    ['cancelled', false],
  ] as const)('with the status %s has a message: %s', (status, hasResult) => {
    expect(toImportDetail({ ...row, status }, null).message !== null).toBe(hasResult);
  });
});

describe('the message of an import', () => {
  it.each([
    ['channels', 1, 'Lista procesada: 1 canal añadido, 1 actualizado, 1 duplicado, 1 omitido.'],
    ['channels', 2, 'Lista procesada: 2 canales añadidos, 2 actualizados, 2 duplicados, 2 omitidos.'],
    ['videos', 1, 'Lista procesada: 1 elemento añadido, 1 actualizado, 1 duplicado, 1 omitido.'],
    ['mixed', 0, 'Lista procesada: 0 elementos añadidos, 0 actualizados, 0 duplicados, 0 omitidos.'],
  ] as const)('of %s counts %s of each', (kind, count, sentence) => {
    const counts = { added: count, updated: count, duplicates: count, skipped: count };
    expect(describeResult({ kind, ...counts, otherSources: 0, otherVersions: 0 })).toBe(sentence);
  });

  it('counts further sources and versions by themselves', () => {
    const counts = { added: 73, updated: 7, duplicates: 0, skipped: 0, otherSources: 4, otherVersions: 1 };
    expect(describeResult({ kind: 'channels', ...counts })).toBe(
      'Lista procesada: 73 canales añadidos, 5 fuentes o versiones más, 2 actualizados, 0 duplicados, 0 omitidos.',
    );
  });
});

describe('a row of the report of an import', () => {
  const line: ReportRow = {
    position: 1,
    line: 3,
    title: 'Duna',
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
  };

  it.each([
    ['a video', { video_id: 'v', video_title: 'Duna' }, { kind: 'video', _id: 'v', name: 'Duna' }],
    ['a channel', { channel_id: 'c', channel_name: 'La 1' }, { kind: 'channel', _id: 'c', name: 'La 1' }],
    ['a video without a title', { video_id: 'v' }, { kind: 'video', _id: 'v', name: '' }],
    ['nothing', {}, null],
  ])('leads to %s', (_what, target, expected) => {
    expect(toImportRow({ ...line, ...target }).target).toEqual(expected);
  });
});

describe('readImportError', () => {
  it.each(['23505', '23503', '40001', '40P01'])('reads the SQLSTATE %s as a retryable conflict', (code) => {
    const told = readImportError(Object.assign(new Error('conflict'), { code }));
    expect(told).toMatchObject({ code: 'resource.conflict' });
  });

  it.each([Object.assign(new Error('full'), { code: '53100' }), new Error('odd'), 'odd'])(
    'returns any other failure unchanged: %s',
    (error) => {
      expect(readImportError(error)).toBe(error);
    },
  );
});

it.each([
  ['resource.conflict', true],
  ['import.interrupted', true],
  ['server.unavailable', true],
  ['server.storage_full', true],
  ['server.unexpected', false],
  ['import.cancelled', false],
  ['import.file_gone', false],
  ['list.html', false],
] as const)('publishing a preview that stopped with %s keeps the preview: %s', (code, isKept) => {
  expect(isRetryable(toFailure(new AppError(code)))).toBe(isKept);
});
