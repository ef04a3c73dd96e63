import { plansForItem, type PlanKey, type PlanSample } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { isChoosable, isShown } from '../../../shared/adults.ts';
import { isVideoForKids } from '../../../shared/video/kids.ts';
import { videoRule, type ImagePath } from './videos.view.ts';

/** Active videos of one kind that the same plans open: how many there are, with a few of them as examples. */
export interface VideoOpening {
  tipo: string;
  mainSection: string | null;
  isForKids: boolean;
  plans: readonly PlanKey[];
  total: number;
  samples: PlanSample[];
}

interface Row {
  id: string;
  title: string;
  tipo: string;
  main_section: string | null;
  is_for_kids: boolean;
  requires_plan: string[];
  poster: string | null;
  is_choosable: boolean;
  total: number;
}

/** How many examples of each group are read: as many as the page of plans shows of all groups together. */
const samplesPerGroup = 12;

/** Counts the active videos by what decides who may open them, each group with its best posters. */
export async function listVideoOpenings(db: Kysely<Database>, imagePath: ImagePath): Promise<VideoOpening[]> {
  const isForKids = sql`coalesce(${isVideoForKids}, false)`;
  const poster = sql`coalesce(custom_thumbnail, tmdb_thumbnail, thumbnail)`;
  const group = sql`partition by tipo, main_section, ${isForKids}, requires_plan`;
  const { rows } = await sql<Row>`
    select * from (
      select id, title, tipo, main_section, ${isForKids} as is_for_kids, requires_plan, ${poster} as poster,
        ${isChoosable('video')} as is_choosable,
        (count(*) over (${group}))::int as total,
        row_number() over (
          ${group} order by ${isChoosable('video')} desc, ${poster} is null, is_featured desc, rating desc nulls last, created_at desc, id) as nth
      from video where ${isShown('video')}
    ) as ranked
    where nth <= ${samplesPerGroup}
    order by total desc, tipo, main_section, requires_plan, nth`.execute(db);
  const openings = new Map<string, VideoOpening>();
  for (const row of rows) {
    const key = JSON.stringify([row.tipo, row.main_section, row.is_for_kids, row.requires_plan]);
    const opening = openings.get(key) ?? toOpening(row);
    openings.set(key, opening);
    if (!row.is_choosable) continue;
    opening.samples.push({
      kind: 'video',
      _id: row.id,
      title: row.title,
      image: imagePath('video', row.id, row.poster),
      colour: null,
    });
  }
  return [...openings.values()];
}

function toOpening(row: Row): VideoOpening {
  const { requiresPlan, section } = videoRule(row as Parameters<typeof videoRule>[0]);
  return {
    tipo: row.tipo,
    mainSection: row.main_section,
    isForKids: row.is_for_kids,
    plans: plansForItem(requiresPlan, section),
    total: row.total,
    samples: [],
  };
}
