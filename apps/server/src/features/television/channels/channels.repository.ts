import { foldText, type ChannelInput, type ChannelPatch } from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { isInternal } from '@butaca/m3u';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { AppError } from '../../../platform/http/app-error.ts';
import { changedFields } from '../../../platform/changed-fields.ts';
import { changedTags } from '../../../shared/source-tags.ts';
import { decideMark, isShown } from '../../../shared/adults.ts';
import { createChannelCards } from './channel-cards.repository.ts';
import type { ChannelRow } from './channel-row.ts';
import {
  deleteChannel,
  deleteDemoChannels,
  insertChannel,
  updateChannel,
} from '../../../shared/channel/write-channel.ts';
import { toAdminDetail } from './channels.view.ts';
import { describeChannel } from './describe-channel.ts';
import { takeChannelNumber } from '../../../shared/channel/number-channels.ts';
import {
  listSources,
  sentSources,
  writeInternalArchive,
  writeSources,
} from '../../../shared/channel/write-sources.ts';

/**
 * SQL that selects a channel with its first stream address, for administrators who edit it and for the stream gateway
 * only.
 */
const withSource = (from: Kysely<Database>) =>
  from
    .selectFrom('channel')
    .innerJoin('channel_source as source', (join) =>
      join.onRef('source.channel_id', '=', 'channel.id').on('source.position', '=', 0),
    )
    .selectAll('channel')
    .select((select) => [
      isShown('channel').as('is_shown'),
      'source.address',
      'source.stream_kind',
      'source.is_playable',
      'source.user_agent',
      'source.referrer',
      'source.cookie',
      'source.origin',
      select
        .selectFrom('channel_source as every')
        .whereRef('every.channel_id', '=', 'channel.id')
        .select((count) => count.fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('source_count'),
    ]);

interface ChannelFilter {
  page: number;
  limit: number;
  search: string;
  section: string | undefined;
}

/** Creates the SQL functions that read channels, and that write them for administrators and for the demo catalogue. */
export function createChannelsRepository(db: Kysely<Database>) {
  const find = (id: string) => findChannel(db, id);

  /** Runs a write of channels in one transaction that also increments the catalogue version. */
  const write = <T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      const result = await work(trx);
      await bumpCatalogueVersion(trx);
      return result;
    });

  return {
    find,

    ...createChannelCards(db),

    /** Returns a page of the administrators' list of channels, ordered by name. */
    async listPage(filter: ChannelFilter) {
      const pattern = `%${foldText(filter.search).replace(/[\\%_]/g, '\\$&')}%`;
      const rows = await withSource(db)
        .$if(filter.search !== '', (query) => query.where('channel.name_folded', 'like', pattern))
        .$if(filter.section !== undefined, (query) =>
          query.where('channel.section', '=', filter.section ?? ''),
        )
        .orderBy('channel.name_folded')
        .orderBy('channel.id')
        .limit(filter.limit)
        .offset((filter.page - 1) * filter.limit)
        .execute();
      const { total } = await db
        .selectFrom('channel')
        .$if(filter.search !== '', (query) => query.where('name_folded', 'like', pattern))
        .$if(filter.section !== undefined, (query) => query.where('section', '=', filter.section ?? ''))
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    findDetail: async (id: string) => {
      const row = await find(id);
      return row === undefined ? undefined : { row, sources: await listSources(db, id) };
    },

    /**
     * @param by - the administrator, for the audit log; adding a channel of the demo is not recorded
     * @throws AppError `channel.duplicate` when another channel already has one of the stream addresses
     */
    insert: (input: ChannelInput, by: { actor: Actor } | { demo: DemoChannelPlace }): Promise<string> =>
      write(async (trx) => {
        const id = newId();
        const demo = 'demo' in by ? by.demo : undefined;
        if (demo === undefined) refuseNewImages(input);
        await insertChannel(trx, {
          id,
          ...toColumns(input),
          ...markColumns(input),
          ...changedTags({ country: input.country }),
          name: input.name,
          number: await takeChannelNumber(trx, demo?.channelNumber),
          ...(demo && {
            is_demo: true,
            channel_number: demo.channelNumber,
            colour: demo.colour,
            tvg_id: demo.tvgId,
          }),
        });
        await writeSources(trx, id, sentSources(input, []) ?? [], { mayBeInternal: demo !== undefined });
        if (demo?.archiveDays !== undefined) await writeInternalArchive(trx, id, demo.archiveDays);
        if ('actor' in by) {
          const made = describeChannel(requireRow(await findChannel(trx, id)), await listSources(trx, id));
          await recordAct(trx, by.actor, {
            action: 'channel.create',
            subjectId: id,
            subjectName: input.name,
            after: changedFields({}, made)?.after,
          });
        }
        return id;
      }),

    update: (id: string, patch: ChannelPatch, actor: Actor): Promise<boolean> =>
      db.transaction().execute((trx) => updateWithin(trx, id, patch, actor)),

    remove: (id: string, actor: Actor): Promise<string | undefined> =>
      write(async (trx) => {
        const { row, sources } = await findLocked(trx, id);
        if (row === undefined) return undefined;
        await deleteChannel(trx, id);
        await recordAct(trx, actor, {
          action: 'channel.delete',
          subjectId: id,
          subjectName: row.name,
          before: changedFields(describeChannel(row, sources), {})?.before,
        });
        return row.name;
      }),

    async countAll(): Promise<number> {
      return countWhere(db, false);
    },
    async countDemo(): Promise<number> {
      return countWhere(db, true);
    },
    removeDemo: () => write(deleteDemoChannels),
  };
}

export type ChannelsRepository = ReturnType<typeof createChannelsRepository>;

const findChannel = (db: Kysely<Database>, id: string) =>
  withSource(db).where('channel.id', '=', id).executeTakeFirst();

/** Reads a channel and locks its row until the transaction ends, so that edits of a channel run one after the other. */
async function findLocked(trx: Transaction<Database>, id: string) {
  await trx.selectFrom('channel').select('id').where('id', '=', id).forUpdate().execute();
  return { row: await findChannel(trx, id), sources: await listSources(trx, id) };
}

/**
 * Changes the fields of a channel that an administrator sent.
 *
 * @returns whether anything changed
 * @throws AppError `channel.not_found`, `channel.duplicate`, `resource.conflict`
 */
async function updateWithin(
  trx: Transaction<Database>,
  id: string,
  patch: ChannelPatch,
  actor: Actor,
): Promise<boolean> {
  const { name, revision } = patch;
  const { row, sources: known } = await findLocked(trx, id);
  const before = requireRow(row);
  const { revision: current } = toAdminDetail(before, known);
  if (revision !== undefined && revision !== current) throw new AppError('resource.conflict');
  refuseNewImages(patch, before);
  await updateChannel(trx, id, {
    ...toColumns(patch),
    ...markColumns(patch, before),
    ...changedTags({ country: patch.country }, before),
    ...(name !== undefined && { name }),
  });
  const sources = sentSources(patch, known);
  if (sources !== undefined) await writeSources(trx, id, sources);
  const after = requireRow(await findChannel(trx, id));
  const written = await listSources(trx, id);
  if (toAdminDetail(after, written).revision === current) return false;
  await recordAct(trx, actor, {
    action: 'channel.update',
    subjectId: id,
    subjectName: after.name,
    ...changedFields(describeChannel(before, known), describeChannel(after, written)),
  });
  await bumpCatalogueVersion(trx);
  return true;
}

/** What a channel of the demo has besides what administrators send. `archiveDays`: for how many days it is kept, if it is. */
interface DemoChannelPlace {
  channelNumber: number;
  colour: string | null;
  tvgId: string;
  archiveDays?: number | undefined;
}

async function countWhere(db: Kysely<Database>, isDemoOnly: boolean): Promise<number> {
  const { total } = await db
    .selectFrom('channel')
    .$if(isDemoOnly, (query) => query.where('is_demo', '=', true))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Refuses a channel whose image addresses name this server's own images (`internal:…`), unless the stored channel
 * already has the same image.
 *
 * @throws AppError `input.invalid`
 */
function refuseNewImages(patch: ChannelPatch, known?: ChannelRow): void {
  const kept = [known?.logo, known?.custom_thumbnail, known?.thumbnail];
  for (const path of ['logo', 'customThumbnail', 'thumbnail'] as const) {
    const image = patch[path];
    if (image === undefined || image === null || !isInternal(image) || kept.includes(image)) continue;
    const message = 'Debe ser una dirección http:// o https://.';
    throw new AppError('input.invalid', { details: [{ path, message }] });
  }
}

function toColumns(patch: ChannelPatch) {
  return {
    ...(patch.logo !== undefined && { logo: patch.logo }),
    ...(patch.customThumbnail !== undefined && { custom_thumbnail: patch.customThumbnail }),
    ...(patch.thumbnail !== undefined && { thumbnail: patch.thumbnail }),
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.section !== undefined && { section: patch.section }),
    ...(patch.active !== undefined && { active: patch.active }),
    ...(patch.isFeatured !== undefined && { is_featured: patch.isFeatured }),
    ...(patch.isPubliclyVisible !== undefined && { is_publicly_visible: patch.isPubliclyVisible }),
    ...(patch.requiresPlan !== undefined && { requires_plan: patch.requiresPlan }),
  };
}

/** @param known - the stored channel; `undefined` for a new one */
function markColumns({ isAdult: sent, section }: ChannelPatch, known?: ChannelRow) {
  const { isAdult, isEdited } = decideMark(
    sent,
    [section ?? known?.section],
    known && { isAdult: known.is_adult, groups: [known.section] },
  );
  return { is_adult: isAdult, ...(isEdited && { is_adult_edited: true }) };
}

function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('channel.not_found');
  return row;
}
