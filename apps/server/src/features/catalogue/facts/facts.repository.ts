/** All SQL on the tables of facts; values of titles are written by `shared/video`. */
import { foldText, type TitleMatchState } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Candidate, WorkDetails, WorkKind } from '@butaca/facts';
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { escapeLike } from '../../../shared/search/match-terms.ts';

/** A title that is to be looked for. */
export interface TitleRow {
  id: string;
  title: string;
  tipo: string;
  release_year: number | null;
  duration_seconds: number | null;
  fact_sources: unknown;
  season_count: number;
}

/** A candidate as it is stored. */
export interface StoredCandidate {
  source: string;
  id: string;
  name: string;
  year: number | null;
  poster: string | null;
}

export interface MatchRow extends Selectable<Database['title_match']> {
  titles: number;
  work_name: string | null;
  work_year: number | null;
}

/** What a look for a title has found. */
export interface FoundMatch {
  key: string;
  kind: WorkKind;
  title: string;
  year: number | undefined;
  state: 'matched' | 'unsure' | 'none';
  source: string | null;
  workId: string | null;
  candidates: StoredCandidate[];
  details: WorkDetails | undefined;
  nextLookAt: Date;
}

/** Titles for which facts are looked: those that people see, without those of the demo and those for adults. */
const isLookedFor = sql<boolean>`(video.active and not video.is_demo and not video.is_adult and video.missing_since is null)`;

const titleColumns = sql`video.id, video.title, video.tipo, video.release_year, video.duration_seconds, video.fact_sources,
  video.season_count`;

export function createFactsRepository(db: Kysely<Database>) {
  const selectMatches = (condition: RawBuilder<boolean>) => sql<MatchRow>`
    select title_match.*, work_facts.name as work_name, work_facts.year as work_year, (
      select count(*)::integer from video where video.facts_key = title_match.key) as titles
    from title_match
    left join work_facts on work_facts.source = title_match.source and work_facts.work_id = title_match.work_id
    where ${condition}`;

  const conditions: Readonly<Record<TitleMatchState, RawBuilder<boolean>>> = {
    unsure: sql`title_match.state = 'unsure' and title_match.username is null`,
    matched: sql`title_match.state = 'matched' and title_match.username is null`,
    decided: sql`title_match.username is not null`,
    none: sql`title_match.state = 'none' and title_match.username is null`,
  };
  /** Matches of titles that were deleted stay for when they come back, and are not listed. */
  const isUsed = sql`exists (select from video where video.facts_key = title_match.key)`;

  return {
    /**
     * Lists titles that were not looked for yet: featured ones first, then those that somebody has opened lately, then the
     * newest.
     */
    async listUnlooked(limit: number): Promise<TitleRow[]> {
      const { rows } = await sql<TitleRow>`
        select ${titleColumns} from video
        left join lateral (
          select max(last_watched_at) as at from progress
          where progress.video_id = video.id and last_watched_at > now() - interval '30 days'
        ) as watched on true
        where video.facts_key is null and ${isLookedFor}
        order by video.is_featured desc, watched.at desc nulls last, video.created_at desc, video.id
        limit ${limit}`.execute(db);
      return rows;
    },

    /** Lists titles, one for each match, that are to be looked for again. */
    async listDue(now: Date, limit: number): Promise<TitleRow[]> {
      const { rows } = await sql<TitleRow>`
        select ${titleColumns} from (
          select key from title_match where username is null and next_look_at <= ${now} and ${isUsed}
          order by next_look_at limit ${limit}
        ) as due
        cross join lateral (select * from video where video.facts_key = due.key order by id limit 1) as video`.execute(
        db,
      );
      return rows;
    },

    /** Lists works of some sources that somebody has chosen and of which nothing is known yet. */
    listUnread: (sources: readonly string[], limit: number) =>
      db
        .selectFrom('title_match')
        .leftJoin('work_facts', (join) =>
          join
            .onRef('work_facts.source', '=', 'title_match.source')
            .onRef('work_facts.work_id', '=', 'title_match.work_id'),
        )
        .select(['title_match.key', 'title_match.source', 'title_match.work_id as workId'])
        .where('title_match.state', '=', 'matched')
        .where('title_match.source', 'in', sources)
        .where('work_facts.work_id', 'is', null)
        .limit(limit)
        .execute(),

    findByKey: (key: string) =>
      db
        .selectFrom('title_match')
        .select(['username', 'next_look_at', 'source'])
        .where('key', '=', key)
        .executeTakeFirst(),

    findTag: async (source: string, workId: string) =>
      (
        await db
          .selectFrom('work_facts')
          .select('etag')
          .where('source', '=', source)
          .where('work_id', '=', workId)
          .executeTakeFirst()
      )?.etag ?? undefined,

    async count() {
      const { rows } = await sql<{ titles: number; looked: number; to_confirm: number }>`
        select count(*)::integer as titles, count(facts_key)::integer as looked,
          count(*) filter (where title_match.state = 'unsure' and title_match.username is null)::integer as to_confirm
        from video left join title_match on title_match.key = video.facts_key
        where ${isLookedFor}`.execute(db);
      const [row = { titles: 0, looked: 0, to_confirm: 0 }] = rows;
      return { titles: row.titles, looked: row.looked, toConfirm: row.to_confirm };
    },

    async listPage(state: TitleMatchState, words: string, page: number, limit: number) {
      const named =
        words === ''
          ? sql<boolean>`true`
          : sql<boolean>`title_match.key like ${`%${escapeLike(foldText(words).replaceAll(/[^\p{L}\p{N}]/gu, ''))}%`}`;
      const condition = sql<boolean>`${conditions[state]} and ${named} and ${isUsed}`;
      const order = state === 'decided' ? sql`title_match.decided_at desc` : sql`title_match.title`;
      const [found, counted] = await Promise.all([
        sql<MatchRow>`${selectMatches(condition)} order by ${order}, title_match.id
          limit ${limit} offset ${(page - 1) * limit}`.execute(db),
        sql<{ total: number }>`select count(*)::integer as total from title_match where ${condition}`.execute(
          db,
        ),
      ]);
      return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
    },

    async find(id: string): Promise<MatchRow | undefined> {
      const { rows } = await selectMatches(sql`title_match.id = ${id}`).execute(db);
      return rows[0];
    },
  };
}

export type FactsRepository = ReturnType<typeof createFactsRepository>;

/** The year of a work as it is shown, and what a candidate is. */
export const toStored = (source: string, { id, names, year, poster }: Candidate): StoredCandidate => ({
  source,
  id,
  name: names[0] ?? '',
  year: year ?? null,
  poster: poster ?? null,
});

/** Keeps what a look has found; what somebody has decided stays. */
export async function keepMatch(trx: Transaction<Database>, found: FoundMatch, now: Date): Promise<void> {
  if (found.details !== undefined && found.source !== null)
    await keepDetails(trx, found.source, found.details, now);
  const values = {
    state: found.state,
    source: found.source,
    work_id: found.workId,
    candidates: JSON.stringify(found.candidates),
    looked_at: now,
    next_look_at: found.nextLookAt,
  };
  const { key, kind, title, year } = found;
  await trx
    .insertInto('title_match')
    .values({ id: newId(), key, kind, title, year: year ?? null, ...values })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(values).where('title_match.username', 'is', null),
    )
    .execute();
}

/** Leaves what is known of a title as it is, and lets it be looked for again later. */
export async function putOff(trx: Transaction<Database>, key: string, until: Date): Promise<void> {
  await trx.updateTable('title_match').set({ next_look_at: until }).where('key', '=', key).execute();
}

/**
 * Lets all titles be looked for again that no source has recognised, because a source has come that may know them. Titles
 * that the job is writing at this moment are left out, since waiting for it could end in a deadlock.
 */
export async function lookAgain(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    update title_match set next_look_at = ${now} where id in (
      select id from title_match where username is null and state <> 'matched' for update skip locked)`.execute(
    db,
  );
}

/** Keeps what a source knows of a work. */
export async function keepDetails(
  trx: Transaction<Database>,
  source: string,
  { work, facts, etag }: WorkDetails,
  now: Date,
): Promise<void> {
  const values = {
    name: work.names[0] ?? '',
    year: work.year ?? null,
    runtime: work.runtime ?? null,
    seasons: work.seasons ?? null,
    facts: JSON.stringify(facts),
    etag,
    fetched_at: now,
  };
  await trx
    .insertInto('work_facts')
    .values({ source, work_id: work.id, ...values })
    .onConflict((conflict) => conflict.columns(['source', 'work_id']).doUpdateSet(values))
    .execute();
}
