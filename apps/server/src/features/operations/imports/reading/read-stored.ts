import { importTypes } from '@butaca/contract';
import {
  foldTitle,
  readBehindFront,
  readFrontNumber,
  readGroup,
  readNumberedName,
  type NeighbourEvidence,
} from '@butaca/titles';
import type { ReadStoredTitle } from '../../../../shared/video/stored-title.ts';
import { createEntryReader } from './read-entry.ts';

/**
 * Creates a reader for titles that are stored already, which reads them as an import to their own `tipo` would read them.
 * The number of a chapter is given only where its name says it. What neighbours said of a title when it was imported is
 * known by the stored name of the film or series, which lacks the number.
 */
export function createStoredReader(): ReadStoredTitle {
  const readers = new Map(
    importTypes.map((tipo) => [tipo as string, createEntryReader({ kind: 'videos', categoria: tipo })]),
  );
  return ({ title, group, address, tipo, isChapter, storedName }) => {
    const entry = {
      lineNumber: 1,
      title,
      address,
      isPlayable: true,
      headers: {},
      groups: group === '' ? [] : group.split(';'),
      heading: undefined,
      tvgId: undefined,
      tvgName: undefined,
      statedType: undefined,
      logo: undefined,
      channelNumber: undefined,
      subChannelNumber: undefined,
      xuiId: undefined,
      durationSeconds: null,
      catchup: undefined,
    };
    const neighbours = isChapter ? findRunOf(storedName, title, group) : findFrontOf(storedName, title);
    const staged = readers.get(tipo)?.(entry, 1, neighbours);
    if (staged?.kind !== (isChapter ? 'chapter' : 'film')) return undefined;
    const { name, name_folded: nameFolded, title_sort: titleSort } = staged;
    if (name === null || nameFolded === null || nameFolded === '' || titleSort === null) return undefined;
    // A chapter whose name has no number is given a reason, and the number 1.
    const isNumbered = staged.reason === null;
    return {
      name,
      nameFolded,
      titleSort,
      year: staged.year,
      season: isNumbered ? staged.season : null,
      chapter: isNumbered ? staged.chapter : null,
      chapterTitle: isNumbered ? staged.chapter_title : null,
      languages: staged.languages,
      quality: staged.quality,
      isAdult: staged.is_adult,
      isNameless: staged.is_nameless,
    };
  };
}

/** What neighbours said of a chapter of a series, where its number has no code: «Marimar 12» of «Marimar». */
function findRunOf(seriesName: string, title: string, group: string): NeighbourEvidence | undefined {
  const numbered = readNumberedName(title);
  if (numbered === undefined) return undefined;
  const series = foldTitle(seriesName);
  const isInRun =
    numbered.text === series ||
    (numbered.place === 'start' && foldTitle(readGroup(group).series?.name ?? '') === series);
  return isInRun
    ? { run: 'chapters', numberPlace: numbered.place, front: undefined, hasBareYears: true }
    : undefined;
}

/** What neighbours said of a film that is stored without the number in front of its title: «2017 - Coco». */
function findFrontOf(storedName: string, title: string): NeighbourEvidence | undefined {
  const front = readFrontNumber(title);
  if (front === undefined || !foldTitle(storedName).startsWith(foldTitle(readBehindFront(title).title)))
    return undefined;
  return { run: undefined, numberPlace: undefined, front: front.is, hasBareYears: true };
}
