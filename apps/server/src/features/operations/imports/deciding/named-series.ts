import { sql, type RawBuilder } from 'kysely';

/**
 * SQL that selects the series that the chapters of a list name: one for each kind, name and year. Chapters without a year
 * belong to the series of their name whose year is the earliest (`takes_yearless`).
 *
 * @param chapters - SQL after `from`, with the columns tipo, key, year, title_sort and position
 */
export const namedSeries = (chapters: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select tipo, key, year, min(title_sort) as title_sort, min(first_position) as first_position,
    year is not distinct from earliest as takes_yearless
  from (
    select tipo, key, coalesce(year, min(year) over same_name) as year, min(year) over same_name as earliest, title_sort,
      first_position
    from (
      select tipo, key, year, min(title_sort) as title_sort, min(position) as first_position
      from ${chapters} group by tipo, key, year
    ) as dated
    window same_name as (partition by tipo, key)
  ) as placed
  group by tipo, key, year, earliest`;

/** SQL condition that a chapter of the list, of a series' kind and name, belongs to the series. @param chapter - a table */
export const isOfSeries = (chapter: 'work' | 'staged'): RawBuilder<unknown> => sql`(
  series.year = ${sql.ref(`${chapter}.year`)}
  or series.takes_yearless and ${sql.ref(`${chapter}.year`)} is null)`;
