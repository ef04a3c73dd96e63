/*
 * The part of the home page that is the same for everybody on a plan: what is new, what administrators feature, the
 * billboard and the composed rows. It is put together once for each plan and catalogue version, and again after ten
 * minutes, because plays and the present day change it too.
 */
import {
  rowLength,
  type ChannelCard,
  type Home,
  type VideoCard,
  type VideoType,
  type Viewer,
} from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../../platform/log.ts';
import { chooseBillboard } from './choose-billboard.ts';
import { listLiveBillboard } from './live-billboard.ts';
import { composeRows, type Offer } from './compose-rows.ts';
import { shortestRow } from './pick-cards.ts';

/** The functions of other features (videos, channels, statistics) on which the shared part of the home page is based. */
export interface SharedHomeNeeds {
  videos: {
    recent(viewer: Viewer): Promise<VideoCard[]>;
    featured(tipo: VideoType, viewer: Viewer): Promise<VideoCard[]>;
    newestOfEachType(limit: number, viewer: Viewer): Promise<VideoCard[]>;
    cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
  };
  channels: {
    featured(limit: number, viewer: Viewer): Promise<ChannelCard[]>;
    largestSections(limits: { sections: number; channels: number }, viewer: Viewer): Promise<ChannelCard[][]>;
    cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
  };
  /** Returns the ids of what is played most, most plays first, without what is for adults. */
  mostPlayed(): Promise<{ videoIds: string[]; channelIds: string[] }>;
  /** Returns the present day, such as `2026-03-01`. */
  today(): string;
  /** Returns the current catalogue version. */
  version(): number;
  log: Log;
}

/** The fields of the home page that are the same for everybody on a plan. */
export type SharedHome = Omit<Home, 'continueWatching' | 'becauseYouWatched' | 'moreLikeThis'>;

/** The kinds of video whose featured titles have a row of their own, and the field of that row. */
const featuredFields = {
  featuredMovies: 'pelicula',
  featuredSeries: 'serie',
  featuredAnimes: 'anime',
  featuredDoramas: 'dorama',
  featuredNovelas: 'novela',
  featuredDocumentales: 'documental',
} as const satisfies Partial<Record<keyof Home, VideoType>>;
type FeaturedField = keyof typeof featuredFields;
const featuredNames = Object.keys(featuredFields) as FeaturedField[];

/** The home page is full with this many rows, the rows of one person not counted. */
const fullPage = 9;
const freshMs = 600_000;
const plansKept = 20;
/** How much of the catalogue is looked at to compose rows: the newest titles of each type, and the largest sections. */
const newestLooked = 300;
const sectionsLooked = { sections: 12, channels: 60 };

/** The shared part of the home page, and the channels from which the live billboard is chosen. */
interface Page {
  home: SharedHome;
  live: readonly ChannelCard[];
}

/** Creates the shared part of the home page, for the plan (or the administrator's role) of each person who asks. */
export function createSharedHome(needs: SharedHomeNeeds): (viewer: Viewer) => Promise<Page> {
  const pages = new LRUCache<string, Page, Viewer>({
    max: plansKept,
    ttl: freshMs,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: viewer }) => putTogether(needs, viewer),
  });
  return ({ role, plan }) =>
    pages.forceFetch(`${needs.version()} ${role === 'admin' ? role : plan}`, { context: { role, plan } });
}

async function putTogether(needs: SharedHomeNeeds, viewer: Viewer): Promise<Page> {
  const { videos, channels } = needs;
  const [recentlyAdded, featuredChannels, offer, ...featured] = await Promise.all([
    videos.recent(viewer),
    channels.featured(rowLength, viewer),
    listOffer(needs, viewer),
    ...featuredNames.map((name) => videos.featured(featuredFields[name], viewer)),
  ]);
  const shownRows = [recentlyAdded, featuredChannels, ...featured].filter(({ length }) => length > 0);
  const places = new Map(recentlyAdded.map(({ _id }, index) => [_id, index]));
  const placeOf = ({ _id }: VideoCard): number => places.get(_id) ?? rowLength;
  const above = {
    videos: [recentlyAdded, ...featured].flat(),
    channels: featuredChannels,
    kinds: featuredNames
      .filter((_, index) => featured[index]!.length >= shortestRow)
      .map((name) => featuredFields[name]),
  };
  const home: SharedHome = {
    billboard: chooseBillboard(
      featured.flat().toSorted((one, other) => placeOf(one) - placeOf(other)),
      offer.videos,
      offer.day,
    ),
    recentlyAdded,
    featuredChannels,
    ...(Object.fromEntries(featuredNames.map((name, index) => [name, featured[index]!])) as Record<
      FeaturedField,
      VideoCard[]
    >),
    composedRows: composeRows(offer, above, Math.max(0, fullPage - shownRows.length)),
  };
  return { home, live: home.billboard === null ? listLiveBillboard(offer, featuredChannels) : [] };
}

/** Reads what the catalogue offers for the composed rows. Without the counts of plays, nothing counts as played. */
async function listOffer(needs: SharedHomeNeeds, viewer: Viewer): Promise<Offer> {
  const { videos, channels } = needs;
  const [newest, sections, played] = await Promise.all([
    videos.newestOfEachType(newestLooked, viewer),
    channels.largestSections(sectionsLooked, viewer),
    needs.mostPlayed().catch((error: unknown) => {
      needs.log.error({ err: error }, 'the home page is without what is played most');
      return { videoIds: [], channelIds: [] };
    }),
  ]);
  const [playedVideos, playedChannels] = await Promise.all([
    videos.cardsOf(played.videoIds, viewer),
    channels.cardsOf(played.channelIds, viewer),
  ]);
  return {
    videos: newest,
    playedVideos,
    playedChannels,
    sections: sections.map((each) => playedFirst(each, played.channelIds)),
    day: needs.today(),
  };
}

/** Puts the channels that are played most first; the others stay in the order of their list. */
function playedFirst(channels: readonly ChannelCard[], playedIds: readonly string[]): ChannelCard[] {
  const places = new Map(playedIds.map((id, place) => [id, place]));
  const placeOf = ({ _id }: ChannelCard): number => places.get(_id) ?? playedIds.length;
  return channels.toSorted((one, other) => placeOf(one) - placeOf(other));
}
