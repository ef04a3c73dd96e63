/**
 * Lists, writes and deletes videos for administrators.
 *
 * The administrators' lists contain inactive videos too, which the partial indexes for viewers' lists leave out. Active
 * and inactive videos are therefore read from separate indexes in the same order, and merged. Of the rows before the
 * requested page only the ids are read, and a page in the second half of a list is read from the end of the list.
 */
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { changedFields } from '../../../platform/changed-fields.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { refuseDuplicate } from '../../../platform/http/refuse-duplicate.ts';
import { countHolding, listNewestHolding, type SearchedList } from './newest-holding.ts';
import { filterVideos, holdsWords, searchWords, type VideoFilter } from './video-filter.ts';
import { listSeasons } from './videos.repository.ts';
import {
  deleteVideos,
  insertVideo,
  noteEdit,
  updateVideo,
  type VideoDraft,
} from '../../../shared/video/write-video.ts';
import { listVersions, writeVersionTags } from '../../../shared/video/versions.ts';
import { toAdminDetail, type AdminVideoRow } from './administration.view.ts';
import { describeVideo } from './describe-video.ts';
import { refuseNewInternal, requireVersions, toVideoDraft, type CheckedVideo } from './video-draft.ts';

/**
 * How many videos that a search finds are counted and put in order. Administrators reach the last page of more than viewers do;
 * with common words counting all videos of a large catalogue would take longer than a statement may.
 */
const mostMatching = 50_000;

export function createVideoAdministration(db: Kysely<Database>) {
  const write = <T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
    refuseDuplicate('video_address_hash_key', 'video.duplicate', () =>
      refuseDuplicate('chapter_address_hash_key', 'video.duplicate', () => db.transaction().execute(work)),
    );

  return {
    ...createAdministrationLists(db),

    async find(id: string) {
      const row = await db.selectFrom('video').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      return { row, seasons: await listSeasons(db, id), versions: await listVersions(db, id) };
    },

    /** @returns its id @throws AppError `video.duplicate` */
    create: (draft: VideoDraft, actor: Actor): Promise<string> =>
      write(async (trx) => {
        refuseNewInternal(draft);
        const id = await insertVideo(trx, draft);
        await recordAct(trx, actor, {
          action: 'video.create',
          subjectId: id,
          subjectName: draft.title,
          after: changedFields({}, describeVideo(draft))?.after,
        });
        await bumpCatalogueVersion(trx);
        return id;
      }),

    /**
     * @returns whether anything changed
     * @throws AppError `video.not_found`, `video.duplicate`, `resource.conflict`
     */
    update: (id: string, input: CheckedVideo, actor: Actor): Promise<boolean> =>
      write(async (trx) => {
        const row = await trx
          .selectFrom('video')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) throw new AppError('video.not_found');
        const seasons = await listSeasons(trx, id);
        const versions = await listVersions(trx, id);
        const { revision } = await toAdminDetail(row, seasons, versions);
        if (input.revision !== undefined && input.revision !== revision)
          throw new AppError('resource.conflict');
        const sent = requireVersions(input, versions);
        const known = toKnownDraft(row, seasons);
        const draft = toVideoDraft(input, known);
        refuseNewInternal(draft, known);
        const written = await updateVideo(trx, row, known, draft);
        const taggedVersions = await writeVersionTags(trx, versions, sent);
        if (written === undefined && taggedVersions === 0) return false;
        if (written === undefined) await noteEdit(trx, id);
        const { chapters, isTouched = false, tagged = 0 } = written ?? {};
        const changes = changedFields(describeVideo(known), {
          ...describeVideo(draft),
          ...(isTouched && { chapters }),
          ...(tagged > 0 && { taggedChapters: tagged }),
          ...(taggedVersions > 0 && { taggedVersions }),
        });
        await recordAct(trx, actor, {
          action: 'video.update',
          subjectId: id,
          subjectName: draft.title,
          ...changes,
        });
        await bumpCatalogueVersion(trx);
        return true;
      }),

    /** @returns the ids and titles of those given videos that existed */
    remove: (ids: readonly string[], actor: Actor): Promise<{ id: string; title: string }[]> =>
      write(async (trx) => {
        const gone = await deleteVideos(trx, ids);
        for (const row of gone) {
          await recordAct(trx, actor, {
            action: 'video.delete',
            subjectId: row.id,
            subjectName: row.title,
            before: changedFields(describeGone(row), {})?.before,
          });
        }
        if (gone.length > 0) await bumpCatalogueVersion(trx);
        return gone;
      }),
  };
}

/** Creates the queries for the administrators' lists of videos, inactive videos included. */
function createAdministrationLists(db: Kysely<Database>) {
  const half = (filter: VideoFilter, isActive: boolean) =>
    db
      .selectFrom('video')
      .select(['video.id', 'video.created_at'])
      .where('video.active', '=', isActive)
      .where((where) => where.and(filterVideos(where, filter)));

  /**
   * SQL for the administrators' list of videos: active and inactive videos are ordered separately, so that Postgres
   * merges two index scans instead of sorting all rows.
   */
  const inOrder = (filter: VideoFilter, order: 'asc' | 'desc') => {
    const [active, inactive] = [true, false].map((isActive) =>
      half(filter, isActive).orderBy('video.created_at', order).orderBy('video.id', order),
    );
    return sql<{ id: string; created_at: Date }>`(${active} union all ${inactive})`;
  };

  function searchedList({ search = '', ...list }: VideoFilter): SearchedList | undefined {
    const words = searchWords(search);
    if (words.length === 0) return undefined;
    const all = { ...list, search };
    return {
      newest: (rows) => {
        const [active, inactive] = [true, false].map((isActive) =>
          half(list, isActive)
            .select('video.search_text')
            .orderBy('video.created_at', 'desc')
            .orderBy('video.id', 'desc')
            .limit(rows),
        );
        return sql`(${active} union all ${inactive}) order by created_at desc, id desc limit ${rows}`;
      },
      // Active and inactive videos each have an index of their texts.
      matching: sql`${half(all, true).unionAll(half(all, false))}`,
      holds: holdsWords(words),
      most: mostMatching,
    };
  }

  return {
    /** @param total - the number of videos in the whole list, as `count` returns it */
    async listPage(filter: VideoFilter, { page, limit }: { page: number; limit: number }, total: number) {
      const offset = (page - 1) * limit;
      const searched = searchedList(filter);
      if (searched !== undefined) {
        return listNewestHolding(searched, { offset, limit }, (ids) =>
          db
            .selectFrom('video')
            .selectAll('video')
            .innerJoin(ids.as('listed'), 'listed.id', 'video.id')
            .orderBy('video.created_at', 'desc')
            .orderBy('video.id', 'desc')
            .execute(),
        );
      }
      const isFromEnd = offset > total / 2;
      const size = isFromEnd ? Math.min(limit, total - offset) : limit;
      if (size <= 0) return [];
      const order = isFromEnd ? 'asc' : 'desc';
      const found = await db
        .selectFrom(inOrder(filter, order).as('listed'))
        .select('listed.id')
        .orderBy('listed.created_at', order)
        .orderBy('listed.id', order)
        .limit(size)
        .offset(isFromEnd ? total - offset - size : offset)
        .execute();
      const ids = (isFromEnd ? found.toReversed() : found).map(({ id }) => id);
      const rows = await db
        .selectFrom('video')
        .selectAll()
        .where('id', '=', sql<string>`any(${ids}::text[])`)
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** Counts the videos of a list; the count of a search stops at a limit. */
    async count(filter: VideoFilter): Promise<number> {
      const searched = searchedList(filter);
      if (searched !== undefined) return (await countHolding(searched).execute(db)).rows[0]?.total ?? 0;
      const { total } = await db
        .selectFrom(half(filter, true).unionAll(half(filter, false)).as('listed'))
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}

export type VideoAdministration = ReturnType<typeof createVideoAdministration>;

/**
 * Describes a deleted video for the audit log. The rows of its seasons are deleted too, so the number of seasons is
 * taken from columns of the video.
 */
function describeGone(row: AdminVideoRow): Readonly<Record<string, unknown>> {
  const { season_count: seasonCount, chapter_count: chapterCount } = row;
  return { ...describeVideo(toKnownDraft(row, [])), seasonCount, chapterCount };
}

/** Converts a stored video into the form in which videos are written and compared (`VideoDraft`). */
function toKnownDraft(row: AdminVideoRow, seasons: Awaited<ReturnType<typeof listSeasons>>): VideoDraft {
  return {
    title: row.title,
    description: row.description,
    tipo: row.tipo,
    subtipo: row.subtipo,
    mainSection: row.main_section,
    subcategoria: row.subcategoria,
    genres: row.genres,
    releaseYear: row.release_year,
    rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
    customThumbnail: row.custom_thumbnail,
    thumbnail: row.thumbnail,
    tmdbThumbnail: row.tmdb_thumbnail,
    backdrop: row.backdrop,
    trailerAddress: row.trailer_address,
    isFeatured: row.is_featured,
    active: row.active,
    isAdult: row.is_adult,
    isAdultEdited: row.is_adult_edited,
    tags: {
      languages: row.languages,
      quality: row.quality,
      edition: row.edition,
      country: row.country,
      edited_tags: row.edited_tags,
    },
    requiresPlan: row.requires_plan,
    address: row.address ?? undefined,
    seasons: seasons.map((season) => ({
      seasonNumber: season.season_number,
      title: season.title,
      chapters: season.chapters.map((chapter) => ({
        title: chapter.title,
        thumbnail: chapter.thumbnail,
        address: chapter.address ?? undefined,
      })),
    })),
  };
}
