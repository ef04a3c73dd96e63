import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import {
  channelListExtensions,
  defaultChannelSection,
  foldText,
  imageAddressMaxLength,
  importErrorsShown,
  type ChannelImport,
  type ErrorCode,
} from '@butaca/contract';
import { bumpCatalogueVersion, type Database } from '@butaca/db';
import { readPlaylist, type IssueCode, type PlaylistEntry, type RefusalReason } from '@butaca/m3u';
import { sql, type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Upload } from '../../../platform/http/serve-endpoint.ts';
import { channelName, channelTitleKey, describeAddress } from '../channel-source.ts';
import { createStaging, publishChannels, stageChannels } from './publish-channels.ts';
import { clearSpool, spoolUpload } from './spool-upload.ts';
import type { PublishCounts, StagedChannel } from './staged-channel.ts';

const batchSize = 500;
const nameMaxLength = 200;
const sectionMaxLength = 100;
/** Any fixed number: imports of every process queue on it, and a second one is told so. */
const advisoryLockKey = 7_283_402;

const refusalCodes: Readonly<Record<RefusalReason, ErrorCode>> = {
  binary: 'list.invalid',
  html: 'list.html',
  media_playlist: 'list.media_playlist',
  empty: 'list.empty',
};

const issueReasons: Readonly<Record<IssueCode, string>> = {
  'entry.without_address': 'La entrada no tiene dirección.',
  'entry.unreadable': 'La entrada tiene demasiados atributos.',
  'entry.without_title': 'La entrada no tiene nombre.',
  'address.without_entry': 'La dirección no sigue a ninguna entrada.',
  'address.invalid': 'La dirección no es válida.',
  'address.too_long': 'La dirección es demasiado larga.',
  'line.too_long': 'La línea es demasiado larga.',
};

/** Imports an uploaded list of channels: all of it, or nothing. */
export type ImportChannels = (upload: Upload) => Promise<ChannelImport>;

/**
 * @param spoolDir - where uploads wait while they are read
 */
export function createImportChannels(db: Kysely<Database>, spoolDir: string): ImportChannels {
  // What a crash left behind goes at the start.
  const clearing = clearSpool(spoolDir);

  return async (upload) => {
    if (!(channelListExtensions as readonly string[]).includes(extname(upload.fileName).toLowerCase())) {
      throw new AppError('list.wrong_extension');
    }
    await clearing;
    await using file = await spoolUpload(upload, spoolDir);
    return await db.transaction().execute((trx) => importFile(trx, file.path));
  };
}

async function importFile(trx: Transaction<Database>, path: string): Promise<ChannelImport> {
  await sql`set local statement_timeout = 0`.execute(trx);
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLockKey}) as "isFree"`.execute(trx);
  if (rows[0]?.isFree !== true) throw new AppError('import.running');
  await createStaging(trx);
  const skipped = await stageFile(trx, path);
  const counts = await publishChannels(trx);
  await bumpCatalogueVersion(trx);
  return {
    message: describe(counts, skipped.total),
    ...counts,
    skipped: skipped.total,
    errors: skipped.shown,
  };
}

async function stageFile(trx: Transaction<Database>, path: string) {
  const shown: ChannelImport['errors'] = [];
  let total = 0;
  let batch: StagedChannel[] = [];
  for await (const items of readPlaylist(createReadStream(path))) {
    for (const item of items) {
      if (item.type === 'refusal') throw new AppError(refusalCodes[item.reason]);
      if (item.type === 'entry') batch.push(toStaged(item.entry));
      if (item.type !== 'issue') continue;
      total += 1;
      const { lineNumber, code } = item.issue;
      if (shown.length < importErrorsShown) shown.push({ line: lineNumber, reason: issueReasons[code] });
    }
    if (batch.length >= batchSize) {
      await stageChannels(trx, batch);
      batch = [];
    }
  }
  if (batch.length > 0) await stageChannels(trx, batch);
  return { shown, total };
}

function toStaged(entry: PlaylistEntry): StagedChannel {
  const name = cut(channelName(entry.title.replace(controls, '')), nameMaxLength).trim();
  const described = describeAddress(entry.address, entry.xuiId);
  return {
    ...described,
    address_hash: described.address_hash.toString('hex'),
    line: entry.lineNumber,
    channel_id: newId(),
    source_id: newId(),
    name,
    name_folded: foldText(name),
    title_key: channelTitleKey(name),
    section: cut((entry.groups[0] ?? '').replace(controls, ''), sectionMaxLength) || defaultChannelSection,
    logo: readLogo(entry.logo),
    tvg_id: entry.tvgId === undefined ? null : cut(entry.tvgId.replace(controls, ''), 200),
    channel_number: entry.channelNumber ?? null,
    user_agent: entry.headers.userAgent ?? null,
    referrer: entry.headers.referrer ?? null,
  };
}

const controls = /[\u0000-\u001f\u007f]/g;

/** The beginning of a text, never half a character: the database refuses that, and the whole list with it. */
function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

function readLogo(address: string | undefined): string | null {
  const isGood =
    address !== undefined && /^https?:\/\/\S+$/i.test(address) && address.length <= imageAddressMaxLength;
  return isGood ? address : null;
}

function describe({ added, updated, duplicates }: PublishCounts, skipped: number): string {
  const count = (total: number, one: string, many: string): string => `${total} ${total === 1 ? one : many}`;
  const parts = [
    count(added, 'canal añadido', 'canales añadidos'),
    count(updated, 'actualizado', 'actualizados'),
    count(duplicates, 'duplicado', 'duplicados'),
    count(skipped, 'omitido', 'omitidos'),
  ];
  return `Lista procesada: ${parts.join(', ')}.`;
}
