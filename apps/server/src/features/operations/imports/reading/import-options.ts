import {
  kidsCategory,
  type GroupChoice,
  type ImportGroup,
  type ImportKind,
  type ImportType,
  type UploadSection,
} from '@butaca/contract';

/** The form of an import, and the choices for the groups of a preview. */
export interface ImportOptions {
  kind: ImportKind;
  categoria?: ImportType | undefined;
  subcategoria?: string | undefined;
  section?: UploadSection | undefined;
  choices?: ReadonlyMap<string, GroupChoice> | undefined;
}

/**
 * The destination of an import's entries; a field that is `undefined` is determined for each entry by itself and its
 * group.
 */
export interface Destination {
  tipo: ImportType | undefined;
  mainSection: string | undefined;
  subcategoria: string | undefined;
}

/** The destinations of the upload sections. @see the wire contract, «Imports» */
const sectionDestinations: Readonly<Record<UploadSection, Destination>> = {
  movies: { tipo: 'pelicula', mainSection: 'POR_GENERO', subcategoria: undefined },
  series: { tipo: 'serie', mainSection: undefined, subcategoria: undefined },
  series_kids: { tipo: 'serie', mainSection: undefined, subcategoria: kidsCategory },
  animes: { tipo: 'anime', mainSection: undefined, subcategoria: undefined },
  documentaries: { tipo: 'documental', mainSection: undefined, subcategoria: undefined },
  doramas: { tipo: 'dorama', mainSection: undefined, subcategoria: undefined },
};

/** Determines the part of the destination that the form sets for every entry. */
export function readDestination({ kind, categoria, subcategoria, section }: ImportOptions): Destination {
  if (kind === 'channels') return { tipo: 'canal', mainSection: undefined, subcategoria: undefined };
  if (kind === 'section' && section !== undefined) return sectionDestinations[section];
  if (kind !== 'videos') return { tipo: undefined, mainSection: undefined, subcategoria: undefined };
  return {
    tipo: categoria,
    mainSection: categoria === 'pelicula' ? subcategoria : undefined,
    subcategoria: categoria === 'serie' ? subcategoria : undefined,
  };
}

/**
 * Keeps the choices that differ from the preview. The entries of a group without a choice are classified one by one,
 * because a group may hold both films and chapters.
 */
export function keepChanges(
  choices: readonly GroupChoice[],
  groups: readonly ImportGroup[],
): Map<string, GroupChoice> {
  const suggested = new Map(groups.map((group) => [group.group, group]));
  return new Map(
    choices
      .filter((choice) => {
        const before = suggested.get(choice.group);
        const isAsBefore =
          before !== undefined &&
          choice.isIncluded &&
          choice.tipo === before.tipo &&
          (choice.mainSection ?? before.mainSection) === before.mainSection &&
          (choice.subcategoria ?? before.subcategoria) === before.subcategoria &&
          (choice.section ?? before.section) === before.section;
        return !isAsBefore;
      })
      .map((choice) => [choice.group, choice]),
  );
}
