/**
 * For an import of an M3U list into a catalogue without videos of its own, decides on a part of the list, in which no
 * film or chapter repeats another entry: all of them are new. Only the series of a chapter may have come with an earlier
 * part of the list.
 */
import { sql, type RawBuilder } from 'kysely';
import { analyseFound } from './found.ts';
import { isOfSeries, namedSeries } from './named-series.ts';

/** SQL that creates the temporary table in which the new series of all parts of an M3U list are remembered. */
export const createMadeSeries = sql`
  create temporary table made_series (tipo text not null, key text not null, year integer, video_id text not null)
  on commit drop`;

/**
 * The SQL statements that write the decisions on the films and chapters of a part into the temporary tables `found` and
 * `series`, as `decideVideos` does for a whole list.
 */
export const decideNewVideos: readonly RawBuilder<unknown>[] = [
  sql`
    create temporary table series on commit drop as
    with named as (
      ${namedSeries(sql`staged where kind = 'chapter'`)}
    ), matched as (
      select distinct on (named.tipo, named.key, named.year) named.*, made_series.video_id as known_id
      from named left join made_series on made_series.tipo = named.tipo and made_series.key = named.key
        and (made_series.year is null or named.year is null or made_series.year = named.year)
      order by named.tipo, named.key, named.year, made_series.year is distinct from named.year, made_series.year
    ), counted as (
      select matched.*, row_number() over (partition by known_id order by first_position) as nth from matched
    )
    select tipo, key, year, title_sort, first_position, takes_yearless,
      case when known_id is not null and nth = 1 then known_id else gen_random_uuid()::text end as video_id,
      known_id is null or nth > 1 as is_new
    from counted`,
  sql`analyze series`,
  sql`
    update made_series set year = series.year from series
    where made_series.video_id = series.video_id and made_series.year is null and series.year is not null`,
  sql`insert into made_series select tipo, key, year, video_id from series where is_new`,
  sql`
    insert into found (position, outcome, target_kind, target_id, parent_id, made_parent)
    select position, 'added', kind, new_id, coalesce(video_id, new_id),
      coalesce(is_new and position = first_position, false)
    from staged left join series on kind = 'chapter' and series.tipo = staged.tipo and series.key = staged.key
      and ${isOfSeries('staged')}
    where kind in ('film', 'chapter')`,
  analyseFound,
];
