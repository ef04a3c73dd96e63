import {
  defaultChannelSection,
  type EntryChoice,
  type GroupChoice,
  type ImportGroup,
  type ImportType,
} from '@butaca/contract';

/** The groups (`group-title`) of an uploaded list that the person changed in the import preview, by group name. */
export type GroupChoices = ReadonlyMap<string, ImportGroup>;

/**
 * Gives a group of an import preview another content type (film, series, channel, …), with the default destination of
 * that type if the group has none.
 */
export function withType(group: ImportGroup, tipo: ImportType): ImportGroup {
  return {
    ...group,
    tipo,
    mainSection: tipo === 'pelicula' ? (group.mainSection ?? 'POR_GENERO') : null,
    subcategoria: tipo === 'serie' ? (group.subcategoria ?? 'Netflix') : null,
    section: tipo === 'canal' ? (group.section ?? (group.group || defaultChannelSection)) : null,
  };
}

/**
 * The groups that are sent when an import preview is published: only those that the person changed. For unchanged
 * groups the server decides entry by entry, because the type shown for a group is only that of most of its entries.
 */
export function listChanges(groups: readonly ImportGroup[], choices: GroupChoices): GroupChoice[] {
  return groups.flatMap((seen): GroupChoice[] => {
    const chosen = choices.get(seen.group);
    if (chosen === undefined || isSame(seen, chosen)) return [];
    const { group, isIncluded, tipo, mainSection, subcategoria, section } = chosen;
    // A group that is taken in again, and not changed, keeps the kinds of its entries.
    if (isIncluded && isSame({ ...seen, isIncluded }, chosen)) return [{ group, isIncluded }];
    return [
      {
        group,
        isIncluded,
        tipo,
        ...(tipo === 'pelicula' && { mainSection: mainSection as GroupChoice['mainSection'] }),
        ...(tipo === 'serie' && { subcategoria }),
        ...(tipo === 'canal' && { section }),
      },
    ];
  });
}

function isSame(one: ImportGroup, other: ImportGroup): boolean {
  return (
    one.isIncluded === other.isIncluded &&
    one.tipo === other.tipo &&
    one.mainSection === other.mainSection &&
    one.subcategoria === other.subcategoria &&
    one.section === other.section
  );
}

/**
 * Finds the groups of an import preview whose name or first titles contain every search word; case and accents are
 * ignored.
 */
export function findGroups(groups: readonly ImportGroup[], words: string): ImportGroup[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  return groups.filter(({ group, samples }) => {
    const text = fold([group, ...samples].join(' '));
    return wanted.every((word) => text.includes(word));
  });
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** What the person chose for entries of an import preview, by their position. */
export type EntryChoices = ReadonlyMap<number, ChosenKind>;

export interface ChosenKind {
  /** `null` takes a choice back. */
  tipo: ImportType | null;
  /** Whether the choice holds for all entries that are alike, and is remembered for the provider. */
  isForAlike: boolean;
}

/** What is sent of the choices in an import preview. */
export interface ChoicesToSend {
  groups: GroupChoice[];
  entries: EntryChoice[];
}

export const listEntryChoices = (choices: EntryChoices): EntryChoice[] =>
  [...choices].map(([position, { tipo, isForAlike }]) => ({
    position,
    tipo,
    ...(isForAlike && { isForAlike }),
  }));
