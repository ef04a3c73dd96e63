/** What tells versions of a film or chapter apart, as their list names it. */
export interface VersionFields {
  /** Codes of languages; `null` where the list names none. */
  languages: readonly string[] | null;
  quality: string | null;
  edition: string | null;
}

/**
 * Puts versions into the order in which they take the place of one that does not play: first those with the same languages,
 * quality and edition, then those in the same languages, then those that have one of its languages, then the others. Among
 * equals, the order stays.
 */
export function orderVersions<Version extends VersionFields>(
  chosen: VersionFields,
  others: readonly Version[],
): Version[] {
  return others.toSorted((one, other) => distanceFrom(chosen, one) - distanceFrom(chosen, other));
}

function distanceFrom(chosen: VersionFields, other: VersionFields): number {
  if (languagesOf(chosen) === languagesOf(other)) {
    return chosen.quality === other.quality && chosen.edition === other.edition ? 0 : 1;
  }
  return chosen.languages?.some((language) => other.languages?.includes(language)) === true ? 2 : 3;
}

const languagesOf = ({ languages }: VersionFields): string => (languages ?? []).toSorted().join(' ');
