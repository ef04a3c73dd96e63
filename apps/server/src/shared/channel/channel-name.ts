import { foldText } from '@butaca/contract';

/**
 * Matches annotations about resolution or availability that providers append to the names of channels: `(1080p)`,
 * `[Geo-blocked]`.
 */
const note = /\s*(?:\((?:\d{3,4}[pi])\)|\[[^\]]{1,40}\])/giu;

/** Returns the name of a channel without the annotations that providers append. */
export function channelName(title: string): string {
  const name = title.replace(note, '').trim();
  return name === '' ? title.trim() : name;
}

/** Returns the key that equal channel names share; an import adds an address to the channel with the same key. */
export function channelTitleKey(name: string): string {
  return foldText(channelName(name));
}
