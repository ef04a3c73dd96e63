import { foldText } from '@butaca/contract';

/** Resolution and availability notes that lists hang on a name: `(1080p)`, `[Geo-blocked]`. */
const note = /\s*(?:\((?:\d{3,4}[pi])\)|\[[^\]]{1,40}\])/giu;

/** The name of a channel as people read it: without the notes of its list. */
export function channelName(title: string): string {
  const name = title.replace(note, '').trim();
  return name === '' ? title.trim() : name;
}

/** The key that equal channel names share: an import adds an address to the channel that has its key. */
export function channelTitleKey(name: string): string {
  return foldText(channelName(name));
}
