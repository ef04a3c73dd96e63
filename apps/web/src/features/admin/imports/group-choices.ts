import { defaultChannelSection, type GroupChoice, type ImportGroup, type ImportType } from '@butaca/contract';

/** The groups that the person changed, by name. */
export type GroupChoices = ReadonlyMap<string, ImportGroup>;

/** Gives a group another type; where the group has no destination for it, the type's default one. */
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
 * The changes with which a preview is published: only the groups that the person changed. For all others the server decides
 * entry by entry, because not every entry of a group is like most of them.
 */
export function listChanges(groups: readonly ImportGroup[], choices: GroupChoices): GroupChoice[] {
  return groups.flatMap((seen) => {
    const chosen = choices.get(seen.group);
    if (chosen === undefined || isSame(seen, chosen)) return [];
    const { group, isIncluded, tipo, mainSection, subcategoria, section } = chosen;
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

/** Groups whose name or first titles contain every word, without regard to case and accents. */
export function findGroups(groups: readonly ImportGroup[], words: string): ImportGroup[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  return groups.filter(({ group, samples }) => {
    const text = fold([group, ...samples].join(' '));
    return wanted.every((word) => text.includes(word));
  });
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
