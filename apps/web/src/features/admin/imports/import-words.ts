import {
  mainSections,
  uploadSections,
  videoTypeNames,
  videoTypes,
  type Import,
  type ImportOutcome,
  type ImportStatus,
  type ImportType,
} from '@butaca/contract';
import type { BadgeProps } from '@butaca/ui';
import { counted } from '../../../platform/counted.ts';

/** The content types that a group of an uploaded list can be given in the import preview. @see decision 008 */
export const groupTypes: readonly ImportType[] = ['canal', ...videoTypes];

export const typeNames: Readonly<Record<ImportType, string>> = {
  canal: 'Canal',
  ...videoTypeNames,
};

export const statusWords: Readonly<
  Record<ImportStatus, { label: string; tone: NonNullable<BadgeProps['tone']> }>
> = {
  running: { label: 'En curso', tone: 'plan' },
  preview: { label: 'Sin publicar', tone: 'warn' },
  done: { label: 'Terminada', tone: 'ok' },
  failed: { label: 'Fallida', tone: 'danger' },
  cancelled: { label: 'Cancelada', tone: 'off' },
  undone: { label: 'Deshecha', tone: 'line' },
};

interface OutcomeWords {
  one: string;
  many: string;
  tone: NonNullable<BadgeProps['tone']>;
}

const doneWords: Readonly<Record<ImportOutcome, OutcomeWords>> = {
  added: { one: 'Añadido', many: 'Añadidos', tone: 'ok' },
  updated: { one: 'Actualizado', many: 'Actualizados', tone: 'plan' },
  duplicate: { one: 'Duplicado', many: 'Duplicados', tone: 'off' },
  skipped: { one: 'Omitido', many: 'Omitidos', tone: 'warn' },
};

const previewWords: Readonly<Record<ImportOutcome, OutcomeWords>> = {
  added: { one: 'Se añadirá', many: 'Se añadirán', tone: 'ok' },
  updated: { one: 'Se actualizará', many: 'Se actualizarán', tone: 'plan' },
  duplicate: { one: 'Duplicado', many: 'Duplicados', tone: 'off' },
  skipped: { one: 'Se omitirá', many: 'Se omitirán', tone: 'warn' },
};

/** The words for what became of an entry of an imported list; of a preview, for what would become of it. */
export const outcomeWordsOf = ({
  status,
}: Pick<Import, 'status'>): Readonly<Record<ImportOutcome, OutcomeWords>> =>
  status === 'preview' ? previewWords : doneWords;

export const outcomes = Object.keys(doneWords) as readonly ImportOutcome[];

const sectionName = (key: string): string =>
  mainSections.find((section) => section.key === key)?.displayName ??
  uploadSections.find((section) => section.key === key)?.displayName ??
  key;

/**
 * Says in Spanish what an uploaded M3U list contains: channels, the titles of one section such as «Películas», or the
 * video type that the person chose.
 */
export function describeForm({ kind, options }: Pick<Import, 'kind' | 'options'>): string {
  if (kind === 'channels') return 'Canales';
  if (kind === 'section') return `Sección ${sectionName(options.section ?? '')}`;
  if (kind === 'mixed') return 'Según cada grupo';
  const { categoria, subcategoria } = options;
  const name = typeNames[(categoria ?? 'pelicula') as ImportType];
  return subcategoria === null ? name : `${name} · ${sectionName(subcategoria)}`;
}

/**
 * The progress of a running import in percent; `null` while the server writes to the catalogue or the file's size is
 * unknown.
 */
export function percentOf({ phase, size, done }: Pick<Import, 'phase' | 'size' | 'done'>): number | null {
  if (phase === 'waiting' || phase === 'publishing' || size === 0) return null;
  return Math.min(100, Math.floor((done / size) * 100));
}

const phaseWords = {
  receiving: 'Recibiendo el archivo',
  reading: 'Leyendo la lista',
  waiting: 'Espera a que se guarde otra lista',
  publishing: 'Guardando',
} as const;

/**
 * The progress of a running import as a text: what the server does now, the number of list entries, and the percentage,
 * as far as they are known.
 */
export function describeProgress(running: Pick<Import, 'phase' | 'size' | 'done' | 'entries'>): string {
  const percent = percentOf(running);
  return [
    ...(running.phase === null ? [] : [phaseWords[running.phase]]),
    ...(running.entries === 0 ? [] : [`${running.entries.toLocaleString('es')} entradas`]),
    ...(percent === null ? [] : [`${percent} %`]),
  ].join(' · ');
}

/**
 * The sentence about a finished import: the server's message, or else the numbers of added and omitted list entries.
 *
 * @see docs/requisitos.md, R7.14
 */
export function describeResult({
  message,
  added,
  updated,
  duplicates,
  skipped,
}: Pick<Import, 'added' | 'updated' | 'duplicates' | 'skipped'> & { message: string | null }): string {
  return message ?? `Añadidos: ${added}, omitidos: ${updated + duplicates + skipped}`;
}

/** How many groups and entries of a preview the person has changed: «1 grupo y 2 entradas con cambios». */
export function describeChanges(groups: number, entries: number): string {
  const parts = [
    ...(groups > 0 ? [counted(groups, 'grupo', 'grupos')] : []),
    ...(entries > 0 ? [counted(entries, 'entrada', 'entradas')] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(' y ')} con cambios`;
}

export const describeDoubtful = (count: number): string =>
  count === 1
    ? '1 entrada es dudosa: está la primera del informe, con su motivo.'
    : `${count.toLocaleString('es')} entradas son dudosas: están las primeras del informe, con su motivo.`;
