import type { EndpointAnswer, getGuideNow, getProgramme, Programme } from '@butaca/contract';
import type { ProgrammeDetailRow, ProgrammeRow, WindowRow } from './programmes.repository.ts';

const dayMs = 86_400_000;

/** @param now - by which it is decided whether the archive has the programme */
export const toProgramme = (row: ProgrammeRow, now: Date): Programme => ({
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
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

/** Writes the answer of `getGuide` in JSON. */
export function writeWindow(now: Date, rows: readonly WindowRow[]): string {
  const channels = rows.map(
    (row) => `{"channelId":${JSON.stringify(row.channel_id)},"programmes":[${row.programmes}]}`,
  );
  return `{"now":"${now.toISOString()}","channels":[${channels.join(',')}]}`;
}

/** Groups the programmes of channels by channel, in the order of the rows. */
function groupByChannel(rows: readonly ProgrammeRow[]): Map<string, ProgrammeRow[]> {
  const groups = new Map<string, ProgrammeRow[]>();
  for (const row of rows) {
    const group = groups.get(row.channel_id);
    if (group === undefined) groups.set(row.channel_id, [row]);
    else group.push(row);
  }
  return groups;
}

/** @param rows - what each channel shows at an instant and next */
export function toNow(
  rows: readonly ProgrammeRow[],
  now: Date,
): EndpointAnswer<typeof getGuideNow>['channels'] {
  return [...groupByChannel(rows)].map(([channelId, group]) => {
    const [first, second] = group;
    const isOn = first !== undefined && first.starts_at <= now;
    const next = isOn ? second : first;
    return {
      channelId,
      now: isOn ? toProgramme(first, now) : null,
      next: next === undefined ? null : toProgramme(next, now),
    };
  });
}
