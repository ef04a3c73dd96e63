import type { ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { FoundPlaylist } from '../delivery/fetch-playlist.ts';
import { hasLongLine } from '../playlists/playlist-lines.ts';
import { readAttributes } from '../playlists/playlist-tags.ts';
import { resolveAddress } from '../stream/stream-address.ts';
import { atMost } from '../../../../platform/at-most.ts';

/**
 * Remembers of which source the playlists are that master playlists name: for each channel by itself, because the master
 * playlist of one may name a playlist of another.
 */
export interface MasterPlaylists {
  /**
   * Finds the source of a rendition's playlist. `isAlone`: whether the rendition holds sound and picture together, so that
   * another source can take its place
   */
  find(channelKey: ItemKey, address: string): { sourceAddress: string; isAlone: boolean } | undefined;
  /** Notes the renditions that a playlist names, if it is a master playlist. */
  note(channelKey: ItemKey, found: FoundPlaylist, sourceAddress: string): void;
}

const renditionsMax = 5_000;
const mediaTag = '#EXT-X-MEDIA:';

export function createMasterPlaylists(): MasterPlaylists {
  const known = new LRUCache<string, { sourceAddress: string; isAlone: boolean }>(atMost(renditionsMax));
  return {
    find: (channelKey, address) => known.get(`${channelKey} ${address}`),
    note(channelKey, { text, address }, sourceAddress) {
      // The gateway refuses such a playlist when it rewrites it, so nobody asks for its renditions.
      if (hasLongLine(text)) return;
      const isAlone = !hasOtherTracks(text);
      for (const rendition of listRenditions(text, address))
        known.set(`${channelKey} ${rendition}`, { sourceAddress, isAlone });
    },
  };
}

/** Picks the rendition of a master playlist with which players begin; `undefined` where its sound is apart. */
export const pickRendition = ({ text, address }: FoundPlaylist): string | undefined =>
  hasLongLine(text) || hasOtherTracks(text) ? undefined : listRenditions(text, address)[0];

/** Whether the sound of a master playlist is in playlists of its own. */
const hasOtherTracks = (text: string): boolean =>
  text.split('\n').some((line) => isTrackOfSound(line.trim()));

function isTrackOfSound(line: string): boolean {
  if (!line.startsWith(mediaTag)) return false;
  const attributes = readAttributes(line.slice(mediaTag.length));
  return (
    attributes.some(({ name, value }) => name === 'TYPE' && value === 'AUDIO') &&
    attributes.some(({ name }) => name === 'URI')
  );
}

function listRenditions(text: string, base: string): string[] {
  const found: string[] = [];
  let isNext = false;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('#EXT-X-STREAM-INF')) isNext = true;
    else if (isNext && line !== '' && !line.startsWith('#')) {
      isNext = false;
      const address = resolveAddress(line, base);
      if (address !== undefined) found.push(address);
    }
  }
  return found;
}
