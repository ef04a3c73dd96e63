import { foldText, tagEncodings } from '@butaca/contract';
import { readChannelPrefix } from '@butaca/titles';

/** What the name of a channel in a list says. */
export interface ChannelName {
  /** The name without the annotations that providers append, and without a country in front: `ES: DAZN 1`. */
  name: string;
  /** The name without words of quality, too, by which channels are recognised. */
  bareName: string;
  /** `8K`, `4K`, `FHD`, `HD` or `SD`; for a name that says only how its pictures are encoded, that word (`HEVC`); else `null`. */
  quality: string | null;
  /** The country in front of the name, two letters in lower case. */
  country: string | undefined;
  /**
   * The name without words of quality, but with the country in front of it; `undefined` where there is none. Channels that
   * were made before countries were taken off are recognised by it.
   */
  prefixedName: string | undefined;
}

/**
 * Matches annotations about resolution or availability that providers append to the names of channels: `(1080p)`,
 * `(HD)`, `[Geo-blocked]`.
 */
const note =
  /\((?:\d{3,4}[pi]|[48]K|[FU]?HD|SD|HEVC|H\.?26[45]|backup|respaldo|(?:opci[oó]n|op|servidor|server|alt) ?\d{0,2})\)|\[[^\]]{1,40}\]/giu;

/** The qualities that words of a name stand for, in upper case. */
const qualities: Readonly<Record<string, string>> = {
  '8K': '8K',
  '4320P': '8K',
  '4K': '4K',
  UHD: '4K',
  '2160P': '4K',
  FHD: 'FHD',
  FULLHD: 'FHD',
  'FULL-HD': 'FHD',
  ULTRAHD: '4K',
  'ULTRA-HD': '4K',
  '1080P': 'FHD',
  '1080I': 'FHD',
  HD: 'HD',
  '720P': 'HD',
  SD: 'SD',
  '576P': 'SD',
  '576I': 'SD',
  '480P': 'SD',
  '480I': 'SD',
};

/** Words that say how pictures are encoded, and nothing about their size. */
const encodings = new Set(tagEncodings);
/** Words that tell sources of a channel apart, and say nothing about their pictures. */
const asides = new Set(['RAW', 'HQ', 'LQ', 'BACKUP', 'RESPALDO']);

/** Signs with which lists end a name, besides those of `separators`: `La 1 HD*`, `La 1 HD ◉`. */
const endSigns = /[*+~°•·●○◉◎★☆✦✪✔✓⚡►▶|_\s]{1,8}$/u;
/** A quality that is joined to the name: `La1-HD`, `La_1_FHD`. */
const joinedQuality = /^(.+)[-_.]((?:[FU]?HD|SD|[48]K|HEVC|\d{3,4}[pi]))$/iu;

/** Words of two parts; the second is a quality by itself. */
const firstParts: Readonly<Record<string, string>> = { FULL: 'FHD', ULTRA: '4K' };

/** One letter in a circle or square (Ⓖ, 🅗), with which lists name the server or the kind of a stream. */
const enclosedLetter = /^[\u24b6-\u24e9\u{1f130}-\u{1f189}]$/u;
const separators = new Set(['-', '–', '|', ':', '·', '•']);

/** Reads the name that a list gives a channel: `La 1 (1080p)`, `LA 1 ᴴᴰ`, `La 1 Ⓖ`, `ES: DAZN 1`. */
export function readChannelName(title: string): ChannelName {
  const whole = title.trim();
  const { name, country } = readChannelPrefix(whole);
  const prefixedName = name === whole ? undefined : readWithoutPrefix(whole).bareName;
  return { ...readWithoutPrefix(name), country, prefixedName };
}

function readWithoutPrefix(title: string): Pick<ChannelName, 'name' | 'bareName' | 'quality'> {
  const said: string[] = [];
  const parts = title.split(note);
  for (const [annotation] of title.matchAll(note)) said.push(toWord(annotation.slice(1, -1)));
  const text = parts.map((part, index) => (index === parts.length - 1 ? part : part.trimEnd())).join('');
  const name = text.trim() === '' ? title.trim() : text.trim();
  const words = name.split(/\s+/u);
  while (words.length > 1) {
    const word = words.at(-1) ?? '';
    const tag = toWord(word.replace(endSigns, ''));
    if (separators.has(word) || enclosedLetter.test(word) || (tag === '' && word !== '+')) words.pop();
    else if (tag in qualities || encodings.has(tag) || asides.has(tag)) {
      words.pop();
      const wider = tag === 'HD' && words.length > 1 ? firstParts[toWord(words.at(-1) ?? '')] : undefined;
      if (wider !== undefined) words.pop();
      said.unshift(wider ?? tag);
    } else break;
  }
  const joined = joinedQuality.exec(words.at(-1) ?? '');
  if (joined !== null) {
    words.splice(-1, 1, joined[1] ?? '');
    said.unshift(toWord(joined[2] ?? ''));
  }
  const quality = said.find((tag) => tag in qualities);
  return {
    name,
    bareName: words.join(' '),
    quality:
      quality === undefined ? (said.find((tag) => encodings.has(tag)) ?? null) : (qualities[quality] ?? null),
  };
}

/** Returns the key that equal channel names share; an import adds an address to the channel with the same key. */
export function channelTitleKey(name: string): string {
  return foldText(readChannelName(name).bareName);
}

const toWord = (text: string): string => text.normalize('NFKC').toUpperCase();
