/*
 * Derives a series name for a film that is really a chapter and whose title has no series name: from its provider
 * group, then from an image that it shares with others, then from the folder of its address. Names that every provider
 * uses (`SERIES NETFLIX`, `logo.png`, `/movie/`) are ignored. File and folder names are converted to readable text:
 * `la-casa_del-lago` becomes «La casa del lago».
 */
import { foldTitle, readName } from '@butaca/titles';

const genericWords = new Set(
  (
    'series serie peliculas pelicula movies movie films film cine vod estrenos estreno netflix amazon prime video videos ' +
    'disney plus hbo max apple tv hulu star paramount otros otras y and de la las los el general novelas novela telenovelas ' +
    'telenovela animes anime doramas dorama documentales documental infantil infantiles kids ninos adultos latino castellano ' +
    'espanol subtitulado subtituladas sub dual 4k uhd hd fhd 60fps retro animadas animada clasicos clasicas accion comedia ' +
    'drama terror temporada temporadas season seasons nuevas nuevos todas todos recientes canales live undefined sin grupo'
  ).split(' '),
);

const kindPrefix = /^(?:series?|novelas?|telenovelas?|animes?|doramas?)\s*[|:/»>–-]\s*/iu;
const seasonSuffix = /(?:temporada|season|temp\.?|[ts])\s*\d{1,3}$/iu;
const separator = /[\s|:/»>–-]/u;

/**
 * Returns the series name in a provider group (`group-title`); empty for a group that names a kind of content, a
 * streaming service or nothing.
 */
export function nameOfGroup(groupTitle: string | null): string {
  for (const group of (groupTitle ?? '').split(';')) {
    const name = readName(withoutSeason(group.trim().replace(kindPrefix, '')), {
      mayHaveChapter: false,
    }).title;
    if (!isGeneric(name)) return name;
  }
  return '';
}

/** Removes `| Temporada 2` and the like from the end of a group's name. */
function withoutSeason(group: string): string {
  let end = seasonSuffix.exec(group)?.index;
  if (end === undefined) return group;
  while (end > 0 && separator.test(group.charAt(end - 1))) end -= 1;
  return group.slice(0, end);
}

/** Returns the series name in the file name of an image URL; empty for `logo.png`, a number or a hash. */
export function nameOfImage(address: string): string {
  const file = pathParts(address).at(-1) ?? '';
  return nameOfPart(file.replace(/\.[a-z0-9]{2,5}$/i, '').replace(/[-_](?:logo|poster|cover)$/i, ''));
}

/**
 * Returns the host and folder of a film's URL, by which films of one series are recognised; `undefined` where the URL
 * has no folder, or the provider puts all titles into one folder.
 */
export function folderOf(address: string, providerKey: string | null): string | undefined {
  const parts = pathParts(address);
  if (providerKey !== null || parts.length < 2) return undefined;
  const kept = parts.slice(0, -1);
  while (kept.length > 1 && /^(?:temporada|season|temp|t|s)[\s._-]*\d{1,3}$/i.test(kept.at(-1) ?? ''))
    kept.pop();
  return `${/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? ''}/${kept.join('/')}`;
}

export const nameOfFolder = (folder: string): string => nameOfPart(pathParts(folder).at(-1) ?? '');

function pathParts(address: string): string[] {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function nameOfPart(part: string): string {
  const words = part.replace(/[._+-]+/g, ' ').trim();
  // File and folder names that consist of numbers or hashes are not readable series names.
  if (/^[0-9a-f\s]{12,}$/i.test(words) || !/\p{L}{3}/u.test(words) || isGeneric(words)) return '';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isGeneric(name: string): boolean {
  const words = foldTitle(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const isWordOfImage = (word: string) =>
    ['logo', 'poster', 'cover', 'default', 'image', 'thumb', 'thumbnail', 'img', 'placeholder'].includes(
      word,
    );
  return words.every((word) => genericWords.has(word) || /^\d+$/.test(word) || isWordOfImage(word));
}
