import type { ChannelCard, LiveBillboard } from '@butaca/contract';
import type { Offer } from './compose-rows.ts';

/** From how many channels the live billboard is chosen. */
const candidatesMax = 24;

/**
 * Lists the channels from which the billboard of a catalogue without films and series is chosen: those that the person's plan
 * opens, the most played ones first, then featured ones, then those of the largest sections, with a logo before those without.
 */
export function listLiveBillboard(
  { playedChannels, sections }: Pick<Offer, 'playedChannels' | 'sections'>,
  featured: readonly ChannelCard[],
): ChannelCard[] {
  const listed = sections.flat();
  const hasLogo = ({ logo }: ChannelCard): boolean => logo !== null;
  const all = [
    ...playedChannels,
    ...featured,
    ...listed.filter(hasLogo),
    ...listed.filter((channel) => !hasLogo(channel)),
  ].filter(({ locked }) => !locked);
  return [...new Map(all.map((channel) => [channel._id, channel])).values()].slice(0, candidatesMax);
}

/**
 * Chooses the channel of the live billboard: the first one of which there is a still because somebody watches it, else the
 * first one.
 */
export async function chooseLiveBillboard(
  candidates: readonly ChannelCard[],
  stillOf: (channelId: string) => Promise<Buffer | undefined>,
): Promise<LiveBillboard> {
  for (const channel of candidates) {
    const still = await stillOf(channel._id);
    if (still !== undefined) return { channel, still: `data:image/jpeg;base64,${still.toString('base64')}` };
  }
  return { channel: candidates[0] ?? null, still: null };
}
