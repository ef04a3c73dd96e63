import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import type { ListProvider, WaitingReason } from '../../../shared/provider/list-provider.ts';
import type { StagedList } from './reading/stage-list.ts';

/** A refreshed list with a smaller share of the entries that it had last time is not published by itself. */
const smallestShare = 0.5;

/** @returns how many entries of a list were read */
export const countReadable = ({ counts: { channel, film, chapter, series } }: StagedList): number =>
  channel + film + chapter + series;

/** Finds out why a refreshed list must wait for an administrator. @returns `undefined` when it may be published by itself */
export async function findWaitingReason(
  db: Kysely<Database>,
  provider: ListProvider,
  list: StagedList,
): Promise<WaitingReason | undefined> {
  const before = provider.publishedEntries;
  if (before === null) return { kind: 'new' };
  if (provider.isUndone) return { kind: 'undone' };
  const lost = await findLostKind(db, provider, list);
  if (lost !== undefined) return lost;
  const turned = await findTurned(db, provider);
  if (turned !== undefined) return turned;
  const now = countReadable(list);
  return now < before * smallestShare ? { kind: 'entries', now, before } : undefined;
}

/**
 * Finds out whether sources of channels are read as films or chapters in a refreshed list: a third numbered name in a group makes a
 * series of two that were channels. Publishing such a list hides the channels, so that favourites lead nowhere.
 */
async function findTurned(db: Kysely<Database>, { id }: ListProvider): Promise<WaitingReason | undefined> {
  const { rows } = await sql<{ now: number; before: number }>`
    select count(*)::int as before, count(turned.address_hash)::int as now
    from channel_source as source left join (
      select distinct address_hash from staged where kind in ('film', 'chapter')) as turned
      on turned.address_hash = source.address_hash
    where source.provider_id = ${id} and source.missing_since is null`.execute(db);
  const { now, before } = rows[0] ?? { now: 0, before: 0 };
  return now === 0 ? undefined : { kind: 'turned', now, before };
}

/**
 * Finds out whether an account has lost more than half of its channels, films or series, which its total may hide: servers
 * answer one of the lists empty now and then.
 */
async function findLostKind(
  db: Kysely<Database>,
  { id, format }: ListProvider,
  { counts }: StagedList,
): Promise<WaitingReason | undefined> {
  if (format !== 'xtream') return undefined;
  const { rows } = await sql<Record<'channels' | 'films' | 'series', number>>`
    select
      (select count(*)::int from channel_source where provider_id = ${id} and missing_since is null) as channels,
      (select count(*)::int from video where provider_id = ${id} and missing_since is null)
        + (select count(*)::int from video_version
          where provider_id = ${id} and missing_since is null and chapter_id is null) as films,
      (select count(*)::int from series_listing where provider_id = ${id} and missing_since is null) as series`.execute(
    db,
  );
  const now = { channels: counts.channel, films: counts.film, series: counts.series };
  const before = rows[0] ?? { channels: 0, films: 0, series: 0 };
  const kind = (['channels', 'films', 'series'] as const).find(
    (each) => now[each] < before[each] * smallestShare,
  );
  return kind && { kind, now: now[kind], before: before[kind] };
}
