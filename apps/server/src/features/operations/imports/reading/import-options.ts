import {
  kidsCategory,
  type GroupChoice,
  type ImportGroup,
  type ImportKind,
  type ImportType,
  type UploadSection,
} from '@butaca/contract';

/**
 * The form fields of an import of an M3U list, and the administrator's choices for the groups of entries that its
 * preview (before publishing) shows.
 */
export interface ImportOptions {
  kind: ImportKind;
  categoria?: ImportType | undefined;
  subcategoria?: string | undefined;
  section?: UploadSection | undefined;
  choices?: ReadonlyMap<string, GroupChoice> | undefined;
}

/**
 * `preview`: the import only reports what would become of the list's entries · `publish`: it publishes them · `refresh`: it
 * publishes them unless the list has a reason to wait for an administrator, as a preview.
 */
export type ImportMode = 'preview' | 'publish' | 'refresh';

/**
 * What an import makes of the entries of an M3U list (type, section, category); a field that is `undefined` is
 * determined for each entry from the entry itself and its group.
 */
export interface Destination {
  tipo: ImportType | undefined;
  mainSection: string | undefined;
  subcategoria: string | undefined;
}

/**
 * What an upload to each section (films, series, children's series …) makes of the entries of its M3U list. @see the
 * wire contract, «Imports»
 */
const sectionDestinations: Readonly<Record<UploadSection, Destination>> = {
  movies: { tipo: 'pelicula', mainSection: 'POR_GENERO', subcategoria: undefined },
  series: { tipo: 'serie', mainSection: undefined, subcategoria: undefined },
  series_kids: { tipo: 'serie', mainSection: undefined, subcategoria: kidsCategory },
  animes: { tipo: 'anime', mainSection: undefined, subcategoria: undefined },
  documentaries: { tipo: 'documental', mainSection: undefined, subcategoria: undefined },
  doramas: { tipo: 'dorama', mainSection: undefined, subcategoria: undefined },
};

/** Determines what an import of an M3U list makes of all entries, as far as the upload form says it. */
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
 * Keeps those choices of an administrator that differ from what the preview of the imported M3U list suggested before
 * publishing. The entries of a group (`group-title`) without a choice are classified one by one, because a group may
 * hold both films and chapters.
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

export const byGroup = (choices: readonly GroupChoice[]): Map<string, GroupChoice> =>
  new Map(choices.map((choice) => [choice.group, choice]));
