/**
 * Writes the decided films and chapters, set by set, in the transaction that publishes the import. Lists show the newest
 * first: what stands first in the file is the newest of it.
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';

const momentOf = sql`now() - staged.position * interval '1 microsecond'`;
/** Of the genres that groups name, which are a fixed list: no more than these marks are in them. */
const foldedGenre = sql`lower(translate(genre, 'áéíóúÁÉÍÓÚ', 'aeiouAEIOU'))`;

export async function publishVideos(trx: Transaction<Database>): Promise<void> {
  await renewAddresses(trx, 'film');
  await renewAddresses(trx, 'chapter');
  await insertFilms(trx);
  await insertSeries(trx);
  await insertGenres(trx);
  await insertSeasons(trx);
  await insertChapters(trx);
  await countSeries(trx);
}

async function renewAddresses(trx: Transaction<Database>, kind: 'film' | 'chapter'): Promise<void> {
  const table = sql.table(kind === 'film' ? 'video' : 'chapter');
  await sql`
    update found set before = jsonb_build_object(
      'address', target.address, 'address_hash', encode(target.address_hash, 'hex'),
      'provider_key', target.provider_key, 'stream_kind', target.stream_kind,
      'user_agent', target.user_agent, 'referrer', target.referrer)
    from ${table} as target
    where found.outcome = 'updated' and found.target_kind = ${kind} and target.id = found.target_id`.execute(
    trx,
  );
  await sql`
    update ${table} as target
    set address = staged.address, address_hash = staged.address_hash, provider_key = staged.provider_key,
      stream_kind = staged.stream_kind, user_agent = staged.user_agent, referrer = staged.referrer
    from found join staged using (position)
    where found.outcome = 'updated' and found.target_kind = ${kind} and target.id = found.target_id`.execute(
    trx,
  );
}

async function insertFilms(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into video
      (id, title, title_sort, search_text, tipo, main_section, subcategoria, genres, release_year, thumbnail, address,
       address_hash, provider_key, user_agent, referrer, stream_kind, group_title, created_at, updated_at)
    select staged.new_id, name, title_sort, name_folded, tipo, main_section, subcategoria, genres, year, logo,
      address, address_hash, provider_key, user_agent, referrer, stream_kind, nullif(staged.group_title, ''),
      ${momentOf}, now()
    from found join staged using (position)
    where found.outcome = 'added' and found.target_kind = 'film'
    order by staged.position`.execute(trx);
}

async function insertSeries(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into video
      (id, title, title_sort, search_text, tipo, subcategoria, genres, release_year, thumbnail, season_count,
       chapter_count, created_at, updated_at)
    select series.video_id, name, staged.title_sort, name_folded, staged.tipo, subcategoria, genres, series.year,
      coalesce(logo, counted.any_logo), counted.seasons, counted.chapters, ${momentOf}, now()
    from series
    join staged on staged.position = series.first_position
    join (
      select found.parent_id, count(distinct staged.season)::int as seasons, count(*)::int as chapters,
        min(staged.logo) as any_logo
      from found join staged using (position)
      where found.outcome = 'added' and found.target_kind = 'chapter'
      group by found.parent_id
    ) as counted on counted.parent_id = series.video_id
    where series.is_new
    order by staged.position`.execute(trx);
}

async function insertGenres(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into video_genre (video_id, genre_folded, genre, tipo, main_section, active, created_at)
    select case when found.target_kind = 'film' then found.target_id else found.parent_id end, ${foldedGenre}, genre,
      staged.tipo, staged.main_section, true, ${momentOf}
    from found join staged using (position), unnest(staged.genres) as genre
    where found.outcome = 'added' and (found.target_kind = 'film' or found.made_parent)
      and found.target_kind in ('film', 'chapter')
    order by staged.position`.execute(trx);
}

async function insertSeasons(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into season (id, video_id, season_number)
    select gen_random_uuid()::text, wanted.parent_id, wanted.season
    from (
      select distinct found.parent_id, staged.season
      from found join staged using (position)
      where found.outcome = 'added' and found.target_kind = 'chapter'
    ) as wanted
    where not exists (
      select from season where season.video_id = wanted.parent_id and season.season_number = wanted.season
    )`.execute(trx);
}

/** Behind those that are there; where those stand by their numbers, the new ones are put between them. */
async function insertChapters(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table kept_season on commit drop as
    select season_id, max(position) as last_position, bool_and(is_after) as is_sorted
    from (
      select chapter.season_id, chapter.position,
        coalesce(chapter.chapter_number >= lag(chapter.chapter_number) over (
          partition by chapter.season_id order by chapter.position), true) as is_after
      from chapter join series on series.video_id = chapter.video_id and not series.is_new
    ) as standing
    group by season_id`.execute(trx);
  await sql`
    insert into chapter
      (id, season_id, video_id, position, chapter_number, title, thumbnail, duration, address, address_hash,
       provider_key, user_agent, referrer, stream_kind)
    select staged.new_id, season.id, season.video_id,
      coalesce(kept_season.last_position, -1) + row_number() over (
        partition by season.id order by staged.chapter, staged.position),
      staged.chapter, staged.chapter_title, staged.logo, coalesce(staged.duration, '0:00'), staged.address,
      staged.address_hash, staged.provider_key, staged.user_agent, staged.referrer, staged.stream_kind
    from found join staged using (position)
    join season on season.video_id = found.parent_id and season.season_number = staged.season
    left join kept_season on kept_season.season_id = season.id
    where found.outcome = 'added' and found.target_kind = 'chapter'
    order by staged.position`.execute(trx);
  await sql`
    update chapter set position = sorted.position
    from (
      select chapter.id, row_number() over (
        partition by chapter.season_id order by chapter.chapter_number, chapter.position) - 1 as position
      from chapter join kept_season on kept_season.season_id = chapter.season_id
      where kept_season.is_sorted
    ) as sorted
    where chapter.id = sorted.id and chapter.position <> sorted.position`.execute(trx);
}

async function countSeries(trx: Transaction<Database>): Promise<void> {
  await sql`
    update video set season_count = counted.seasons, chapter_count = counted.chapters
    from (
      select series.video_id, count(distinct chapter.season_id)::int as seasons, count(*)::int as chapters
      from series join chapter on chapter.video_id = series.video_id
      where not series.is_new
      group by series.video_id
    ) as counted
    where video.id = counted.video_id`.execute(trx);
}
