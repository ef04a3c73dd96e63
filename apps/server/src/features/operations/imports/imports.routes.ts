import { extname } from 'node:path';
import {
  cancelImport,
  channelListExtensions,
  chooseInPreview,
  closeImport,
  downloadImportReport,
  getImport,
  importChannels,
  importSection,
  importVideos,
  listImportRows,
  listImports,
  openImport,
  previewImport,
  publishImport,
  sectionListExtensions,
  undoImport,
  videoListExtensions,
  watchImport,
  type EndpointRequest,
  type ErrorCode,
  type Import,
  type ImportDetail,
} from '@butaca/contract';
import type { Actor } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import { Accepted, Flow } from '../../../platform/http/flow.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { StartedImport } from './import-list.ts';
import type { Importer } from './importer.ts';
import { describeClosing, describeOpening, toImportAccess } from './import-access.ts';
import type { ImportRowOfDetail } from './imports.repository.ts';
import { describeResult, toImport, toImportDetail, toImportRow } from './imports.view.ts';
import type { UploadSource } from './open-list.ts';
import type { PreviewDecision } from './publish-preview.ts';
import { writeReportCsv } from './report-csv.ts';
import type { UndoResult } from './undo-import.ts';
import { sleep } from '../../../platform/async/sleep.ts';

export type ImportSession = Pick<Session, 'accountId' | 'username'>;

/** Returns the administrator whom the audit log names for what a session does. */
const actorOf = ({ accountId, username }: ImportSession): Actor => ({ accountId, username });

/** What an administrator decides on a preview, whether it is read again or published. */
const toDecision = (
  { groups = [], entries = [], plans }: EndpointRequest<typeof publishImport>['body'],
  actor: Actor,
): PreviewDecision => ({ choices: { groups, entries }, plans, actor });

/**
 * Whether the client asks, with the header `Prefer: respond-async`, to be answered before the import has ended.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.1
 */
function wantsAsync(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i.test(String(headers['prefer'] ?? ''));
}

function checkExtension(fileName: string, extensions: readonly string[], code: ErrorCode): void {
  if (!extensions.includes(extname(fileName).toLowerCase())) throw new AppError(code);
}

/**
 * Reads the form of an upload to a section. @throws AppError `list.missing_section` when it names no section, or an
 * unknown one
 */
async function readSection<T>(form: () => Promise<T>): Promise<T> {
  try {
    return await form();
  } catch (error) {
    const isInvalid = error instanceof AppError && error.code === 'input.invalid';
    throw isInvalid ? new AppError('list.missing_section', { cause: error }) : error;
  }
}

const importUpload = (
  importer: Importer,
  session: ImportSession,
  list: Omit<UploadSource, 'from'>,
): StartedImport => importer.importList({ from: 'upload', ...list }, { actor: actorOf(session) });

/** How often a client that watches a running import of an M3U list is told of changes, in ms. */
const watchEveryMs = 300;

export function serveImports(serve: ServeEndpoint<ImportSession>, importer: Importer): void {
  const { repository } = importer;

  async function requireImport(id: string): Promise<ImportRowOfDetail> {
    const row = await repository.find(id);
    if (row === undefined) throw new AppError('import.not_found');
    return row;
  }

  async function findDetail(id: string): Promise<ImportDetail> {
    const row = await requireImport(id);
    const isOpenable = row.status === 'done' && row.has_report;
    return toImportDetail(
      row,
      isOpenable ? toImportAccess(await repository.listAccess(id), row.options.plans) : null,
    );
  }

  /** Finds an import without counting who may open what it brought, which reads its whole report and its titles. */
  async function findResult(id: string): Promise<ImportDetail> {
    return toImportDetail(await requireImport(id), null);
  }

  /**
   * Answers a request that started an import of an M3U list: with the result once the import has ended, or with the id of
   * the import, as soon as its list is received, when the client sent `Prefer: respond-async`.
   *
   * @param toAnswer - makes the answer for the id of an import that has ended
   * @throws AppError what has stopped an import that has changed nothing
   */
  async function answer<T>(
    { importId, received, ended }: StartedImport,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    toAnswer: (importId: string) => Promise<T>,
  ): Promise<T | Accepted<{ importId: string }>> {
    const first = wantsAsync(headers) ? await Promise.race([received, ended]) : await ended;
    if (first === 'received') return new Accepted({ importId });
    if ('error' in first) throw first.error;
    return await toAnswer(importId);
  }

  serve(importChannels, async (_request, { session, headers, upload: receive }) => {
    const upload = await receive('list.missing');
    checkExtension(upload.fileName, channelListExtensions, 'list.wrong_extension');
    const readOptions = async () => {
      return { kind: 'channels' as const, ...(await upload.form()) };
    };
    const list = { kind: 'channels', upload, readOptions, mode: 'publish' } as const;
    return answer(importUpload(importer, session, list), headers, async (id) =>
      toChannelImport(await findResult(id)),
    );
  });

  serve(importVideos, async (_request, { session, headers, upload: receive }) => {
    const upload = await receive('list.missing_text');
    checkExtension(upload.fileName, videoListExtensions, 'list.missing_text');
    const readOptions = async () => ({ kind: 'videos' as const, ...(await upload.form()) });
    const list = { kind: 'videos', upload, readOptions, mode: 'publish' } as const;
    return answer(importUpload(importer, session, list), headers, async (id) =>
      toVideoImport(await findResult(id)),
    );
  });

  serve(importSection, async (_request, { session, headers, upload: receive }) => {
    const upload = await receive('list.missing_section');
    checkExtension(upload.fileName, sectionListExtensions, 'list.not_m3u');
    const readOptions = async () => ({ kind: 'section' as const, ...(await readSection(upload.form)) });
    const list = { kind: 'section', upload, readOptions, mode: 'publish' } as const;
    return answer(importUpload(importer, session, list), headers, async (id) =>
      toSectionImport(await findResult(id)),
    );
  });

  serve(previewImport, async (_request, { session, headers, upload: receive }) => {
    const upload = await receive('list.missing_text');
    checkExtension(upload.fileName, videoListExtensions, 'list.missing_text');
    const list = { kind: 'mixed', upload, readOptions: upload.form, mode: 'preview' } as const;
    return answer(importUpload(importer, session, list), headers, findDetail);
  });

  serve(publishImport, async ({ params, body }, { session, headers }) => {
    const started = await importer.publish(params.id, toDecision(body, actorOf(session)));
    return answer(started, headers, findDetail);
  });

  serve(chooseInPreview, async ({ params, body }, { session, headers }) => {
    const started = await importer.choose(params.id, toDecision(body, actorOf(session)));
    return started === undefined ? findDetail(params.id) : answer(started, headers, findDetail);
  });

  serve(cancelImport, async ({ params }) => {
    await importer.cancel(params.id);
    return findDetail(params.id);
  });

  serve(undoImport, async ({ params }, { session }) => {
    const result = await importer.undo(params.id, actorOf(session));
    return { message: describeUndo(result), ...result };
  });

  serve(openImport, async ({ params }, { session }) => {
    const changed = await importer.setOpen(params.id, true, actorOf(session));
    return { message: describeOpening(changed), changed };
  });

  serve(closeImport, async ({ params }, { session }) => {
    const changed = await importer.setOpen(params.id, false, actorOf(session));
    return { message: describeClosing(changed), changed };
  });

  serve(listImports, async ({ query: { page, limit } }) => {
    const { rows, total } = await repository.listPage({ offset: (page - 1) * limit, limit });
    return { imports: rows.map(toImport), page, totalPages: Math.ceil(total / limit), total };
  });

  serve(getImport, ({ params }) => findDetail(params.id));

  serve(listImportRows, async ({ params, query: { page, limit, outcome, doubtful } }) => {
    const { choices } = await requireImport(params.id);
    const [total, rows] = await Promise.all([
      repository.countRows(params.id, outcome, doubtful),
      repository.listReportPage(params.id, {
        outcome,
        isDoubtful: doubtful,
        offset: (page - 1) * limit,
        limit,
      }),
    ]);
    return {
      rows: rows.map((row) => toImportRow(row, choices)),
      page,
      totalPages: Math.ceil(total / limit),
      total,
    };
  });

  serve(downloadImportReport, async ({ params }) => {
    await findDetail(params.id);
    return new Flow(writeReportCsv(repository, params.id), `importacion-${params.id}.csv`);
  });

  serve(watchImport, async ({ params }) => {
    await findDetail(params.id);
    return new Flow(watch(importer, params.id));
  });
}

/**
 * Yields the state of an import of an M3U list at each change, until the import has ended or waits to be published as a
 * preview.
 */
async function* watch({ repository, clock }: Importer, id: string): AsyncGenerator<Import> {
  let sent = '';
  for (;;) {
    const row = await repository.findSummary(id);
    if (row === undefined) return;
    const present = toImport(row);
    const text = JSON.stringify(present);
    if (text !== sent) yield present;
    sent = text;
    if (present.status !== 'running') return;
    await sleep(clock, watchEveryMs);
  }
}

function toChannelImport(detail: ImportDetail) {
  const { added, updated, duplicates, skipped, errors } = detail;
  return { message: describeResult(detail), added, updated, duplicates, skipped, errors };
}

function toVideoImport(detail: ImportDetail) {
  const { added, updated, duplicates, skipped, entries, movies, series, errors } = detail;
  return {
    message: describeResult(detail),
    added,
    // The answer of the endpoint that imports an M3U list of videos counts every entry as added or skipped, so entries
    // that updated an address count as skipped.
    skipped: updated + duplicates + skipped,
    summary: { totalProcessed: entries, movies, series },
    errors,
  };
}

function toSectionImport({ added, updated, duplicates }: ImportDetail) {
  const known = updated + duplicates;
  const message = `Subida exitosa: ${added} elementos añadidos, ${known} duplicados encontrados`;
  return { added, duplicates: known, message };
}

function describeUndo({ removed, restored, kept }: UndoResult): string {
  const count = (total: number, one: string, many: string): string =>
    `${total.toLocaleString('es')} ${total === 1 ? one : many}`;
  const parts = [
    count(removed, 'elemento eliminado', 'elementos eliminados'),
    ...(restored === 0
      ? []
      : [count(restored, 'recuperó su dirección anterior', 'recuperaron su dirección anterior')]),
  ];
  const keeps =
    kept === 0
      ? ''
      : kept === 1
        ? ' Se conserva 1, que alguien editó o actualizó después.'
        : ` Se conservan ${kept.toLocaleString('es')}, que alguien editó o actualizó después.`;
  return `Importación deshecha: ${parts.join(', ')}.${keeps}`;
}
