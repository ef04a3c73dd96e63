/* The lineup is the list of channels from which a channel was opened: changing the channel on the watch page steps
   through it. A link to a channel carries the lineup in its navigation state: a category of «TV en Vivo» by its name,
   because it may have thousands of channels, any other list by its channels. */
import { foldText, type ChannelCard } from '@butaca/contract';

/** The fields of a channel with which the watch page lists it and changes to it. */
export type LineupChannel = Pick<
  ChannelCard,
  '_id' | 'name' | 'section' | 'logo' | 'colour' | 'locked' | 'number'
>;

/** The lineup that a link to a channel carries. */
export type Lineup =
  | {
      /** The category of «TV en Vivo»: a section, or `Todos`. */
      category: string;
      /** The search term by which the person has narrowed the category; empty for the whole category. */
      term: string;
    }
  | {
      /** The name of the list as people read it: «Mi lista». */
      name: string;
      channels: readonly LineupChannel[];
    };

/** The largest number of channels that a link carries. */
const mostCarried = 200;

/** The lineup of a list that is no category of «TV en Vivo»: a row of the home page, «Mi lista», search results. */
export const listLineup = (name: string, channels: readonly ChannelCard[]): Lineup => ({
  name,
  channels: channels
    .slice(0, mostCarried)
    .map(({ _id, name: title, section, logo, colour, locked, number }) => ({
      _id,
      name: title,
      section,
      logo,
      colour,
      locked,
      number,
    })),
});

/** Reads the lineup of a navigation state; `undefined` for anything else, because old history entries may hold it. */
export function readLineup(given: unknown): Lineup | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { category, term, name, channels } = given as Record<string, unknown>;
  if (typeof category === 'string') return { category, term: typeof term === 'string' ? term : '' };
  if (typeof name !== 'string' || !Array.isArray(channels) || !channels.every(isChannel)) return undefined;
  return { name, channels };
}

function isChannel(given: unknown): given is LineupChannel {
  if (typeof given !== 'object' || given === null) return false;
  const { _id, name, section, logo, colour, locked, number } = given as Record<string, unknown>;
  return (
    [_id, name, section].every((text) => typeof text === 'string') &&
    [logo, colour].every((text) => text === null || typeof text === 'string') &&
    typeof locked === 'boolean' &&
    typeof number === 'number'
  );
}

/** The channels of a list whose names contain the search term, whatever the case and the accents. */
export function filterByName<T extends { name: string }>(channels: readonly T[], term: string): readonly T[] {
  const folded = foldText(term);
  return folded === '' ? channels : channels.filter(({ name }) => foldText(name).includes(folded));
}
