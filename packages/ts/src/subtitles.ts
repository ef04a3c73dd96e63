/*
 * The subtitles that a PMT lists. Those of DVB are images; those of teletext are pages that a decoder draws. Both stand in tracks
 * of private data, and say their languages in a descriptor.
 * EN 300 468, sections 6.2.42 (subtitling) and 6.2.44 (teletext)
 */
import { listDescriptors, privateType, type ListedTrack } from './tables.ts';

/** Subtitles of one language in a stream. */
export interface ListedSubtitle {
  form: 'dvb' | 'teletext';
  /** A code of ISO 639-2, such as `spa`; `null` where the table has none. */
  language: string | null;
}

/** How many subtitles of a stream are listed; channels have a few. */
const mostSubtitles = 16;
const teletextTags: ReadonlySet<number> = new Set([0x46, 0x56]);
const subtitlingTag = 0x59;
/** The types of teletext pages that are subtitles: for everybody, and for people who hear badly. */
const subtitlePages: ReadonlySet<number> = new Set([0x02, 0x05]);

/** Lists the subtitles of a stream, each form and language once. @param tracks - those of its PMT */
export function listSubtitles(tracks: readonly ListedTrack[]): ListedSubtitle[] {
  const listed = new Map<string, ListedSubtitle>();
  for (const { type, descriptors } of tracks) {
    if (type !== privateType) continue;
    for (const [tag, at] of listDescriptors(descriptors)) {
      const content = descriptors.subarray(at, at + (descriptors[at - 1] ?? 0));
      for (const subtitle of readDescriptor(tag, content)) {
        if (listed.size < mostSubtitles) listed.set(`${subtitle.form} ${subtitle.language}`, subtitle);
      }
    }
  }
  return [...listed.values()];
}

function readDescriptor(tag: number, content: Uint8Array): ListedSubtitle[] {
  if (teletextTags.has(tag)) {
    return readEntries(content, 5)
      .filter((entry) => subtitlePages.has((entry[3] ?? 0) >> 3))
      .map((entry) => ({ form: 'teletext', language: readLanguage(entry) }));
  }
  if (tag !== subtitlingTag) return [];
  return readEntries(content, 8).map((entry) => ({ form: 'dvb', language: readLanguage(entry) }));
}

function readEntries(content: Uint8Array, entryBytes: number): Uint8Array[] {
  const count = Math.floor(content.length / entryBytes);
  return Array.from({ length: count }, (_, nth) =>
    content.subarray(nth * entryBytes, (nth + 1) * entryBytes),
  );
}

/** Reads the language with which an entry begins. */
function readLanguage(entry: Uint8Array): string | null {
  const code = String.fromCharCode(...entry.subarray(0, 3)).toLowerCase();
  return /^[a-z]{3}$/.test(code) && code !== 'und' ? code : null;
}
