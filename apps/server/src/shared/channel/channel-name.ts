import { foldText } from '@butaca/contract';

/**
 * Matches annotations about resolution or availability that providers append to the names of channels: `(1080p)`,
 * `[Geo-blocked]`.
 */
const note = /\(\d{3,4}[pi]\)|\[[^\]]{1,40}\]/iu;

/** Returns the name of a channel without the annotations that providers append, and without the blanks before these. */
export function channelName(title: string): string {
  const parts = title.split(note);
  const name = parts.map((part, index) => (index === parts.length - 1 ? part : part.trimEnd())).join('');
  return name.trim() === '' ? title.trim() : name.trim();
}

/** Returns the key that equal channel names share; an import adds an address to the channel with the same key. */
export function channelTitleKey(name: string): string {
  return foldText(channelName(name));
}
