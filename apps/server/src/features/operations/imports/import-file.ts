import { rm } from 'node:fs/promises';
import type { ImportGroup } from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type BulkSession, type Database } from '@butaca/db';
import type { Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { keepOfferedGuides } from '../../../shared/guide/keep-offered-guides.ts';
import type { Log } from '../../../platform/log.ts';
import {
  keepNameRules,
  keepProvider,
  noteListPublished,
  type ListChanges,
  type ListProvider,
  type WaitingReason,
} from '../../../shared/provider/list-provider.ts';
import { countOutcomes, decide, hasVideos, type ImportCounts } from './deciding/decide.ts';
import { countReadable, findWaitingReason } from './find-waiting-reason.ts';
import { followList } from './follow-list.ts';
import type { ImportMode, ImportOptions, KeptChoices } from './reading/import-options.ts';
import { shareCatalogue } from './import-slot.ts';
import { finishImport, writeReport } from './import-states.repository.ts';
import type { ImportsRepository } from './imports.repository.ts';
import { countDoubtful, listGroups } from './list-groups.ts';
import { publishChannels } from './publish-channels.ts';
import { hasOwnVideos, publishInParts } from './publish-in-parts.ts';
import { giveImportPlans } from './open-import.ts';
import { completeStanding, publishSeries } from './publish-series.ts';
import { publishVideos } from './publish-videos.ts';
import { accountFormat, playlistFormat, type ListFormat } from './reading/list-format.ts';
import type { Running } from './running-import.ts';
import { keepForPreview, previewPath } from './spool-upload.ts';
import { stageList, type StagedList, type StageNeeds } from './reading/stage-list.ts';

export interface ImportFileNeeds {
  repository: ImportsRepository;
  previewDir: string;
  /** The largest list, in bytes, also when it is unpacked. */
  limitBytes: number;
  log: Log;
  /**
   * Called when this process has committed an import of an M3U list, so that cached answers of the catalogue become
   * stale.
   */
  onChanged(): void;
}

/** A list that was received completely. */
export interface ReceivedList {
  path: string;
  options: ImportOptions;
  provider: ListProvider;
  actor: Actor;
  mode: ImportMode;
  /** What an administrator has chosen in the preview of the list, which a further preview keeps. */
  keptChoices?: KeptChoices;
}

/** What the preview of a list shows besides its counts. */
interface PreviewFacts {
  groups: ImportGroup[];
  /** How many of its entries are doubtful. */
  doubtful?: number;
}

function formatOf({ format }: ListProvider, options: ImportOptions): ListFormat<unknown> {
  const made =
    format === 'xtream'
      ? accountFormat(options, 'list.no_entries')
      : playlistFormat(options, options.kind === 'channels' ? 'list.empty' : 'list.no_entries');
  // Each format reads the items that it has made itself.
  return made;
}

/**
 * Reads a completely received M3U list into the temporary staging table, decides on each entry, and then either
 * publishes all entries, or writes a preview of the import and keeps its file.
 *
 * @returns which of the two it did
 */
export async function importFile(
  { repository, previewDir, limitBytes, log, onChanged }: ImportFileNeeds,
  run: Running,
  { path, options, provider, actor, mode, keptChoices = {} }: ReceivedList,
): Promise<'published' | 'waiting'> {
  const { session, abort, progress } = run;
  Object.assign(progress, { phase: 'reading', doneBytes: 0, entries: 0 });
  const hasForms = isToWait(mode, provider);
  const reading: StageNeeds = {
    session,
    path,
    limitBytes,
    format: formatOf(provider, { ...options, hasForms }),
    providerId: provider.id,
    progress,
    signal: abort.signal,
  };
  let isPreview = mode === 'preview';
  let waiting: WaitingReason | undefined;
  if (!(await publishFirst())) await publishStaged();
  run.isCommitted = true;
  if (!isPreview) onChanged();
  await tidyReports(session);
  return isPreview ? 'waiting' : 'published';

  /**
   * Publishes a list part by part while it is read, where the catalogue has nothing that its entries could equal. Nothing of
   * it is read before, so it does not step back. @returns whether it did
   */
  async function publishFirst(): Promise<boolean> {
    const isFirst = !provider.isWhole || provider.publishedEntries === null;
    if (mode !== 'publish' || !isFirst || options.kind === 'channels' || (await hasOwnVideos(session.db)))
      return false;
    const publish = async (): Promise<boolean> => {
      // Another import may have written meanwhile.
      if (await hasOwnVideos(session.db)) return false;
      progress.phase = 'reading';
      await session.db.transaction().execute(async (trx) => {
        await beginWriting(trx, provider);
        const { list, counts } = await publishInParts(trx, run.id, reading, progress.sizeBytes);
        progress.phase = 'publishing';
        // The list is new to its provider, so that there is nothing that it could lack.
        const followed = await followList(trx, { ...provider, isWhole: false });
        await finish(trx, list, counts, { groups: [], ...followed });
      });
      return true;
    };
    return run.turn.write(Math.ceil(progress.sizeBytes / bytesOfEntry), publish, false);
  }

  /** Reads a list, and publishes it when it is its turn, or makes its preview. */
  async function publishStaged(): Promise<void> {
    progress.phase = 'reading';
    const { giveWay } = run;
    let list = await stageList({ ...reading, giveWay });
    if (mode === 'refresh') waiting = await findWaitingReason(session.db, provider, list);
    isPreview ||= waiting !== undefined;
    if (!isPreview)
      await run.turn.write(countReadable(list), async () => {
        // What was written while the list waited for its turn may make it wait for an administrator.
        if (mode === 'refresh') waiting = await findWaitingReason(session.db, await readAnew(), list);
        isPreview = waiting !== undefined;
        if (!isPreview) await settle(list);
      });
    if (!isPreview) return;
    if (waiting !== undefined && !hasForms) {
      // Only what has been read says that a list has shrunken, and rules are made of forms: it is read again with them.
      Object.assign(progress, { phase: 'reading', doneBytes: 0, entries: 0 });
      list = await stageList({ ...reading, format: formatOf(provider, { ...options, hasForms: true }) });
    }
    await settle(list);
  }

  /** @throws AppError `provider.not_found` when the provider was removed meanwhile */
  async function readAnew(): Promise<ListProvider> {
    const found = await repository.findProvider(provider.id);
    if (found === undefined) throw new AppError('provider.not_found');
    return found;
  }

  /** Decides on the entries of a list that was read, and publishes it or stores its preview. */
  async function settle(list: StagedList): Promise<void> {
    progress.phase = 'publishing';
    await session.db.transaction().execute(async (trx) => {
      if (!isPreview) await beginWriting(trx, provider);
      await decide(trx, list, provider.isWhole ? provider.id : undefined);
      abort.signal.throwIfAborted();
      const counts = await countOutcomes(trx, list);
      const groups = isPreview ? await listGroups(trx) : [];
      const doubtful = isPreview ? await countDoubtful(trx) : 0;
      if (!isPreview && hasVideos(list.counts)) await publishVideos(trx);
      if (!isPreview && list.counts.series > 0) await publishSeries(trx);
      if (!isPreview && provider.format === 'xtream') await completeStanding(trx);
      if (!isPreview && list.counts.channel > 0) await publishChannels(trx);
      await writeReport(trx, run.id, { isPreview });
      const followed = isPreview ? { shown: 0, hidden: 0 } : await followList(trx, provider);
      await finish(trx, list, counts, { groups, doubtful, ...followed });
      // As soon as a preview is committed it can be published, which needs the file; and a process may die in between.
      if (isPreview) await keepForPreview(path, previewDir, run.id);
    });
  }

  async function finish(
    trx: Transaction<Database>,
    list: StagedList,
    counts: ImportCounts,
    { groups, doubtful = 0, shown, hidden }: PreviewFacts & Pick<ListChanges, 'shown' | 'hidden'>,
  ): Promise<void> {
    const { errors, errorCount } = list;
    const choices = isPreview ? keptChoices : {};
    const { plans } = options;
    const result = { counts, errors, errorCount, groups, doubtful, choices, plans, waiting };
    await finishImport(trx, run.id, isPreview ? 'preview' : 'done', result);
    abort.signal.throwIfAborted();
    // The provider of a file has a row only once a list of it is published.
    if (provider.isWhole || !isPreview) await keepOfferedGuides(trx, provider.id, list.guides);
    if (isPreview) return;
    await giveImportPlans(trx, run.id, { plans, areOnlyNew: mode === 'refresh' });
    // A refresh applies what the provider remembers; somebody may have taken a part of that away since it began.
    const isChosenNow = mode !== 'refresh';
    if (isChosenNow && options.kind === 'mixed' && options.rules !== undefined)
      await keepNameRules(trx, provider, options.rules);
    if (provider.isWhole) {
      const { added, updated } = counts;
      await noteListPublished(trx, provider, {
        entries: countReadable(list),
        changes: { added, updated, shown, hidden },
        choices: isChosenNow ? [...(options.choices?.values() ?? [])] : undefined,
      });
    }
    await bumpCatalogueVersion(trx);
    const fileName = (await repository.findSummary(run.id))?.file_name ?? '';
    await recordImport(trx, actor, { id: run.id, fileName, counts, plans });
  }

  /**
   * Analyses the new report, and removes the reports of old imports of M3U lists. A failure to do so is only logged: the
   * current import is committed already, and the next import tries to remove them again.
   */
  async function tidyReports({ db }: BulkSession): Promise<void> {
    try {
      await repository.analyse(db);
      const ids = await repository.prune(db);
      await Promise.all(ids.map((id) => rm(previewPath(previewDir, id), { force: true })));
    } catch (error) {
      log.warn({ err: error }, 'reports of imports were not tidied');
    }
  }
}

/** About how long an entry of a list is, by which its number of entries is guessed before it is read. */
const bytesOfEntry = 200;

/** Whether it is known before a list is read that it will wait as a preview, in which rules are made of entries' forms. */
const isToWait = (mode: ImportMode, { publishedEntries, isUndone }: ListProvider): boolean =>
  mode === 'preview' || (mode === 'refresh' && (publishedEntries === null || isUndone));

/**
 * Begins to write the entries of a list into the catalogue. @throws AppError `provider.not_found` when the provider was
 * removed meanwhile
 */
async function beginWriting(trx: Transaction<Database>, provider: ListProvider): Promise<void> {
  await shareCatalogue(trx);
  if (!(await keepProvider(trx, provider))) throw new AppError('provider.not_found');
}

async function recordImport(
  trx: Transaction<Database>,
  actor: Actor,
  {
    id,
    fileName,
    counts: { added, updated, duplicates, skipped },
    plans,
  }: { id: string; fileName: string; counts: ImportCounts; plans: ImportOptions['plans'] },
): Promise<void> {
  await recordAct(trx, actor, {
    action: 'import.run',
    subjectId: id,
    subjectName: fileName,
    after: { added, updated, duplicates, skipped, ...(plans && { plans }) },
  });
}
