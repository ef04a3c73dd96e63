export { saysAdults } from './adult.ts';
export { readChannelPrefix, type ChannelPrefix } from './channel-prefix.ts';
export { readChannelTheme } from './channel-theme.ts';
export { countryOfGuideId, nameOfCountry, writtenCountries } from './country.ts';
export {
  chapterEvidence,
  describePlace,
  judgeKind,
  placeOfEntry,
  type ChapterEvidence,
  type EntryKind,
  type KindJudgement,
  type NeighbourEvidence,
} from './entry-kind.ts';
export { evenBlanks, foldTitle } from './fold-title.ts';
export { isBareRuler, readHeading } from './heading.ts';
export { nameForm } from './name-form.ts';
export { createNeighbourFinder, type Compared, type ListedName } from './neighbours.ts';
export { readBehindFront, readFrontNumber, readNumberedChapter, readNumberedName } from './numbered-name.ts';
export {
  qualities,
  type ChapterReading,
  type NameReading,
  type NameTags,
  type Quality,
} from './name-reading.ts';
export { readName, type NameContext } from './read-name.ts';
export { readerRevision } from './reader-revision.ts';
export { repairText } from './repair.ts';
export { readGroup, type GroupReading } from './read-group.ts';
export { namedCountries, namedLanguages } from './tag-words.ts';
export { saysNone } from './none-word.ts';
