import { liveTvSection, plansForItem, type PlanKey, type PlanSample } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { isChoosable, isShown } from '../../../shared/adults.ts';
import type { LogoPath } from './channels.view.ts';

/** Active channels that the same plans open: how many there are, with a few of them as examples. */
export interface ChannelOpening {
  plans: readonly PlanKey[];
  total: number;
  samples: PlanSample[];
}

interface Row {
  id: string;
  name: string;
  logo: string | null;
  colour: string | null;
  requires_plan: string[];
  is_choosable: boolean;
  total: number;
}

/** How many examples of each group are read: as many as the page of plans shows of all groups together. */
const samplesPerGroup = 12;

/** Counts the active channels by what decides who may open them, each group with its best logos. */
export async function listChannelOpenings(
  db: Kysely<Database>,
  logoPath: LogoPath,
): Promise<ChannelOpening[]> {
  const { rows } = await sql<Row>`
    select * from (
      select id, name, logo, colour, requires_plan, ${isChoosable('channel')} as is_choosable,
        (count(*) over (partition by requires_plan))::int as total,
        row_number() over (
          partition by requires_plan
          order by ${isChoosable('channel')} desc, logo is null, is_featured desc, number) as nth
      from channel where ${isShown('channel')}
    ) as ranked
    where nth <= ${samplesPerGroup}
    order by total desc, requires_plan, nth`.execute(db);
  const openings = new Map<string, ChannelOpening>();
  for (const row of rows) {
    const key = JSON.stringify(row.requires_plan);
    const opening = openings.get(key) ?? {
      plans: plansForItem(row.requires_plan, liveTvSection),
      total: row.total,
      samples: [],
    };
    openings.set(key, opening);
    if (!row.is_choosable) continue;
    opening.samples.push({
      kind: 'channel',
      _id: row.id,
      title: row.name,
      image: logoPath(row),
      colour: row.colour,
    });
  }
  return [...openings.values()];
}
