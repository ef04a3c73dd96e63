import { cleanText, webAddress } from './clean-text.ts';
import type { GuideLimits, GuideProgramme } from './guide.ts';
import { attributeOf, type XmlElement } from './parse-elements.ts';
import { readEpisode } from './read-episode.ts';

/** What the attributes of an element `programme` say. */
export interface ProgrammePlace {
  channelId: string;
  startMs: number;
  stopMs?: number;
}

const ageLength = 40;

/**
 * Reads an element `programme`. Of texts in several languages the first in Spanish is taken, else the first.
 *
 * @returns `undefined` when it has no title
 */
export function readProgramme(
  place: ProgrammePlace,
  elements: readonly XmlElement[],
  limits: Pick<GuideLimits, 'textLength' | 'parts'>,
): GuideProgramme | undefined {
  let title: XmlElement | undefined;
  let subtitle: XmlElement | undefined;
  let description: XmlElement | undefined;
  let icon: string | undefined;
  let year: number | undefined;
  let ageRating: string | undefined;
  let season: number | undefined;
  let episode: number | undefined;
  let hasSureNumbers = false;
  let isNew = false;
  let isLive = false;
  let isRepeat = false;
  const categories: string[] = [];
  for (const element of elements) {
    switch (element.name) {
      case 'title':
        title = preferSpanish(title, element);
        break;
      case 'sub-title':
        subtitle = preferSpanish(subtitle, element);
        break;
      case 'desc':
        description = preferSpanish(description, element);
        break;
      case 'category':
        addCategory(categories, cleanText(element.text, limits.textLength), limits.parts);
        break;
      case 'icon':
        icon ??= webAddress(attributeOf(element, 'src'), limits.textLength);
        break;
      case 'date':
        year ??= readYear(element.text);
        break;
      case 'rating':
        ageRating ??= readRating(element);
        break;
      case 'episode-num': {
        const system = attributeOf(element, 'system')?.trim() ?? 'onscreen';
        const numbers = readEpisode(element.text, system);
        // Numbers in the form of XMLTV are surer than those that people write, whichever comes first.
        const isSure = system === 'xmltv_ns';
        if (hasSureNumbers && !isSure) break;
        season = isSure ? (numbers.season ?? season) : (season ?? numbers.season);
        episode = isSure ? (numbers.episode ?? episode) : (episode ?? numbers.episode);
        hasSureNumbers ||= isSure && numbers.episode !== undefined;
        break;
      }
      case 'new':
      case 'premiere':
        isNew = true;
        break;
      case 'live':
        isLive = true;
        break;
      case 'previously-shown':
        isRepeat = true;
        break;
      default:
    }
  }
  const name = title === undefined ? '' : cleanText(title.text, limits.textLength);
  if (name === '') return undefined;
  const { channelId, startMs, stopMs } = place;
  const programme: GuideProgramme = { channelId, startMs, title: name, categories, isNew, isLive, isRepeat };
  if (stopMs !== undefined) programme.stopMs = stopMs;
  const second = subtitle === undefined ? '' : cleanText(subtitle.text, limits.textLength);
  if (second !== '') programme.subtitle = second;
  const about = description === undefined ? '' : cleanText(description.text, limits.textLength);
  if (about !== '') programme.description = about;
  if (icon !== undefined) programme.icon = icon;
  if (season !== undefined) programme.season = season;
  if (episode !== undefined) programme.episode = episode;
  if (year !== undefined) programme.year = year;
  if (ageRating !== undefined) programme.ageRating = ageRating;
  return programme;
}

function preferSpanish(chosen: XmlElement | undefined, other: XmlElement): XmlElement {
  if (chosen === undefined || chosen.text.trim() === '') return other;
  return !isSpanish(chosen) && isSpanish(other) && other.text.trim() !== '' ? other : chosen;
}

function isSpanish(element: XmlElement): boolean {
  return /^\s{0,20}(?:es|spa)(?:$|[-_\s])/i.test(attributeOf(element, 'lang') ?? '');
}

function addCategory(categories: string[], category: string, most: number): void {
  if (category !== '' && categories.length < most && !categories.includes(category))
    categories.push(category);
}

function readYear(text: string): number | undefined {
  const year = Number(/^\s{0,20}(\d{4})/.exec(text)?.[1]);
  return year >= 1870 && year <= 2199 ? year : undefined;
}

function readRating({ children }: XmlElement): string | undefined {
  const value = cleanText(children.find(({ name }) => name === 'value')?.text ?? '', ageLength);
  return value === '' ? undefined : value;
}
