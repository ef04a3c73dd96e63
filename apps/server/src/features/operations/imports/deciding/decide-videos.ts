/**
 * For an import of an M3U list with films and series, decides with set-based SQL what each film or chapter in the
 * temporary staging table becomes, and writes the decisions into the temporary table `found` of the same transaction.
 *
 * 1. Of several entries with the same address or the same provider key, the first in the file counts; the others are
 *    duplicates.
 * 2. An entry whose address a film or chapter already has is a duplicate.
 * 3. When a film or chapter already has the entry's provider key (the provider's own id of a stream, which stays when
 *    its token changes), it gets the new address (with a provider's new token).
 * 4. A film belongs to the film in which other entries of its title and year were just recognised; otherwise to the film
 *    of its title and year; otherwise to a new one.
 * 5. A chapter belongs to the series in which other entries of its name and year were just recognised, even if that series
 *    was renamed; otherwise to the series of its name, year and kind; otherwise to a new series. A name without a year
 *    belongs to the series of that name whose year is the earliest. A chapter is known by its series, season and number.
 * 6. An entry of a known film or chapter renews an address of the list's provider that the list no longer has. A film or
 *    chapter of which this provider had nothing gets the address, and keeps the one of the other provider as a version.
 * 7. The first entry of a new film or chapter adds it. All other entries become versions: further addresses.
 *
 * A film, chapter or version whose current address is in the list is not given another address of the same list, so a
 * second import of a file changes nothing.
 *
 * @see docs/decisions/073-identity-and-versions.md
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { addFound, furtherVersion, taken } from './found.ts';
import { isOfSeries, namedSeries } from './named-series.ts';

/**
 * SQL condition that this import itself has added a row: an earlier part of its M3U list did, so an entry that equals it
 * repeats an entry of the list.
 */
const isOwn = (table: 'video' | 'chapter' | 'version') =>
  sql`${sql.ref(`${table}.xmin`)} = pg_current_xact_id()::xid`;

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
    select position, kind, tipo, key, name, name_folded, title_sort, is_nameless, group_title, year, season, chapter,
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
        union all
        select work.position, 'version', version.id, version.video_id, ${isOwn('version')}
        from work join video_version as version on version.address_hash = work.address_hash
        where ${isFirst} and (version.chapter_id is not null) = (work.kind = 'chapter')
      ) as known
      join work using (position)
      order by known.position, known.target_kind = work.kind desc, known.target_kind`,
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
          select provider_key, 'film' as target_kind, id as target_id, id as parent_id, ${isOwn('video')} as is_own,
            null as only_kind
          from video
          union all
          select provider_key, 'chapter', id, video_id, ${isOwn('chapter')}, null from chapter
          union all
          select provider_key, 'version', id, video_id, ${isOwn('version')},
            case when chapter_id is null then 'film' else 'chapter' end
          from video_version as version
        ) as target on target.provider_key = work.provider_key and coalesce(target.only_kind, work.kind) = work.kind
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
  // A film that was merged into a series is a chapter, and has no other entries of its title beside it.
  await addFound(
    trx,
    sql`
      select position, 'duplicate'::text, 'Ese título ya está en la lista con otra dirección.'::text, null::text,
        null::text, null::text, false
      from work join (
        select distinct work.tipo, work.key, work.year from found join work using (position)
        where work.kind = 'film' and work.key is not null and found.target_kind = 'chapter'
      ) as merged on merged.tipo = work.tipo and merged.key = work.key and merged.year is not distinct from work.year
      where work.kind = 'film' and ${isFirst} and ${isUndecided}`,
  );
  await sql`
    create temporary table film on commit drop as
    select work.*, case when key is null then 1
      else row_number() over (partition by tipo, key, year order by position) end as nth,
      case when key is null then position
      else first_value(position) over (partition by tipo, key, year order by position) end as head
    from work where kind = 'film' and ${isFirst} and ${isUndecided}`.execute(trx);
  await sql`analyze film`.execute(trx);
  await sql`
    create temporary table entry on commit drop as
    select film.position, film.new_id, film.name, film.nth, titled.id, titled.id as video_id, titled.is_new,
      false as makes_series
    from film
    join (
      select film.position as head, coalesce(present.video_id, known.id, film.new_id) as id,
        present.video_id is null and known.id is null as is_new
      from film
      left join (
        select work.tipo, work.key, work.year, min(found.parent_id) as video_id
        from found join work using (position)
        where work.kind = 'film' and work.key is not null and found.target_kind in ('film', 'version')
        group by work.tipo, work.key, work.year
      ) as present on present.tipo = film.tipo and present.key = film.key
        and present.year is not distinct from film.year
      left join (
        select distinct on (film.position) film.position, video.id
        from film join video on video.tipo = film.tipo
          and ${isTitled(sql.ref('film.title_sort'), sql.ref('film.name_folded'))}
          and video.release_year is not distinct from film.year
          and video.address is not null
          and (not film.is_nameless or video.group_title = film.group_title)
        where film.nth = 1 and film.key is not null
        order by film.position, video.created_at, video.id
      ) as known on known.position = film.position
      where film.nth = 1
    ) as titled using (head)`.execute(trx);
  await placeEntries(trx, 'film');
}

/**
 * For an import of an M3U list, finds the series of each series name and year whose chapters are not decided on yet: an
 * existing series, or the id of a new one. `takes_yearless` says that entries without a year belong to it.
 */
async function findSeries(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table series on commit drop as
    with named as (
      ${namedSeries(sql`work where kind = 'chapter' and ${isFirst} and ${isUndecided}`)}
    ), recognised as (
      select distinct on (named.tipo, named.key, named.year) named.*, standing.video_id
      from named left join (
        select work.tipo, work.key, found.parent_id as video_id,
          array_agg(distinct work.year) filter (where work.year is not null) as years
        from found join work using (position)
        where work.kind = 'chapter' and found.target_kind in ('chapter', 'version') and found.parent_id is not null
        group by work.tipo, work.key, found.parent_id
      ) as standing on standing.tipo = named.tipo and standing.key = named.key
        and (standing.years is null or named.year is null or named.year = any(standing.years))
      order by named.tipo, named.key, named.year, standing.years is null, standing.video_id
    ), matched as (
      select recognised.*, coalesce(recognised.video_id, titled.id) as known_id,
        row_number() over (
          partition by coalesce(recognised.video_id, titled.id)
          order by recognised.video_id is null, recognised.first_position) as nth
      from recognised
      left join lateral (
        select video.id from video
        where video.tipo = recognised.tipo and ${isTitled(sql.ref('recognised.title_sort'), sql.ref('recognised.key'))}
          and video.address is null
          and (video.release_year is null or recognised.year is null or video.release_year = recognised.year)
        order by (video.release_year is not distinct from recognised.year) desc, video.release_year, video.created_at,
          video.id limit 1
      ) as titled on recognised.video_id is null
    )
    select tipo, key, year, title_sort, first_position, takes_yearless,
      case when known_id is not null and nth = 1 then known_id else gen_random_uuid()::text end as video_id,
      known_id is null or nth > 1 as is_new
    from matched`.execute(trx);
  await sql`analyze series`.execute(trx);
}

async function findChapters(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table numbered on commit drop as
    select work.position, work.season, work.chapter, work.new_id, work.name, series.video_id,
      series.is_new and work.position = series.first_position as makes_series,
      row_number() over same_number as nth, first_value(work.new_id) over same_number as head_id
    from work join series on series.tipo = work.tipo and series.key = work.key and ${isOfSeries('work')}
    where work.kind = 'chapter' and ${isFirst} and ${isUndecided}
    window same_number as (partition by series.video_id, work.season, work.chapter order by work.position)`.execute(
    trx,
  );
  await sql`
    create temporary table entry on commit drop as
    select position, new_id, name, nth, coalesce(known.id, head_id) as id, video_id, known.id is null as is_new,
      makes_series
    from numbered
    left join (
      select distinct on (chapter.video_id, season.season_number, chapter.chapter_number)
        chapter.id, chapter.video_id, season.season_number as season, chapter.chapter_number as chapter
      from series
      join season on season.video_id = series.video_id
      join chapter on chapter.season_id = season.id
      where not series.is_new
      order by chapter.video_id, season.season_number, chapter.chapter_number, chapter.position
    ) as known using (video_id, season, chapter)`.execute(trx);
  await placeEntries(trx, 'chapter');
}

/**
 * Decides what the entries of the temporary table `entry` become, which names for each the film or chapter to which it
 * belongs (`id`), and drops the table.
 */
async function placeEntries(trx: Transaction<Database>, kind: 'film' | 'chapter'): Promise<void> {
  const table = kind === 'film' ? 'video' : 'chapter';
  const isVersionOf =
    kind === 'film'
      ? sql`version.video_id = owner.id and version.chapter_id is null`
      : sql`version.chapter_id = owner.id`;
  await sql`analyze entry`.execute(trx);
  await addFound(
    trx,
    sql`
      with owner as (
        select distinct id from entry where not is_new
      ), address as (
        select owner.id, ${kind}::text as target_kind, owner.id as target_id, null::integer as position,
          ${sql.ref(table)}.provider_id, ${isOwn(table)} as is_own
        from owner join ${sql.table(table)} on ${sql.ref(table)}.id = owner.id
        where ${sql.ref(table)}.address is not null
        union all
        select owner.id, 'version', version.id, version.position, version.provider_id, ${isOwn('version')}
        from owner join video_version as version on ${isVersionOf}
      ), seen as (
        select address.*, taken.target_id is not null or is_own as is_taken,
          provider_id = (select provider_id from staged limit 1) as is_of_provider
        from address left join ${taken} on taken.target_id = address.target_id
      ), renewable as (
        select id, target_kind, target_id, row_number() over (partition by id order by position nulls first) as nth
        from seen where is_of_provider and not is_taken
      ), listed as (
        select distinct id from seen where is_of_provider or is_taken
      ), placed as (
        select entry.*, renewable.target_kind, renewable.target_id,
          not is_new and entry.nth = 1 and listed.id is null as takes_over
        from entry left join renewable on not is_new and renewable.id = entry.id and renewable.nth = entry.nth
        left join listed on not is_new and listed.id = entry.id
      )
      select position, case when is_new and nth = 1 then 'added' else 'updated' end,
        case when is_new and nth = 1 then null
          when target_id is not null or takes_over then 'Tiene una dirección nueva.'
          else ${furtherVersion} || '«' || name || '».' end,
        case when is_new and nth = 1 or takes_over then ${kind} else coalesce(target_kind, 'version') end,
        case when is_new and nth = 1 or takes_over then id else coalesce(target_id, new_id) end,
        video_id, makes_series
      from placed`,
  );
  await sql`drop table entry`.execute(trx);
}
