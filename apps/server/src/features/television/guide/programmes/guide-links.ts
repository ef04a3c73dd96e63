import type { GuideLinkRow } from './programmes.repository.ts';

/**
 * Remembers of channels from which guide channel they have their programmes, for as long as the catalogue stays the same: the
 * query for it takes as long as all the rest of an answer for 60 channels.
 *
 * @param version - the catalogue version
 * @param load - lists those of some channels that viewers see
 * @returns a function that lists those of some channels that viewers see, in the order of their ids
 */
export function rememberLinks(
  version: () => number,
  load: (channelIds: readonly string[]) => Promise<GuideLinkRow[]>,
): (channelIds: readonly string[]) => Promise<GuideLinkRow[]> {
  let kept = { version: version(), links: new Map<string, GuideLinkRow>() };
  return async (channelIds) => {
    const present = version();
    if (kept.version !== present) kept = { version: present, links: new Map() };
    const { links } = kept;
    // Ids that are those of no channel are not remembered, so that nobody can fill the memory with them.
    const missing = channelIds.filter((id) => !links.has(id));
    if (missing.length > 0) for (const link of await load(missing)) links.set(link.channel_id, link);
    return channelIds.flatMap((id) => links.get(id) ?? []);
  };
}
