import { sql } from 'kysely';

/**
 * An entry of an imported M3U list as a row of the temporary staging table, ready to be decided on and published.
 * Fields that its kind does not have are `null`.
 */
export interface StagedEntry {
  /** The position of the entry in the imported M3U list, from 1. */
  position: number;
  line: number;
  title: string;
  group_title: string;
  kind: 'channel' | 'film' | 'chapter' | 'series' | 'skipped';
  reason: string | null;
  guess: 'live' | 'movie' | 'episode' | null;
  tipo: string | null;
  main_section: string | null;
  subcategoria: string | null;
  section: string | null;
  /** The name of the channel, film or series that the entry of the M3U list belongs to. */
  name: string | null;
  name_folded: string | null;
  /** The name of a channel without words of quality. */
  bare_name: string | null;
  /** The key that a channel had while its country in front was a part of its name: `es: dazn 1`. */
  prefixed_key: string | null;
  title_sort: string | null;
  /**
   * The folded name (lower case, no accents) by which the channel, film (together with its year) or series of an
   * imported entry is recognised; `null` when only the address identifies the entry.
   */
  key: string | null;
  is_nameless: boolean;
  year: number | null;
  season: number | null;
  chapter: number | null;
  chapter_title: string | null;
  duration: string | null;
  genres: readonly string[];
  /** The folded genres (lower case, no accents) of an imported entry, in the same order as `genres`. */
  genres_folded: readonly string[];
  address: string | null;
  /** The SHA-256 of the stream address of an imported entry, hexadecimal. */
  address_hash: string | null;
  provider_key: string | null;
  stream_kind: string | null;
  is_playable: boolean | null;
  user_agent: string | null;
  referrer: string | null;
  cookie: string | null;
  origin: string | null;
  logo: string | null;
  tvg_id: string | null;
  /** The number that the list gives to a channel (`tvg-chno`); of a sub-channel such as 5.10 the part before the dot. */
  channel_number: number | null;
  /** The part behind the dot of the number of a sub-channel: 10 of 5.10; `null` for a channel with a plain number. */
  sub_channel: number | null;
  catchup: string | null;
  catchup_source: string | null;
  catchup_days: number | null;
  catchup_correction_hours: number | null;
  guide_shift_hours: number | null;
  /** The languages that a name says, as the reader of names writes them; `null` when it says none. */
  languages: readonly string[] | null;
  /** The quality that a name says: `4K`, `FHD`, `HD`, `SD` or another word of the reader of names. */
  quality: string | null;
  /** The country, from the name, the group or the guide id, two letters in lower case (ISO 3166-1 alpha-2). */
  country: string | null;
  edition: string | null;
  /** Whether the group or the name says that the entry is for adults. */
  is_adult: boolean;
  /** Whether what the entry becomes was guessed from weak signs; `doubt` says from which, in Spanish. */
  is_doubtful: boolean;
  doubt: string | null;
  /** The form of its name and address, by which rules for everything alike find it; `null` where there are no such rules. */
  form: string | null;
  about: About | null;
  /**
   * The id for the row that this entry of an imported M3U list may add to the catalogue: a film, a chapter, or a source
   * (stream address) of a channel.
   */
  new_id: string | null;
}

/** What an Xtream account tells of a film or series; what it does not tell is absent. */
export interface About {
  /** The provider's number of a series, and when its chapters changed last (ISO 8601). */
  seriesId?: string;
  changedAt?: string | null;
  plot?: string;
  /** The folded plot, by which the title is searched. */
  search?: string;
  backdrop?: string;
  rating?: number;
  cast?: string[];
  director?: string;
  durationSeconds?: number;
  /** The id of a trailer on YouTube. */
  trailer?: string;
}

/** SQL for the columns of a video that the staged row of a film or series gives. @see factColumns */
export const aboutFacts = sql`
  coalesce(about ->> 'plot', '') as description,
  case when about -> 'search' is null then name_folded else name_folded || ' ' || (about ->> 'search') end as search_text,
  about ->> 'backdrop' as backdrop, (about ->> 'rating')::real as rating,
  case when about -> 'cast' is not null then array(select jsonb_array_elements_text(about -> 'cast')) end as cast_names,
  about ->> 'director' as director, (about ->> 'durationSeconds')::integer as duration_seconds,
  about ->> 'trailer' as trailer_address`;

const noGenres: readonly string[] = [];

/**
 * Makes the row of the temporary staging table for an entry of an M3U list before the entry is read, of kind `skipped`.
 */
export function blankEntry(position: number, line: number, title = '', groupTitle = ''): StagedEntry {
  // The row for an imported entry is one object literal with every field: a million rows are created, and objects that
  // gain fields one by one are slow.
  return {
    position,
    kind: 'skipped',
    new_id: null,
    tipo: null,
    key: null,
    year: null,
    season: null,
    chapter: null,
    title_sort: null,
    logo: null,
    is_adult: false,
    line,
    title,
    group_title: groupTitle,
    reason: null,
    guess: null,
    main_section: null,
    subcategoria: null,
    section: null,
    name: null,
    name_folded: null,
    bare_name: null,
    prefixed_key: null,
    is_nameless: false,
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
    cookie: null,
    origin: null,
    tvg_id: null,
    channel_number: null,
    sub_channel: null,
    catchup: null,
    catchup_source: null,
    catchup_days: null,
    catchup_correction_hours: null,
    guide_shift_hours: null,
    languages: null,
    quality: null,
    country: null,
    edition: null,
    is_doubtful: false,
    doubt: null,
    form: null,
    about: null,
  };
}

/**
 * The columns of the temporary table `staged` with their types, in the order in which COPY writes them. Those that most
 * queries read come first, because Postgres reads a row from its beginning up to the last column that a query needs.
 */
const columns = {
  position: 'integer',
  kind: 'text',
  new_id: 'text',
  tipo: 'text',
  key: 'text',
  year: 'integer',
  season: 'integer',
  chapter: 'integer',
  title_sort: 'text',
  logo: 'text',
  is_adult: 'boolean',
  line: 'integer',
  title: 'text',
  group_title: 'text',
  reason: 'text',
  guess: 'text',
  main_section: 'text',
  subcategoria: 'text',
  section: 'text',
  name: 'text',
  name_folded: 'text',
  bare_name: 'text',
  prefixed_key: 'text',
  is_nameless: 'boolean',
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
  cookie: 'text',
  origin: 'text',
  tvg_id: 'text',
  channel_number: 'integer',
  sub_channel: 'integer',
  catchup: 'text',
  catchup_source: 'text',
  catchup_days: 'integer',
  catchup_correction_hours: 'real',
  guide_shift_hours: 'real',
  languages: 'text[]',
  quality: 'text',
  country: 'text',
  edition: 'text',
  is_doubtful: 'boolean',
  doubt: 'text',
  form: 'text',
  about: 'jsonb',
} as const satisfies Record<keyof StagedEntry, string>;

const names = Object.keys(columns) as (keyof StagedEntry)[];

export const stagingDefinition = names.map((name) => `${name} ${columns[name]}`).join(', ');
export const stagedColumns = names.join(', ');

/**
 * Formats an entry of an imported M3U list as a line of Postgres' COPY text format.
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
    else if (isTexts(value)) line += name === 'languages' ? toArrayText(value) : toSharedArrayText(value);
    else if (typeof value === 'object') line += escapeText(JSON.stringify(value));
    else line += String(value);
  }
  return `${line}\n`;
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value);

/** Caches the COPY text of genre arrays; all entries of a group of the M3U list share one array. */
const sharedTexts = new WeakMap<readonly string[], string>();

function toSharedArrayText(items: readonly string[]): string {
  const known = sharedTexts.get(items);
  if (known !== undefined) return known;
  const text = toArrayText(items);
  sharedTexts.set(items, text);
  return text;
}

const toArrayText = (items: readonly string[]): string => escapeText(`{${items.map(quote).join(',')}}`);

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
