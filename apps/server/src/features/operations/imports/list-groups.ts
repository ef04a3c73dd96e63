import { defaultChannelSection, importGroupsShown, type ImportGroup } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { leftOutReason } from './reading/read-entry.ts';

const samplesShown = 3;

/**
 * Lists the groups (`group-title`) of an M3U list in the temporary staging table, the largest first, each with the most
 * frequent kind and destination of its entries. Of too many groups, those for adults are kept. An administrator sees them
 * in the preview, before the import is published.
 */
export async function listGroups(trx: Transaction<Database>): Promise<ImportGroup[]> {
  const { rows } = await sql<ImportGroup>`
    with entry as (
      select staged.group_title, staged.guess, staged.tipo, staged.main_section, staged.subcategoria, staged.section,
        staged.name, staged.is_adult, staged.is_doubtful, found.outcome, staged.kind <> 'skipped' as is_included,
        row_number() over (partition by staged.group_title order by position) as nth
      from staged left join found using (position)
      where staged.kind <> 'skipped' or staged.reason = ${leftOutReason}
    )
    select group_title as "group", count(*)::int as entries,
      count(*) filter (where outcome = 'added')::int as added,
      count(*) filter (where outcome = 'updated')::int as updated,
      count(*) filter (where outcome = 'duplicate')::int as duplicates,
      count(*) filter (where is_doubtful and is_included)::int as doubtful,
      bool_or(is_included) as "isIncluded",
      mode() within group (order by guess) as kind,
      mode() within group (order by tipo) as tipo,
      mode() within group (order by main_section) as "mainSection",
      mode() within group (order by subcategoria) as subcategoria,
      mode() within group (order by section) as section,
      mode() within group (order by is_adult) as "isAdult",
      array_agg(name order by nth) filter (where nth <= ${samplesShown}) as samples
    from entry
    group by group_title
    order by "isAdult" desc, entries desc, group_title
    limit ${importGroupsShown}`.execute(trx);
  const largestFirst = rows.toSorted((one, other) => other.entries - one.entries);
  return largestFirst.map((row) => {
    const { tipo } = row;
    return {
      ...row,
      mainSection: tipo === 'pelicula' ? row.mainSection : null,
      subcategoria: tipo === 'serie' ? row.subcategoria : null,
      section: tipo === 'canal' ? (row.section ?? defaultChannelSection) : null,
    };
  });
}

/** Counts the entries of an M3U list in the temporary staging table that get a kind of which the server is not sure. */
export async function countDoubtful(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from staged where is_doubtful and kind <> 'skipped'`.execute(trx);
  return rows[0]?.total ?? 0;
}
