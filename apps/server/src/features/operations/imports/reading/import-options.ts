import {
  entryChoicesKept,
  importGroupsShown,
  kidsCategory,
  nameRulesKept,
  type EntryChoice,
  type GroupChoice,
  type ImportGroup,
  type ImportKind,
  type ImportType,
  type PlanKey,
  type UploadSection,
} from '@butaca/contract';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { KeptGroupChoice, ListProvider, NameRule } from '../../../../shared/provider/list-provider.ts';

/**
 * The form fields of an import of an M3U list, and the administrator's choices for the groups of entries that its
 * preview (before publishing) shows.
 */
export interface ImportOptions {
  kind: ImportKind;
  categoria?: ImportType | undefined;
  subcategoria?: string | undefined;
  section?: UploadSection | undefined;
  choices?: ReadonlyMap<string, KeptGroupChoice> | undefined;
  /** The plans that open what the import brings; without them, the rules of the sections decide. */
  plans?: readonly PlanKey[] | undefined;
  /** The administrator's choices for single entries, by their position in the list. */
  entries?: ReadonlyMap<number, ImportType> | undefined;
  /** What entries become by the form of their names and addresses; choices for entries and groups go before. */
  rules?: ReadonlyMap<string, ImportType> | undefined;
  /** Whether entries are staged with their forms, from which rules are made in a preview. */
  hasForms?: boolean | undefined;
}

/** What an administrator has chosen in a preview, as its import keeps it. */
export interface KeptChoices {
  groups?: readonly KeptGroupChoice[] | undefined;
  /** What single entries become, by their position in the list. */
  entries?: Readonly<Record<string, ImportType>> | undefined;
  /** What all entries of a form become; `null` removes what the provider remembers. */
  rules?: Readonly<Record<string, ImportType | null>> | undefined;
}

/** A remembered choice for all entries with names and addresses of one form. */
export type FormRules = ReadonlyMap<string, ImportType | null>;

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
          choice.isIncluded === before.isIncluded &&
          choice.tipo === before.tipo &&
          (choice.mainSection ?? before.mainSection) === before.mainSection &&
          (choice.subcategoria ?? before.subcategoria) === before.subcategoria &&
          (choice.section ?? before.section) === before.section;
        return !isAsBefore;
      })
      .map((choice) => [choice.group, choice]),
  );
}

const byGroup = (choices: readonly KeptGroupChoice[]): Map<string, KeptGroupChoice> =>
  new Map(choices.map((choice) => [choice.group, choice]));

/**
 * Joins choices for groups, of which later ones replace earlier ones. A choice that takes a group in without a kind
 * removes what was chosen for the group before.
 */
export function joinGroupChoices(
  ...choices: readonly (readonly KeptGroupChoice[])[]
): Map<string, KeptGroupChoice> {
  const joined = byGroup(choices.flat());
  for (const [group, { isIncluded, tipo }] of joined)
    if (isIncluded && tipo === undefined) joined.delete(group);
  return joined;
}

/**
 * Adds choices to those that a preview keeps. To take away a rule that the provider does not remember is no choice.
 *
 * @param remembered - the rules that the provider of the preview remembers
 * @throws AppError `import.too_many_choices` when more groups or entries would have one than a preview keeps
 */
export function addChoices(
  kept: KeptChoices,
  added: { groups: readonly KeptGroupChoice[]; entries: readonly EntryChoice[]; rules?: FormRules },
  remembered: readonly NameRule[],
): KeptChoices {
  const entries = new Map(Object.entries(kept.entries ?? {}));
  for (const { position, tipo } of added.entries) {
    if (tipo === null) entries.delete(String(position));
    else entries.set(String(position), tipo);
  }
  const groups = byGroup([...(kept.groups ?? []), ...added.groups]);
  if (entries.size > entryChoicesKept || groups.size > importGroupsShown)
    throw new AppError('import.too_many_choices');
  const known = new Set(remembered.map(({ form }) => form));
  const rules = [...Object.entries(kept.rules ?? {}), ...(added.rules ?? [])];
  return {
    groups: [...groups.values()],
    entries: Object.fromEntries(entries),
    rules: Object.fromEntries([...new Map(rules)].filter(([form, tipo]) => tipo !== null || known.has(form))),
  };
}

/** @throws AppError `import.too_many_rules` when a provider would remember more than {@link nameRulesKept} */
export function joinRules(
  remembered: readonly NameRule[],
  changed: Readonly<Record<string, ImportType | null>> = {},
): Map<string, ImportType> {
  const joined = new Map(remembered.map(({ form, tipo }) => [form, tipo]));
  for (const [form, tipo] of Object.entries(changed)) {
    if (tipo === null) joined.delete(form);
    else joined.set(form, tipo);
  }
  if (joined.size > nameRulesKept) throw new AppError('import.too_many_rules');
  return joined;
}

/** What an import does with the choices of a preview, besides those that its provider keeps. */
export const readChoices = (
  { choices, rules: remembered }: Pick<ListProvider, 'choices' | 'rules'>,
  { groups = [], entries = {}, rules = {} }: KeptChoices,
): Pick<ImportOptions, 'choices' | 'entries' | 'rules'> => ({
  choices: joinGroupChoices(choices, groups),
  rules: joinRules(remembered, rules),
  entries: new Map(Object.entries(entries).map(([position, tipo]) => [Number(position), tipo])),
});
