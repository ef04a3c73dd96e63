/*
 * Composes rows of the home page from what the catalogue has, for a house whose administrators feature nothing or
 * little. Several sources (kinds, genres, a daily choice, categories, decades) each offer rows, and take turns, so that
 * the page is no list of genres; every third row is one of channels. A title is in one of these rows only, and in none
 * if a row above them already shows it; two copies of one film count as one title. Rows of first letters come last:
 * every list has them, even one that consists of names and addresses only.
 */
import {
  defaultChannelSection,
  foldText,
  type ChannelCard,
  type ComposedRow,
  type VideoCard,
} from '@butaca/contract';
import { sortTitle } from '../../../shared/video/title-keys.ts';
import {
  groupByCategory,
  groupByDecade,
  groupByGenre,
  groupByKind,
  groupByLetters,
  picturedFirst,
  type VideoGroup,
} from './group-videos.ts';
import { createPicker, type CardPicker } from './pick-cards.ts';
import { orderOfDay } from './order-of-day.ts';

/**
 * What the catalogue offers for the composed rows of the home page, locked or not for the person who asks; nothing of it
 * is for adults.
 */
export interface Offer {
  /** The newest videos of each type, within a type newest first. */
  videos: readonly VideoCard[];
  /** The videos with the most plays, most plays first. */
  playedVideos: readonly VideoCard[];
  /** The channels with the most plays, most plays first. */
  playedChannels: readonly ChannelCard[];
  /** Channels of the largest sections, the largest section first. */
  sections: readonly (readonly ChannelCard[])[];
  /** The present day, such as `2026-03-01`, with which the daily choice changes. */
  day: string;
}

export interface ShownAbove {
  videos: readonly VideoCard[];
  channels: readonly ChannelCard[];
  /** The kinds (`tipo`) of video that already have a row. */
  kinds: readonly string[];
}

type Rows = Iterator<ComposedRow, void>;

/** Composes at most `wanted` rows; rows in which the person's plan opens nothing come last. */
export function composeRows(offer: Offer, above: ShownAbove, wanted: number): ComposedRow[] {
  const videoRows = listVideoRows(offer, above.kinds, createPicker(titleKey, above.videos));
  const channelRows = listChannelRows(
    offer,
    createPicker(({ _id }) => _id, above.channels),
  );
  const hasChannelRow = above.channels.length > 0;
  const turns = hasChannelRow ? [videoRows, videoRows, channelRows] : [channelRows, videoRows, videoRows];
  const rows: ComposedRow[] = [];
  for (const row of takeTurns(turns)) {
    if (rows.length >= wanted) break;
    rows.push(row);
  }
  return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))];
}

const isOpen = ({ videos, channels }: ComposedRow): boolean =>
  [...videos, ...channels].some(({ locked }) => !locked);

/** What identifies a title: its copies, as imports create them, have the same key. */
const titleKey = ({ tipo, title }: VideoCard): string => `${tipo} ${sortTitle(title)}`;

/** Yields rows of the sources in turn, one of each; a source that has no more rows is skipped. */
function* takeTurns(sources: readonly Rows[]): Generator<ComposedRow, void> {
  let open = sources;
  while (open.length > 0) {
    const exhausted = new Set<Rows>();
    for (const source of open) {
      const next = source.next();
      if (next.done === true) exhausted.add(source);
      else yield next.value;
    }
    open = open.filter((source) => !exhausted.has(source));
  }
}

function* listVideoRows(
  { videos, playedVideos, day }: Offer,
  kindsAbove: readonly string[],
  picker: CardPicker<VideoCard>,
): Generator<ComposedRow, void> {
  const played = picker.takeAgain(playedVideos);
  if (played.length > 0) yield { key: 'played', heading: 'Lo más visto', videos: played, channels: [] };
  const kinds = groupByKind(videos).filter(({ key }) => !kindsAbove.some((kind) => key === `kind ${kind}`));
  const today = { key: 'today', heading: 'Para descubrir hoy', videos: orderOfDay(videos, day) };
  yield* takeTurns(
    [
      kinds,
      groupByGenre(videos),
      [{ ...today, videos: picturedFirst(today.videos) }],
      groupByCategory(videos),
      groupByDecade(videos),
    ].map((groups) => fillRows(groups, picker)),
  );
  const byLetters = groupByLetters(videos, ({ title }) => title);
  yield* fillRows(
    byLetters.map(({ letters, items }) => ({
      key: `letters ${letters}`,
      heading: `Títulos de ${letters}`,
      videos: items,
    })),
    picker,
  );
}

/** Yields a row for each group that has enough titles which no other row shows. */
function* fillRows(
  groups: readonly VideoGroup[],
  picker: CardPicker<VideoCard>,
): Generator<ComposedRow, void> {
  for (const { key, heading, videos } of groups) {
    const taken = picker.take(videos);
    if (taken.length > 0) yield { key, heading, videos: taken, channels: [] };
  }
}

function* listChannelRows(
  { playedChannels, sections }: Offer,
  picker: CardPicker<ChannelCard>,
): Generator<ComposedRow, void> {
  const rowOf = (key: string, heading: string, channels: ChannelCard[]): ComposedRow[] =>
    channels.length === 0 ? [] : [{ key: `live ${key}`, heading, videos: [], channels }];
  yield* rowOf('played', 'Los canales más vistos', picker.takeAgain(playedChannels));
  // «General» names the channels that a list leaves without a section, so it is no topic and comes after the others.
  const isPlain = (channels: readonly ChannelCard[]): boolean =>
    channels[0]?.section === defaultChannelSection;
  const ordered = [...sections.filter((each) => !isPlain(each)), ...sections.filter(isPlain)];
  for (const channels of ordered) {
    const section = channels[0]?.section ?? '';
    const heading = isPlain(channels) ? 'Canales en vivo' : `En vivo: ${section}`;
    yield* rowOf(`section ${foldText(section)}`, heading, picker.take(channels));
  }
  for (const { letters, items } of groupByLetters(sections.flat(), ({ name }) => name)) {
    yield* rowOf(`letters ${letters}`, `Canales de ${letters}`, picker.take(items));
  }
}
