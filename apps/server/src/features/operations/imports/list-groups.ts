import { defaultChannelSection, importGroupsShown, type ImportGroup } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';

const samplesShown = 3;

/**
 * Lists the groups (`group-title`) of an M3U list in the temporary staging table, the largest first, each with the most
 * frequent kind and destination of its entries. An administrator sees them in the preview, before the import is
 * published.
 */
export async function listGroups(trx: Transaction<Database>): Promise<ImportGroup[]> {
  const { rows } = await sql<Omit<ImportGroup, 'isIncluded'>>`
    with entry as (
      select staged.group_title, staged.guess, staged.tipo, staged.main_section, staged.subcategoria, staged.section,
        staged.name, found.outcome,
        row_number() over (partition by staged.group_title order by position) as nth
      from staged left join found using (position)
      where staged.kind <> 'skipped'
    )
    select group_title as "group", count(*)::int as entries,
      count(*) filter (where outcome = 'added')::int as added,
      count(*) filter (where outcome = 'updated')::int as updated,
      count(*) filter (where outcome = 'duplicate')::int as duplicates,
      mode() within group (order by guess) as kind,
      mode() within group (order by tipo) as tipo,
      mode() within group (order by main_section) as "mainSection",
      mode() within group (order by subcategoria) as subcategoria,
      mode() within group (order by section) as section,
      array_agg(name order by nth) filter (where nth <= ${samplesShown}) as samples
    from entry
    group by group_title
    order by entries desc, group_title
    limit ${importGroupsShown}`.execute(trx);
  return rows.map((row) => {
    const { tipo } = row;
    return {
      ...row,
      mainSection: tipo === 'pelicula' ? row.mainSection : null,
      subcategoria: tipo === 'serie' ? row.subcategoria : null,
      section: tipo === 'canal' ? (row.section ?? defaultChannelSection) : null,
      isIncluded: true,
    };
  });
}
