import { nameOfCountry, nameOfLanguage, type ImportRow } from '@butaca/contract';

type Reading = NonNullable<ImportRow['reading']>;

/** What the name and group of an entry of a list say besides its title: «Latino», «FHD», «México», «Para adultos». */
export function listTags({ languages, quality, country, edition, isAdult }: Reading): string[] {
  return [
    ...languages.map(nameOfLanguage),
    ...(quality === null ? [] : [quality]),
    ...(country === null ? [] : [nameOfCountry(country)]),
    ...(edition === null ? [] : [edition]),
    ...(isAdult ? ['Para adultos'] : []),
  ];
}
