/** An entry of a list, ready to be decided on and published. Fields that its kind does not have are `null`. */
export interface StagedEntry {
  /** The entry's position in the file, from 1. */
  position: number;
  line: number;
  title: string;
  group_title: string;
  kind: 'channel' | 'film' | 'chapter' | 'skipped';
  reason: string | null;
  guess: 'live' | 'movie' | 'episode' | null;
  tipo: string | null;
  main_section: string | null;
  subcategoria: string | null;
  section: string | null;
  /** The name of the channel, film or series. */
  name: string | null;
  name_folded: string | null;
  title_sort: string | null;
  /**
   * Identifies the channel, film (together with its year) or series; `null` when only the address identifies the entry.
   */
  key: string | null;
  is_nameless: boolean;
  year: number | null;
  season: number | null;
  chapter: number | null;
  chapter_title: string | null;
  duration: string | null;
  genres: readonly string[];
  /** The folded genres, in the same order as `genres`. */
  genres_folded: readonly string[];
  address: string | null;
  /** The SHA-256 of the address, hexadecimal. */
  address_hash: string | null;
  provider_key: string | null;
  stream_kind: string | null;
  is_playable: boolean | null;
  user_agent: string | null;
  referrer: string | null;
  logo: string | null;
  tvg_id: string | null;
  channel_number: number | null;
  /** The key that the channel's source, the film or the chapter gets if it is new. */
  new_id: string | null;
}

const noGenres: readonly string[] = [];

/** An entry before it is read, of kind `skipped`. */
export function blankEntry(position: number, line: number, title = '', groupTitle = ''): StagedEntry {
  // One object literal with every field: a million entries are created, and objects that gain fields one by one are
  // slow.
  return {
    position,
    line,
    title,
    group_title: groupTitle,
    kind: 'skipped',
    reason: null,
    guess: null,
    tipo: null,
    main_section: null,
    subcategoria: null,
    section: null,
    name: null,
    name_folded: null,
    title_sort: null,
    key: null,
    is_nameless: false,
    year: null,
    season: null,
    chapter: null,
    chapter_title: null,
    duration: null,
    genres: noGenres,
    genres_folded: noGenres,
    address: null,
    address_hash: null,
    provider_key: null,
    stream_kind: null,
    is_playable: null,
    user_agent: null,
    referrer: null,
    logo: null,
    tvg_id: null,
    channel_number: null,
    new_id: null,
  };
}

/** The columns of the temporary table `staged` with their types, in the order in which they are copied. */
const columns = {
  position: 'integer',
  line: 'integer',
  title: 'text',
  group_title: 'text',
  kind: 'text',
  reason: 'text',
  guess: 'text',
  tipo: 'text',
  main_section: 'text',
  subcategoria: 'text',
  section: 'text',
  name: 'text',
  name_folded: 'text',
  title_sort: 'text',
  key: 'text',
  is_nameless: 'boolean',
  year: 'integer',
  season: 'integer',
  chapter: 'integer',
  chapter_title: 'text',
  duration: 'text',
  genres: 'text[]',
  genres_folded: 'text[]',
  address: 'text',
  address_hash: 'bytea',
  provider_key: 'text',
  stream_kind: 'text',
  is_playable: 'boolean',
  user_agent: 'text',
  referrer: 'text',
  logo: 'text',
  tvg_id: 'text',
  channel_number: 'integer',
  new_id: 'text',
} as const satisfies Record<keyof StagedEntry, string>;

const names = Object.keys(columns) as (keyof StagedEntry)[];

export const stagingDefinition = names.map((name) => `${name} ${columns[name]}`).join(', ');
export const stagingTarget = `staged (${names.join(', ')})`;

/**
 * Formats an entry as a line of Postgres' COPY text format.
 *
 * @see https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2
 */
export function toCopyLine(entry: StagedEntry): string {
  let line = '';
  for (const name of names) {
    const value = entry[name];
    if (line !== '') line += '\t';
    if (value === null) line += '\\N';
    else if (typeof value === 'string') line += name === 'address_hash' ? `\\\\x${value}` : escapeText(value);
    else if (typeof value === 'object') line += toArrayText(value);
    else line += String(value);
  }
  return `${line}\n`;
}

/** Caches the COPY text of genre arrays, which all entries of a group share. */
const arrayTexts = new WeakMap<readonly string[], string>();

function toArrayText(items: readonly string[]): string {
  const known = arrayTexts.get(items);
  if (known !== undefined) return known;
  const text = escapeText(`{${items.map(quote).join(',')}}`);
  arrayTexts.set(items, text);
  return text;
}

const special = /[\\\t\n\r\0]/;
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '',
};

function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r\0]/g, (char) => escapes[char] ?? char) : text;
}

function quote(item: string): string {
  return `"${item.replace(/["\\]/g, '\\$&')}"`;
}
