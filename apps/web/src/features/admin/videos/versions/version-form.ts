import type { AdminVersion } from '@butaca/contract';

/** The form values of a further address of a film or chapter; empty texts stand for none. */
export interface VersionForm {
  id: string;
  url: string;
  languages: readonly string[];
  quality: string;
  edition: string;
}

export const readVersions = (versions: readonly AdminVersion[]): VersionForm[] =>
  versions.map(({ _id: id, url, languages, quality, edition }) => ({
    id,
    url,
    languages,
    quality: quality ?? '',
    edition: edition ?? '',
  }));

/**
 * What a save sends of versions: those that were changed, or nothing.
 *
 * @param loaded - the versions before any edit; unchanged ones are the same objects
 */
export function toVersionsBody(
  versions: readonly VersionForm[],
  loaded: readonly VersionForm[] = [],
): { versions?: { _id: string; languages: string[]; quality: string; edition: string }[] } {
  const changed = versions.filter((version) => !loaded.includes(version));
  if (changed.length === 0) return {};
  return {
    versions: changed.map(({ id, languages, quality, edition }) => ({
      _id: id,
      languages: [...languages],
      quality,
      edition,
    })),
  };
}
