import {
  getGuide,
  getGuideNow,
  getProgramme,
  searchGuide,
  type ChannelCard,
  type Showing,
  type Viewer,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../../platform/clock.ts';
import { createAnswerCache } from '../../../../platform/http/answer-cache.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../../platform/http/serve-endpoint.ts';
import { serializerOf } from '../../../../platform/http/write-answer.ts';
import { readSearch } from '../../../../shared/search/search-query.ts';
import { rememberLinks } from './guide-links.ts';
import { createOnAir } from './on-air.ts';
import { createProgrammesRepository, type ProgrammeRow } from './programmes.repository.ts';
import { toOnAir, toProgramme, toProgrammeDetail } from './programmes.view.ts';

export interface ProgrammeRoutesNeeds {
  db: Kysely<Database>;
  clock: Clock;
  /** The catalogue version: guides are written as the catalogue is. */
  version(): number;
  /** Returns the cards of those given channels that viewers see, in the order of the given ids. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
}

const minuteMs = 60_000;
const nowCacheBytes = 32 * 1_024 * 1_024;
const windowCacheBytes = 32 * 1_024 * 1_024;
/** How many other showings, next episodes and found programmes one answer has at most. */
const limits = { showings: 10, episodes: 10, found: 20 };

/** The beginning of the minute of an instant. */
const minuteOf = (instant: Date): Date => new Date(Math.floor(instant.getTime() / minuteMs) * minuteMs);

export function serveProgrammes(
  serve: ServeEndpoint<Viewer>,
  { db, clock, version, cardsOf }: ProgrammeRoutesNeeds,
): void {
  const repository = createProgrammesRepository(db);
  // Lists show the same channels to everybody who is signed in, so there is one answer for all plans. Windows are kept apart:
  // they are many, and would push out what is on now.
  const answers = createAnswerCache(version, nowCacheBytes);
  const windows = createAnswerCache(version, windowCacheBytes);
  const listLinks = rememberLinks(version, repository.listLinks);
  const writeOnAir = createOnAir({ version, ...repository });

  /** Adds their channels to programmes. */
  async function toShowings(rows: readonly ProgrammeRow[], now: Date, viewer: Viewer): Promise<Showing[]> {
    const ids = [...new Set(rows.map((row) => row.channel_id))];
    const cards = new Map((await cardsOf(ids, viewer)).map((card) => [card._id, card]));
    return rows.flatMap((row) => {
      const channel = cards.get(row.channel_id);
      return channel === undefined ? [] : { ...toProgramme(row, now), channel };
    });
  }

  serve(getGuide, async ({ query: { channels, from, to } }) => {
    const minute = minuteOf(clock.now());
    const name = `${minute.getTime()} ${from.getTime()} ${to.getTime()} ${channels.join(' ')}`;
    return windows.once(name, async () => {
      const links = await listLinks(channels);
      const shown = await repository.listShown(links.map((link) => ({ link, from, to })));
      return serializerOf(getGuide)({
        now: minute.toISOString(),
        channels: links.map(({ channel_id: channelId }, index) => ({
          channelId,
          programmes: (shown[index] ?? []).map((row) => toProgramme(row, minute)),
        })),
      });
    });
  });

  serve(getGuideNow, async ({ query: { section, channels } }) => {
    const minute = minuteOf(clock.now());
    if (channels !== undefined) {
      return windows.once(`now ${minute.getTime()} ${channels.join(' ')}`, async () => {
        const links = await listLinks(channels);
        const shown = await repository.listShown(links.map((link) => ({ link, from: minute })));
        return serializerOf(getGuideNow)({
          now: minute.toISOString(),
          channels: links.flatMap((link, index) => toOnAir(link, shown[index] ?? [], minute) ?? []),
        });
      });
    }
    return answers.once(`now ${minute.getTime()} ${JSON.stringify(section)}`, async () => {
      const onAir = await writeOnAir(section, minute);
      return `{"now":"${minute.toISOString()}","channels":[${onAir.join(',')}]}`;
    });
  });

  serve(getProgramme, async ({ params: { id, start } }, { session }) => {
    const [channel] = await cardsOf([id], session);
    if (channel === undefined) throw new AppError('channel.not_found');
    const row = await repository.findAt(id, start);
    if (row === undefined) throw new AppError('programme.not_found');
    const now = clock.now();
    const [showings, episodes] = await Promise.all([
      repository.listShowings(row, now, limits.showings),
      repository.listEpisodes(row, limits.episodes),
    ]);
    return {
      now: now.toISOString(),
      channel,
      programme: toProgrammeDetail(row, now),
      otherShowings: await toShowings(showings, now, session),
      nextEpisodes: episodes.map((each) => toProgramme(each, now)),
    };
  });

  serve(searchGuide, async ({ query: { q } }, { session }) => {
    const now = clock.now();
    const rows = await repository.search(readSearch(q), now, limits.found);
    return { now: now.toISOString(), programmes: await toShowings(rows, now, session) };
  });
}
