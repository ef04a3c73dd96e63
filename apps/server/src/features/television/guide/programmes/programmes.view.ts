import type { EndpointAnswer, getGuideNow, getProgramme, Programme } from '@butaca/contract';
import type { GuideLinkRow, ProgrammeDetailRow, ProgrammeRow } from './programmes.repository.ts';

const dayMs = 86_400_000;

/** Instants that were written lately: programmes of different channels begin and end at the same times. */
const written = new Map<number, string>();
const instantsRemembered = 10_000;

/** Writes an instant in ISO 8601 and UTC; hundreds of them for each window of the grid. */
function writeInstant(at: Date): string {
  const known = written.get(at.getTime());
  if (known !== undefined) return known;
  if (written.size >= instantsRemembered) written.clear();
  const text = at.toISOString();
  written.set(at.getTime(), text);
  return text;
}

/** @param now - by which it is decided whether the archive has the programme */
export const toProgramme = (row: ProgrammeRow, now: Date): Programme => ({
  startsAt: writeInstant(row.starts_at),
  endsAt: writeInstant(row.ends_at),
  title: row.title,
  subtitle: row.subtitle,
  season: row.season,
  episode: row.episode,
  categories: row.categories,
  isNew: row.is_new,
  isLive: row.is_live,
  canPlayFromStart: isArchived(row, now),
});

function isArchived({ starts_at: startsAt, archive_days: days }: ProgrammeRow, now: Date): boolean {
  return days !== null && startsAt <= now && startsAt.getTime() >= now.getTime() - days * dayMs;
}

export const toProgrammeDetail = (
  row: ProgrammeDetailRow,
  now: Date,
): EndpointAnswer<typeof getProgramme>['programme'] => ({
  ...toProgramme(row, now),
  description: row.description,
  year: row.year,
  ageRating: row.age_rating,
  isRepeat: row.is_repeat,
});

/** What a channel shows at an instant and next. */
export type OnAir = EndpointAnswer<typeof getGuideNow>['channels'][number];

/**
 * @param rows - what the channel shows at the instant and next
 * @returns `undefined` where nothing is known
 */
export function toOnAir(link: GuideLinkRow, rows: readonly ProgrammeRow[], at: Date): OnAir | undefined {
  const now = rows.find(({ starts_at: startsAt }) => startsAt <= at);
  const next = rows.find(({ starts_at: startsAt }) => startsAt > at);
  if (now === undefined && next === undefined) return undefined;
  return {
    channelId: link.channel_id,
    now: now === undefined ? null : toProgramme(now, at),
    next: next === undefined ? null : toProgramme(next, at),
    archiveDays: link.archive_days,
  };
}
