/** Names of entries with what a person reads in them, and what the product reads in them, field by field. */
import { readFileSync } from 'node:fs';
import { chapterEvidence, judgeKind } from '../src/entry-kind.ts';
import { readChannelPrefix } from '../src/channel-prefix.ts';
import { readName } from '../src/read-name.ts';
import { repairText } from '../src/repair.ts';
import { saysAdults } from '../src/adult.ts';

/** The fields of a name that are compared, as texts; a field that a name does not have is empty. */
export const labelledFields = [
  'kind',
  'title',
  'year',
  'season',
  'chapter',
  'last',
  'languages',
  'quality',
  'country',
  'adult',
  'edition',
] as const;
export type LabelledField = (typeof labelledFields)[number];
export type NameFields = Readonly<Record<LabelledField, string>>;

export interface LabelledName {
  name: string;
  /**
   * What the entry's address says: `film`, `series`, or nothing besides that it is a file. Channels have addresses that
   * say nothing.
   */
  address: '' | 'film' | 'series';
  /** Whether its title looks like a code, a year, a language or a quality. */
  isCounterExample: boolean;
  fields: NameFields;
}

/** The newest year that counts as one while labelled names are read, so that the labels stay right in later years. */
export const latestYear = 2027;

const addresses = {
  '': 'http://proveedor.example/archivos/1.mkv',
  film: 'http://proveedor.example/movie/u/p/1.mkv',
  series: 'http://proveedor.example/series/u/p/1.mkv',
} as const;

/** Reads the names that were labelled by hand. */
export function readHandLabelled(): LabelledName[] {
  const [header = '', ...lines] = readFileSync(new URL('names.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (column: string): string => cells[columns.indexOf(column)] ?? '';
    const address = cell('address');
    return {
      name: cell('name'),
      address: address === 'film' || address === 'series' ? address : '',
      isCounterExample: cell('counter') !== '',
      fields: fieldsOf(cell),
    };
  });
}

/** Makes all fields, each with what `valueOf` gives for it. */
export const fieldsOf = (valueOf: (field: LabelledField) => string): NameFields =>
  // The keys are the fields, and the values texts.
  Object.fromEntries(labelledFields.map((field) => [field, valueOf(field)])) as NameFields;

/** Reads a name as an import reads it, of an entry without a group. Channels have a title, a country, and no more. */
function readFields({
  name,
  address,
  fields,
}: Pick<LabelledName, 'name' | 'address' | 'fields'>): NameFields {
  const context = { latestYear, ...(address === 'series' ? { mayHaveChapter: true } : {}) };
  const reading = readName(name, context);
  const { chapter, year } = reading;
  const adult = saysAdults(repairText(name), 'name') ? 'x' : '';
  if (fields.kind === 'channel') {
    const channel = readChannelPrefix(repairText(name));
    const found = { kind: 'channel', title: channel.name, country: channel.country ?? '', adult };
    return fieldsOf((field) => (field in found ? found[field as keyof typeof found] : ''));
  }
  const { kind } = judgeKind({
    address: addresses[address],
    statedType: undefined,
    durationSeconds: null,
    chapter: chapterEvidence(chapter),
    hasYear: year !== undefined && (name.includes(`(${year})`) || name.includes(`[${year}]`)),
    groupWord: undefined,
  });
  const isFilm = kind === 'movie';
  // What could be a chapter's number is a part of a film's title.
  const shown =
    isFilm && chapter !== undefined ? readName(name, { latestYear, mayHaveChapter: false }) : reading;
  const number = (value: number | undefined): string => String(value ?? '');
  return {
    kind: isFilm ? 'film' : kind === 'episode' ? 'chapter' : 'channel',
    title: shown.title,
    year: number(shown.year),
    season: number(isFilm ? undefined : chapter?.season),
    chapter: number(isFilm ? undefined : chapter?.first),
    last: number(isFilm ? undefined : chapter?.last),
    languages: shown.languages.join(','),
    quality: shown.quality ?? '',
    country: shown.country ?? '',
    adult,
    edition: shown.edition ?? '',
  };
}

export interface WrongField {
  name: string;
  field: LabelledField;
  wanted: string;
  read: string;
}

interface Count {
  right: number;
  all: number;
}

/** How many fields of names were read, and which of them differ from their labels. */
export interface Score {
  names: number;
  fields: number;
  wrong: WrongField[];
  byField: Map<string, Count>;
  /** By what a person says that the entry is: `film`, `chapter`, `channel`. */
  byKind: Map<string, Count>;
  /** Films that were read as something else, or without a title. */
  lostFilms: string[];
}

export function scoreNames(labelled: readonly LabelledName[]): Score {
  const score: Score = {
    names: labelled.length,
    fields: 0,
    wrong: [],
    byField: new Map(),
    byKind: new Map(),
    lostFilms: [],
  };
  for (const each of labelled) {
    const read = readFields(each);
    for (const field of labelledFields) {
      const wanted = each.fields[field];
      const isRight = read[field] === wanted;
      score.fields += 1;
      count(score.byField, field, isRight);
      count(score.byKind, each.fields.kind, isRight);
      if (!isRight) score.wrong.push({ name: each.name, field, wanted, read: read[field] });
    }
    const isLost = each.fields.kind === 'film' && (read.kind !== 'film' || read.title === '');
    if (isLost) score.lostFilms.push(each.name);
  }
  return score;
}

function count(counts: Map<string, Count>, key: string, isRight: boolean): void {
  const found = counts.get(key) ?? { right: 0, all: 0 };
  found.all += 1;
  if (isRight) found.right += 1;
  counts.set(key, found);
}

/** The share of what is right, in percent. */
export const shareRight = (right: number, all: number): number => (all === 0 ? 100 : (right / all) * 100);

/** Writes the figures of a score, a line for the whole, one for the fields and one for the kinds. */
export function describeScore(score: Score): string {
  const right = score.fields - score.wrong.length;
  const list = (counts: Map<string, Count>): string =>
    [...counts]
      .map(([key, { right: few, all }]) => `${key} ${shareRight(few, all).toFixed(2)} % of ${all}`)
      .join(', ');
  return [
    `${score.names} names, ${right} of ${score.fields} fields right (${shareRight(right, score.fields).toFixed(2)} %), ${score.lostFilms.length} films lost`,
    `  by field: ${list(score.byField)}`,
    `  by kind: ${list(score.byKind)}`,
  ].join('\n');
}
