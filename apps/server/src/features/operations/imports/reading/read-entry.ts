/**
 * Determines what an entry of an imported M3U list becomes.
 *
 * Its type, section and category follow from the first of these that says something: an administrator's choice for the
 * entry's group, the upload form, the name of the group (`SERIES NETFLIX`), the entry itself. A channel keeps its name
 * and section. For types with seasons, the title is split into series, season, chapter number and chapter title; a
 * title without an episode code becomes a series of one chapter, and a code without a name belongs to the series that
 * the group names. A film's title is cleaned for display; a film whose title looks like a chapter (`1x11 Título`) keeps
 * its original title, so that the merge of films into series finds it.
 */
import { randomFillSync } from 'node:crypto';
import {
  defaultChannelSection,
  foldText,
  imageAddressMaxLength,
  type GroupChoice,
  type ImportType,
} from '@butaca/contract';
import {
  evenBlanks,
  guessKind,
  hashAddress,
  mapGroup,
  providerKey,
  readTitle,
  streamKindOf,
  type Catchup,
  type GroupMeaning,
  type PlaylistEntry,
  type Title,
} from '@butaca/m3u';
import { v7 as newId } from 'uuid';
import { channelName, channelTitleKey } from '../../../../shared/channel/channel-name.ts';
import { sortTitle } from '../../../../shared/video/title-keys.ts';
import { readDestination, type ImportOptions } from './import-options.ts';
import { blankEntry, type StagedEntry } from './staged-entry.ts';
import { systemClock } from '../../../../platform/clock.ts';

/**
 * The reason that the report of an import of an M3U list gives for an entry whose group an administrator has excluded;
 * such an entry does not count as an error.
 */
export const leftOutReason = 'El grupo se dejó fuera.';

const titleMaxLength = 500;
const nameMaxLength = 200;
const sectionMaxLength = 100;
const groupMaxLength = 500;

/**
 * What the name of a group (`group-title`) in an M3U list says about its entries: type, section, category, genres. All
 * entries of the group share these arrays, so the arrays are converted to text only once.
 */
type FoldedMeaning = GroupMeaning & { genresFolded: readonly string[] };

export function createEntryReader(options: ImportOptions) {
  const form = readDestination(options);
  const meanings = new Map<string, FoldedMeaning>();
  const newId = createIdMaker();

  function meaningOf(group: string): FoldedMeaning {
    const known = meanings.get(group);
    if (known !== undefined) return known;
    const mapped = mapGroup(group);
    const meaning = { ...mapped, genresFolded: mapped.genres.map(foldText) };
    // The cache of what group names mean is bounded, because an M3U list may name as many groups as it has entries.
    if (meanings.size < 10_000) meanings.set(group, meaning);
    return meaning;
  }

  return (entry: PlaylistEntry, position: number): StagedEntry => {
    const group = plain(entry.groups.join(';'), groupMaxLength);
    const choice = options.choices?.get(group);
    const staged = blankEntry(position, entry.lineNumber, line(entry.title, titleMaxLength), group);
    if (choice?.isIncluded === false) return skip(staged, leftOutReason);
    const title = readTitle(staged.title);
    const meaning = meaningOf(group);
    staged.guess = guessKind(entry, title);
    const tipo = choice?.tipo ?? form.tipo ?? guessType(staged.guess, meaning);
    staged.tipo = tipo;
    placeAddress(staged, entry);
    staged.new_id = newId();
    if (tipo === 'canal') return readChannel(staged, entry, choice);
    if (staged.is_playable !== true) return skip(staged, 'Su dirección no se puede reproducir como video.');
    staged.genres = meaning.genres;
    staged.genres_folded = meaning.genresFolded;
    if (tipo === 'pelicula')
      staged.main_section = choice?.mainSection ?? form.mainSection ?? meaning.mainSection ?? 'POR_GENERO';
    if (tipo === 'serie')
      staged.subcategoria = choice?.subcategoria ?? form.subcategoria ?? meaning.subcategoria ?? 'Netflix';
    if (tipo === 'pelicula' || (tipo === 'zona kids' && title.episode === undefined))
      return readFilm(staged, title);
    return readChapter(staged, meaning, title, entry.durationSeconds);
  };
}

function skip(staged: StagedEntry, reason: string): StagedEntry {
  staged.kind = 'skipped';
  staged.reason = reason;
  return staged;
}

/**
 * Creates a generator of ascending ids for new rows; ascending ids keep the inserts into the database indexes local.
 */
function createIdMaker(): () => string {
  const msecs = systemClock.now().getTime();
  const pool = Buffer.alloc(16_384);
  let used = pool.length;
  let seq = 0;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += 16;
    seq += 1;
    return newId({ msecs, seq, random: pool.subarray(used - 16, used) });
  };
}

function placeAddress(staged: StagedEntry, entry: PlaylistEntry): void {
  staged.address = entry.address;
  staged.address_hash = hashAddress(entry.address);
  staged.provider_key = providerKey(entry.address, entry.xuiId) ?? null;
  staged.stream_kind = streamKindOf(entry.address);
  staged.is_playable = entry.isPlayable;
  staged.user_agent = entry.headers.userAgent ?? null;
  staged.referrer = entry.headers.referrer ?? null;
  staged.cookie = entry.headers.cookie ?? null;
  staged.origin = entry.headers.origin ?? null;
  staged.logo = readLogo(entry.logo);
}

function guessType(guess: 'live' | 'movie' | 'episode', { tipo }: GroupMeaning): ImportType {
  if (guess === 'live') return 'canal';
  if (guess === 'movie') return tipo === undefined || tipo === 'serie' ? 'pelicula' : tipo;
  return tipo === undefined || tipo === 'pelicula' ? 'serie' : tipo;
}

function readChannel(
  staged: StagedEntry,
  entry: PlaylistEntry,
  choice: GroupChoice | undefined,
): StagedEntry {
  const name = cut(channelName(staged.title), nameMaxLength).trim();
  staged.kind = 'channel';
  staged.name = name;
  staged.name_folded = foldText(name);
  staged.key = channelTitleKey(name);
  staged.section =
    (choice?.section ?? '') || plain(entry.groups[0] ?? '', sectionMaxLength) || defaultChannelSection;
  staged.tvg_id = entry.tvgId === undefined ? null : plain(entry.tvgId, 200);
  staged.channel_number = entry.channelNumber ?? null;
  placeCatchup(staged, entry.catchup);
  return staged;
}

function placeCatchup(staged: StagedEntry, catchup: Catchup | undefined): void {
  if (catchup === undefined) return;
  staged.catchup = catchup.kind;
  staged.catchup_source = catchup.source;
  staged.catchup_days = catchup.days;
  staged.catchup_correction_hours = catchup.correctionHours;
  staged.guide_shift_hours = catchup.guideShiftHours;
}

/**
 * Video qualities that make an imported film a separate title, because the sections and plans of 4K and 60 FPS films
 * differ.
 */
const qualities = [
  { name: ' 4K', tags: new Set(['4K', '2160P', 'UHD']) },
  { name: ' 60FPS', tags: new Set(['60FPS']) },
];

function readFilm(staged: StagedEntry, title: Title): StagedEntry {
  const isChapter = title.episode !== undefined;
  let shown = isChapter ? staged.title : plain(title.name, titleMaxLength);
  if (!isChapter && title.quality.length > 0) {
    for (const { name, tags } of qualities) if (title.quality.some((tag) => tags.has(tag))) shown += name;
  }
  const name = cut(shown, nameMaxLength).trim();
  const folded = foldText(name);
  staged.kind = 'film';
  staged.name = name;
  staged.name_folded = folded;
  staged.title_sort = sortTitle(name);
  staged.year = title.year ?? null;
  // In an M3U list a title such as `1x01 Piloto` may be the first chapter of any series, so that name identifies an
  // entry only within its group.
  staged.is_nameless = isChapter && title.seriesKey === '';
  if (!staged.is_nameless) staged.key = folded;
  else if (staged.group_title !== '') staged.key = `${staged.group_title}\u0001${folded}`;
  return staged;
}

function readChapter(
  staged: StagedEntry,
  meaning: GroupMeaning,
  title: Title,
  durationSeconds: number | null,
): StagedEntry {
  const isGroupName =
    title.seriesKey === '' && meaning.tipo === undefined && meaning.subcategoria === undefined;
  const name = plain(title.name || (isGroupName ? staged.group_title : ''), nameMaxLength);
  const key = foldText(name);
  if (key === '') return skip(staged, 'No se sabe de qué serie es este capítulo.');
  const number = title.episode ?? 1;
  staged.kind = 'chapter';
  staged.name = name;
  staged.name_folded = key;
  staged.title_sort = sortTitle(name);
  staged.key = key;
  staged.year = title.year ?? null;
  staged.season = title.season ?? 1;
  staged.chapter = number;
  staged.duration = durationSeconds === null ? null : clockText(durationSeconds);
  if (title.episode === undefined) {
    staged.chapter_title = name;
    staged.reason = 'Su título no dice qué capítulo es: queda como serie de un solo capítulo.';
    return staged;
  }
  const numbered =
    title.lastEpisode === undefined ? `Capítulo ${number}` : `Capítulos ${number}-${title.lastEpisode}`;
  staged.chapter_title = plain(title.episodeTitle ?? '', nameMaxLength) || numbered;
  return staged;
}

/** Formats the duration of a chapter (episode) as the table `chapter` stores it: `23:45`. */
function clockText(seconds: number): string {
  const whole = Math.round(Math.min(seconds, 360_000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const control = /[\u0000-\u001f\u007f]/;
const controls = /[\u0000-\u001f\u007f]/g;
const halfCharacter = /[\ud800-\udbff]$/;

/** Removes control characters from a text of an imported M3U list and shortens the text. */
function plain(text: string, maxLength: number): string {
  return cut(control.test(text) ? text.replace(controls, '') : text, maxLength).trim();
}

/**
 * Collapses blanks in a text of an imported M3U list and shortens it before regular expressions search it: a list may
 * hold a line of 64 KB.
 */
function line(text: string, maxLength: number): string {
  return plain(evenBlanks(text), maxLength);
}

/**
 * Shortens a text of an imported M3U list without splitting a surrogate pair: Postgres would refuse half a pair, and
 * with it the whole list.
 */
function cut(text: string, maxLength: number): string {
  return (text.length <= maxLength ? text : text.slice(0, maxLength)).replace(halfCharacter, '');
}

function readLogo(address: string | undefined): string | null {
  const isGood =
    address !== undefined && /^https?:\/\/\S+$/i.test(address) && address.length <= imageAddressMaxLength;
  return isGood ? address : null;
}
