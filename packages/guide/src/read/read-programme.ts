import { cleanText, webAddress } from './clean-text.ts';
import type { GuideLimits, GuideProgramme } from './guide.ts';
import type { XmlElement } from './parse-elements.ts';
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
  const categories: string[] = [];
  const programme: GuideProgramme = {
    ...place,
    title: '',
    categories,
    isNew: false,
    isLive: false,
    isRepeat: false,
  };
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
        addAddress(programme, element.attributes.get('src'), limits.textLength);
        break;
      case 'date':
        addYear(programme, element.text);
        break;
      case 'episode-num':
        addEpisode(programme, element);
        break;
      case 'rating':
        addRating(programme, element);
        break;
      case 'new':
      case 'premiere':
        programme.isNew = true;
        break;
      case 'live':
        programme.isLive = true;
        break;
      case 'previously-shown':
        programme.isRepeat = true;
        break;
      default:
    }
  }
  programme.title = cleanText(title?.text ?? '', limits.textLength);
  if (programme.title === '') return undefined;
  const second = cleanText(subtitle?.text ?? '', limits.textLength);
  if (second !== '') programme.subtitle = second;
  const about = cleanText(description?.text ?? '', limits.textLength);
  if (about !== '') programme.description = about;
  return programme;
}

function preferSpanish(chosen: XmlElement | undefined, other: XmlElement): XmlElement {
  if (chosen === undefined || chosen.text.trim() === '') return other;
  return !isSpanish(chosen) && isSpanish(other) && other.text.trim() !== '' ? other : chosen;
}

function isSpanish({ attributes }: XmlElement): boolean {
  return /^\s{0,20}(?:es|spa)(?:$|[-_\s])/i.test(attributes.get('lang') ?? '');
}

function addCategory(categories: string[], category: string, most: number): void {
  if (category !== '' && categories.length < most && !categories.includes(category))
    categories.push(category);
}

function addAddress(programme: GuideProgramme, written: string | undefined, mostLength: number): void {
  const address = webAddress(written, mostLength);
  if (address !== undefined) programme.icon ??= address;
}

function addYear(programme: GuideProgramme, text: string): void {
  const year = Number(/^\s{0,20}(\d{4})/.exec(text)?.[1]);
  if (year >= 1870 && year <= 2199) programme.year ??= year;
}

/** Numbers in the form of XMLTV are surer than those that people write, whichever comes first. */
function addEpisode(programme: GuideProgramme, { text, attributes }: XmlElement): void {
  const system = attributes.get('system')?.trim() ?? 'onscreen';
  const { season, episode } = readEpisode(text, system);
  const isSure = system === 'xmltv_ns';
  if (season !== undefined && (isSure || programme.season === undefined)) programme.season = season;
  if (episode !== undefined && (isSure || programme.episode === undefined)) programme.episode = episode;
}

function addRating(programme: GuideProgramme, { children }: XmlElement): void {
  if (programme.ageRating !== undefined) return;
  const value = cleanText(children.find(({ name }) => name === 'value')?.text ?? '', ageLength);
  if (value !== '') programme.ageRating = value;
}
