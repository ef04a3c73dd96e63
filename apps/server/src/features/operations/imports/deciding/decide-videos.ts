/**
 * For an import of an M3U list with films and series, decides with set-based SQL what each film or chapter in the
 * temporary staging table becomes, and writes the decisions into the temporary table `found` of the same transaction.
 *
 * 1. Of several entries with the same address or the same provider key, the first in the file counts; the others are
 *    duplicates.
 * 2. An entry whose address a film or chapter already has is a duplicate.
 * 3. When a film or chapter already has the entry's provider key (the provider's own id of a stream, which stays when
 *    its token changes), it gets the new address (with a provider's new token).
 * 4. When a film already has the entry's title and year, it gets the new address; of several new addresses the first
 *    counts.
 * 5. A chapter belongs to the series in which other entries of its name were just recognised, even if that series was
 *    renamed; otherwise to the series of its name and kind; otherwise to a new series. When that series already has its
 *    season and chapter number, the existing chapter gets the address.
 * 6. The first of the remaining entries of each title is added as new.
 *
 * A film or chapter whose current address is in the list is not given another address of the same list, so a second
 * import of a file changes nothing.
 *
 * @see docs/decisions/009-channel-identity.md
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { addFound, taken } from './found.ts';

/**
 * SQL condition that this import itself has added a row: an earlier part of its M3U list did, so an entry that equals it
 * repeats an entry of the list.
 */
const isOwn = (table: 'video' | 'chapter') => sql`${sql.ref(`${table}.xmin`)} = pg_current_xact_id()::xid`;

const isFirst = sql`work.nth_address = 1 and work.nth_key = 1`;
const repeated = sql`'Repetida en la lista.'::text`;
const standing = sql`'Ya estaba en el catálogo.'::text`;
const isUndecided = sql`not exists (select from found where found.position = work.position)`;

export async function decideVideos(trx: Transaction<Database>): Promise<void> {
  await narrow(trx);
  await findByAddress(trx);
  await findByProviderKey(trx);
  await findFilms(trx);
  await findSeries(trx);
  await findChapters(trx);
}

/**
 * Copies the columns by which an import of an M3U list decides on films and chapters into a narrow table, so that the
 * wide temporary staging table is read only once.
 */
async function narrow(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table work on commit drop as
    select position, kind, tipo, key, name_folded, title_sort, is_nameless, group_title, year, season, chapter,
      address_hash, provider_key, new_id,
      row_number() over (partition by address_hash order by position) as nth_address,
      case when provider_key is null then 1
           else row_number() over (partition by provider_key order by position) end as nth_key
    from staged where kind in ('film', 'chapter')`.execute(trx);
  await sql`analyze work`.execute(trx);
  await addFound(
    trx,
    sql`
      select position, 'duplicate'::text, ${repeated}, null::text, null::text, null::text, false
      from work where not (${isFirst})`,
  );
}

async function findByAddress(trx: Transaction<Database>): Promise<void> {
  await addFound(
    trx,
    sql`
      -- A film and a chapter may have the same address.
      select distinct on (known.position) known.position, 'duplicate'::text,
        case when is_own then ${repeated} else ${standing} end,
        case when not is_own then known.target_kind end, case when not is_own then known.target_id end,
        case when not is_own then known.parent_id end, false
      from (
        select work.position, 'film'::text as target_kind, video.id as target_id, video.id as parent_id,
          ${isOwn('video')} as is_own
        from work join video on video.address_hash = work.address_hash where ${isFirst}
        union all
        select work.position, 'chapter', chapter.id, chapter.video_id, ${isOwn('chapter')}
        from work join chapter on chapter.address_hash = work.address_hash where ${isFirst}
      ) as known
      join work using (position)
      order by known.position, known.target_kind = work.kind desc`,
  );
}

async function findByProviderKey(trx: Transaction<Database>): Promise<void> {
  await addFound(
    trx,
    sql`
      select known.position, case when is_own or is_taken then 'duplicate' else 'updated' end,
        case when is_own then ${repeated} when is_taken then ${standing} else 'Tiene una dirección nueva.' end,
        case when not is_own then known.target_kind end, case when not is_own then known.target_id end,
        case when not is_own then known.parent_id end, false
      from (
        select distinct on (work.position) work.position, target.target_kind, target.target_id, target.parent_id,
          target.is_own, taken.target_id is not null as is_taken
        from work
        join (
          select provider_key, 'film' as target_kind, id as target_id, id as parent_id, ${isOwn('video')} as is_own
          from video
          union all
          select provider_key, 'chapter', id, video_id, ${isOwn('chapter')} from chapter
        ) as target on target.provider_key = work.provider_key
        left join ${taken} on taken.target_id = target.target_id
        where ${isFirst} and ${isUndecided}
        order by work.position, target.target_id
      ) as known`,
  );
}

/**
 * SQL condition that a video has the title of an entry of the imported M3U list: `title_sort`, without leading
 * articles, uses the index; `title_folded` must be equal too.
 */
const isTitled = (titleSort: ReturnType<typeof sql.ref>, folded: ReturnType<typeof sql.ref>) => sql`
  video.title_sort = ${titleSort}
  and video.title_folded = ${folded}
  -- An address that joins a title of the demo would be deleted with the demo.
  and not video.is_demo`;

async function findFilms(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table film on commit drop as
    select work.*, case when key is null then 1
      else row_number() over (partition by tipo, key, year order by position) end as nth
    from work where kind = 'film' and ${isFirst} and ${isUndecided}`.execute(trx);
  await sql`analyze film`.execute(trx);
  await addFound(
    trx,
    sql`
    select position,
      case when is_repeated then 'duplicate' when known_id is null then 'added' else 'updated' end,
      case when is_repeated then 'Ese título ya está en la lista con otra dirección.'
           when known_id is not null then 'Tiene una dirección nueva.' end,
      'film', case when is_repeated then null else coalesce(known_id, new_id) end,
      case when is_repeated then null else coalesce(known_id, new_id) end, false
    from (
      select film.position, film.new_id, known.id as known_id,
        film.nth > 1 or present.key is not null or taken.target_id is not null
          or known.is_own is true as is_repeated
      from film
      left join (
        select distinct work.tipo, work.key, work.year
        from found join work using (position)
        where work.kind = 'film' and work.key is not null and found.target_id is not null
      ) as present on present.tipo = film.tipo and present.key = film.key
        and present.year is not distinct from film.year
      left join (
        select distinct on (film.position) film.position, video.id, ${isOwn('video')} as is_own
        from film join video on video.tipo = film.tipo
          and ${isTitled(sql.ref('film.title_sort'), sql.ref('film.name_folded'))}
          and video.release_year is not distinct from film.year
          and video.address is not null
          and (not film.is_nameless or video.group_title = film.group_title)
        where film.nth = 1 and film.key is not null
        order by film.position, video.created_at, video.id
      ) as known on known.position = film.position
      left join ${taken} on taken.target_id = known.id
    ) as seen`,
  );
}

/**
 * For an import of an M3U list, finds the series of each series name whose chapters are not decided on yet: an existing
 * series, or the id of a new one.
 */
async function findSeries(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table series on commit drop as
    select named.*, coalesce(recognised.video_id, titled.id, gen_random_uuid()::text) as video_id,
      recognised.video_id is null and titled.id is null as is_new
    from (
      select tipo, key, min(title_sort) as title_sort, min(position) as first_position, min(year) as year
      from work where kind = 'chapter' and ${isFirst} and ${isUndecided}
      group by tipo, key
    ) as named
    left join (
      select work.tipo, work.key, min(found.parent_id) as video_id
      from found join work using (position)
      where work.kind = 'chapter' and found.target_kind = 'chapter'
      group by work.tipo, work.key
    ) as recognised using (tipo, key)
    left join lateral (
      select video.id from video
      where video.tipo = named.tipo and ${isTitled(sql.ref('named.title_sort'), sql.ref('named.key'))}
        and video.address is null
      order by video.created_at, video.id limit 1
    ) as titled on recognised.video_id is null`.execute(trx);
  await sql`analyze series`.execute(trx);
}

async function findChapters(trx: Transaction<Database>): Promise<void> {
  await addFound(
    trx,
    sql`
    select position,
      case when is_repeated then 'duplicate' when known_id is null then 'added' else 'updated' end,
      case when is_repeated then 'Ese capítulo ya está en la lista con otra dirección.'
           when known_id is not null then 'Tiene una dirección nueva.' end,
      'chapter', case when is_repeated then null else coalesce(known_id, new_id) end, video_id,
      is_new and not is_repeated and position = first_position
    from (
      select numbered.*, known.id as known_id,
        numbered.nth > 1 or taken.target_id is not null or known.is_own is true as is_repeated
      from (
        select work.position, work.season, work.chapter, work.new_id, series.video_id, series.is_new,
          series.first_position,
          row_number() over (
            partition by series.video_id, work.season, work.chapter order by work.position
          ) as nth
        from work join series using (tipo, key)
        where work.kind = 'chapter' and ${isFirst} and ${isUndecided}
      ) as numbered
      left join (
        select distinct on (chapter.video_id, season.season_number, chapter.chapter_number)
          chapter.id, chapter.video_id, season.season_number, chapter.chapter_number, ${isOwn('chapter')} as is_own
        from series
        join season on season.video_id = series.video_id
        join chapter on chapter.season_id = season.id
        where not series.is_new
        order by chapter.video_id, season.season_number, chapter.chapter_number, chapter.position
      ) as known on known.video_id = numbered.video_id and known.season_number = numbered.season
        and known.chapter_number = numbered.chapter
      left join ${taken} on taken.target_id = known.id
    ) as seen`,
  );
}
