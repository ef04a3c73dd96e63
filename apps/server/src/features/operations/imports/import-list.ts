/**
 * Imports a list, wherever it comes from: an uploaded file, the address of a provider, an Xtream account, or the file that a
 * preview has kept. The routes of imports and the refreshes of providers both come in here; they translate the outcome into
 * an answer, or into what the row of a provider says.
 *
 * @see docs/decisions/069-one-door-for-lists.md
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { planKeys } from '@butaca/contract';
import type { BulkSession } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import { spoolUpload } from '../../../platform/http/spool-upload.ts';
import {
  isRetryable,
  toFailure,
  type ImportOutcome,
  type ListVersion,
} from '../../../shared/provider/import-outcome.ts';
import type { ListProvider } from '../../../shared/provider/list-provider.ts';
import type { ImportOrder } from '../../../shared/provider/list-source.ts';
import { createListRetries } from '../../../shared/provider/retry-list.ts';
import type { ImportHolder } from './hold-import.ts';
import { importFile, type ImportFileNeeds } from './import-file.ts';
import { openList, type ArrivingList, type ArrivingSource, type OpenListNeeds } from './open-list.ts';
import {
  readChoices,
  type ImportMode,
  type ImportOptions,
  type KeptChoices,
} from './reading/import-options.ts';
import { toldOf, type Running } from './running-import.ts';
import { previewPath } from './spool-upload.ts';

/** The list that a preview has kept, with what an administrator has decided on it. */
export interface PreviewSource {
  from: 'preview';
  importId: string;
  path: string;
  sizeBytes: number;
  /** How many entries the preview counted. */
  entries: number;
  provider: ListProvider;
  options: ImportOptions;
  /** `preview`: the list is read again with the decisions, and waits again · `publish`: it is published. */
  mode: Exclude<ImportMode, 'refresh'>;
  /** What the preview keeps of the decisions while it waits. */
  keptChoices: KeptChoices;
}

export type ListSource = ArrivingSource | PreviewSource;

/** An import that continues in the background. */
export interface StartedImport {
  importId: string;
  /** Resolved once the list is received and its form is valid; never where the import ends before that. */
  received: Promise<'received'>;
  /** Never rejected. */
  ended: Promise<ImportOutcome>;
}

export interface ImportListNeeds extends ImportFileNeeds, OpenListNeeds {
  holder: ImportHolder;
  uploadDir: string;
}

const unknownVersion: ListVersion = { etag: null, lastModified: null, hash: null };

export function importList(needs: ImportListNeeds, source: ListSource, order: ImportOrder): StartedImport {
  const importId = source.from === 'preview' ? source.importId : randomUUID();
  let onReceived = (_received: 'received'): void => undefined;
  const received = new Promise<'received'>((resolve) => {
    onReceived = resolve;
  });

  async function run(): Promise<ImportOutcome> {
    const session = await beginImport(needs, importId, source);
    if (source.from === 'preview')
      return needs.holder.hold(
        {
          id: importId,
          session,
          isRefresh: false,
          previewed: source.entries,
          isReread: source.mode === 'preview',
        },
        (running) => {
          onReceived('received');
          return importKept(needs, running, source, order);
        },
      );
    return needs.holder.hold({ id: importId, session, isRefresh: source.from !== 'upload' }, (running) =>
      importArriving(needs, running, { source, order, onReceived: () => onReceived('received') }),
    );
  }

  return { importId, received, ended: run().catch(toFailure) };
}

/**
 * Opens the session of an import; a preview that is published begins to run.
 *
 * @throws AppError `import.running`, `server.unavailable`, `import.not_preview` for one that is none any more
 */
async function beginImport(
  { holder, repository }: ImportListNeeds,
  importId: string,
  source: ListSource,
): Promise<BulkSession> {
  // An older preview of a provider is not published beside a newer list of it.
  const isOfProvider =
    source.from === 'address' ||
    source.from === 'account' ||
    (source.from === 'preview' && source.mode === 'publish' && source.provider.isWhole);
  const session = await holder.begin(importId, isOfProvider ? source.provider.id : undefined);
  try {
    if (source.from === 'preview' && !(await repository.resume(source.importId)))
      throw new AppError('import.not_preview');
    return session;
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
}

/** Receives a list completely into a file, and imports it unless its source says that it is not to be imported. */
async function importArriving(
  needs: ImportListNeeds,
  run: Running,
  { source, order, onReceived }: { source: ArrivingSource; order: ImportOrder; onReceived(): void },
): Promise<ImportOutcome> {
  const { repository, previewDir } = needs;
  const { id, progress } = run;
  const { actor } = order;
  const arrived = await receiveList(needs, run, source, order);
  if (arrived === undefined) return { kind: 'unchanged' };
  const { list, path } = arrived;
  const { provider, mode } = list;
  try {
    progress.sizeBytes = progress.doneBytes;
    const refusal = await order.refuse?.(list.head());
    if (refusal !== undefined) return toFailure(refusal);
    if (await isUnchanged(needs, source, list)) return { kind: 'unchanged' };
    // A file has no row of a provider that was read before; files of one name are lists of one provider.
    const rules = source.from === 'upload' ? await repository.findNameRules(provider.id) : provider.rules;
    const form = await list.readOptions();
    const plans = mode === 'refresh' ? await findPlans(repository, provider) : form.plans;
    const options: ImportOptions = { ...form, plans, ...readChoices({ ...provider, rules }, {}) };
    await repository.setOptions(id, options);
    onReceived();
    const ended = await importFile(needs, run, { path, options, provider, actor, mode });
    return { kind: ended, importId: id, version: list.version() };
  } catch (error) {
    if (!run.isCommitted) await rm(previewPath(previewDir, id), { force: true, recursive: true });
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Receives a list completely into a file, and begins its row in the history. The list at an address is requested again when
 * its connection breaks.
 *
 * @returns `undefined` for a list that its server says has not changed
 */
async function receiveList(
  needs: ImportListNeeds,
  { id, progress, abort }: Running,
  source: ArrivingSource,
  order: ImportOrder,
): Promise<{ list: ArrivingList; path: string } | undefined> {
  const { repository, uploadDir, clock, log } = needs;
  const signal = order.stopped === undefined ? abort.signal : AbortSignal.any([abort.signal, order.stopped]);
  const providerId = source.from === 'upload' ? '' : source.provider.id;
  const retries = createListRetries({ providerId, clock, log, signal });
  let isBegun = false;

  async function receiveOnce(isFresh: boolean) {
    const list = await openList(needs, source, order, { signal, isFresh, retries });
    if (list === undefined) return undefined;
    const { kind, fileName, expectedBytes: sizeBytes, provider } = list;
    progress.sizeBytes = sizeBytes;
    const row = { id, kind, fileName, sizeBytes, providerId: provider.id, actor: order.actor };
    if (!isBegun) await repository.create(row);
    isBegun = true;
    const path = await spoolUpload(list, uploadDir, {
      signal: abort.signal,
      onBytes(bytes) {
        progress.doneBytes = bytes;
      },
    });
    return { list, path };
  }

  return source.from === 'address' ? retries.run(receiveOnce) : receiveOnce(false);
}

/** Finds the plans that open what the list of a provider brings: all of them for its first list, then as the last one. */
const findPlans = async (repository: ImportListNeeds['repository'], { id, publishedEntries }: ListProvider) =>
  publishedEntries === null ? planKeys : repository.findPlans(id);

/** Whether a list has the same bytes as the one that was published last. While an earlier list waits, every list is new. */
async function isUnchanged(
  { repository }: ImportListNeeds,
  source: ArrivingSource,
  list: ArrivingList,
): Promise<boolean> {
  if (source.from === 'upload' || source.publishedHash === null) return false;
  const { hash } = list.version();
  if (hash?.equals(source.publishedHash) !== true) return false;
  return (await repository.listWaiting(source.provider.id)).length === 0;
}

/**
 * Imports the list that a preview has kept, or reads it again for a further preview; it is kept on where the import may
 * succeed another time.
 */
async function importKept(
  needs: ImportListNeeds,
  run: Running,
  { path, sizeBytes, options, provider, mode, keptChoices }: PreviewSource,
  { actor }: ImportOrder,
): Promise<ImportOutcome> {
  run.progress.sizeBytes = sizeBytes;
  try {
    await importFile(needs, run, { path, options, provider, actor, mode, keptChoices });
    if (mode === 'preview') return { kind: 'waiting', importId: run.id, version: unknownVersion };
  } catch (error) {
    const isKept = mode === 'preview' || isRetryable(toFailure(toldOf(run, error)));
    if (!isKept) await rm(path, { force: true });
    throw error;
  }
  await rm(path, { force: true });
  return { kind: 'published', importId: run.id, version: unknownVersion };
}
