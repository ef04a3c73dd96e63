/**
 * What an entry of a list becomes.
 *
 * Where it goes is decided in this order: what an administrator has chosen for its group, what the form says, what the group
 * says (`SERIES NETFLIX`), what the entry itself looks like. A channel keeps its name and section. In a kind that has
 * seasons its title is cut into series, season, chapter and chapter's title; without an episode code it is a series of one
 * chapter, and a code without a name belongs to the series that its group names. A film keeps its title as people read it;
 * one that is really a chapter (`1x11 Título`) keeps it as the list has it, for the migration to find.
 */
import {
  defaultChannelSection,
  foldText,
  imageAddressMaxLength,
  type GroupChoice,
  type ImportType,
} from '@butaca/contract';
import {
  guessKind,
  mapGroup,
  readTitle,
  type GroupMeaning,
  type PlaylistEntry,
  type Title,
} from '@butaca/m3u';
import { v7 as newId } from 'uuid';
import { readDestination, type ImportOptions } from './import-options.ts';
import type { StagedEntry } from './staged-entry.ts';

/** Somebody decided so: no error. */
export const leftOutReason = 'El grupo se dejó fuera.';

const nameMaxLength = 200;
const sectionMaxLength = 100;
const groupMaxLength = 500;

/** What the features that own channels and videos know of names and addresses. */
export interface NamingRules {
  describeAddress(
    address: string,
    xuiId?: string,
  ): {
    address_hash: Buffer;
    provider_key: string | null;
    stream_kind: string;
    is_playable: boolean;
  };
  channelName(title: string): string;
  channelTitleKey(name: string): string;
  /** What a title is sorted by: folded, without its article. */
  sortTitle(title: string): string;
}

/** Makes the function that reads the entries of one list. */
export function createEntryReader(options: ImportOptions, rules: NamingRules) {
  const form = readDestination(options);
  const meanings = new Map<string, GroupMeaning>();

  function meaningOf(group: string): GroupMeaning {
    const known = meanings.get(group);
    if (known !== undefined) return known;
    const meaning = mapGroup(group);
    // Lists may name as many groups as they have entries.
    if (meanings.size < 10_000) meanings.set(group, meaning);
    return meaning;
  }

  return (entry: PlaylistEntry, position: number): StagedEntry => {
    const group = cut(entry.groups.join(';').replace(controls, ''), groupMaxLength);
    const choice = options.choices?.get(group);
    const common = { position, line: entry.lineNumber, title: plainTitle(entry.title), group_title: group };
    if (choice?.isIncluded === false) return { ...common, kind: 'skipped', reason: leftOutReason };
    const title = readTitle(entry.title);
    const guess = guessKind(entry, title);
    const meaning = meaningOf(group);
    const tipo = choice?.tipo ?? form.tipo ?? guessType(guess, meaning);
    const address = rules.describeAddress(entry.address, entry.xuiId);
    const placed = {
      ...common,
      guess,
      tipo,
      address: entry.address,
      address_hash: address.address_hash.toString('hex'),
      provider_key: address.provider_key,
      stream_kind: address.stream_kind,
      is_playable: address.is_playable,
      user_agent: entry.headers.userAgent ?? null,
      referrer: entry.headers.referrer ?? null,
      logo: readLogo(entry.logo),
      new_id: newId(),
    };
    if (tipo === 'canal') return { ...placed, ...readChannel(entry, choice, rules) };
    if (!address.is_playable) {
      return { ...common, kind: 'skipped', reason: 'Su dirección no se puede reproducir como vídeo.' };
    }
    const place = {
      main_section:
        tipo === 'pelicula'
          ? (choice?.mainSection ?? form.mainSection ?? meaning.mainSection ?? 'POR_GENERO')
          : null,
      subcategoria:
        tipo === 'serie'
          ? (choice?.subcategoria ?? form.subcategoria ?? meaning.subcategoria ?? 'Netflix')
          : null,
      genres: meaning.genres,
    };
    const isFilm = tipo === 'pelicula' || (tipo === 'zona kids' && title.episode === undefined);
    if (isFilm) return { ...placed, ...place, ...readFilm(common.title, group, title, rules) };
    const chapter = readChapter(group, meaning, title, entry.durationSeconds, rules);
    return chapter === undefined
      ? { ...common, kind: 'skipped', reason: 'No se sabe de qué serie es este capítulo.' }
      : { ...placed, ...place, ...chapter };
  };
}

function guessType(guess: 'live' | 'movie' | 'episode', { tipo }: GroupMeaning): ImportType {
  if (guess === 'live') return 'canal';
  if (guess === 'movie') return tipo === undefined || tipo === 'serie' ? 'pelicula' : tipo;
  return tipo === undefined || tipo === 'pelicula' ? 'serie' : tipo;
}

function readChannel(entry: PlaylistEntry, choice: GroupChoice | undefined, rules: NamingRules) {
  const name = cut(rules.channelName(entry.title.replace(controls, '')), nameMaxLength).trim();
  const group = cut((entry.groups[0] ?? '').replace(controls, ''), sectionMaxLength);
  return {
    kind: 'channel' as const,
    name,
    name_folded: foldText(name),
    key: rules.channelTitleKey(name),
    section: (choice?.section ?? '') || group || defaultChannelSection,
    tvg_id: entry.tvgId === undefined ? null : cut(entry.tvgId.replace(controls, ''), 200),
    channel_number: entry.channelNumber ?? null,
  };
}

/** Films of other pictures are other films: another section, another plan. */
const pictures = [
  { name: '4K', tags: new Set(['4K', '2160P', 'UHD']) },
  { name: '60FPS', tags: new Set(['60FPS']) },
];

function readFilm(whole: string, group: string, title: Title, rules: NamingRules) {
  const isChapter = title.episode !== undefined;
  const marks = pictures.filter(({ tags }) => title.quality.some((tag) => tags.has(tag)));
  const shown = isChapter ? whole : [plainTitle(title.name), ...marks.map(({ name }) => name)].join(' ');
  const name = cut(shown, nameMaxLength).trim();
  const folded = foldText(name);
  // `1x01 Piloto` is the first chapter of any series: only within one group is it the same.
  const isNameless = isChapter && title.seriesKey === '';
  return {
    kind: 'film' as const,
    name,
    name_folded: folded,
    title_sort: rules.sortTitle(name),
    key: isNameless ? (group === '' ? null : `${group}\u0001${folded}`) : folded,
    is_nameless: isNameless,
    year: title.year ?? null,
  };
}

function readChapter(
  group: string,
  meaning: GroupMeaning,
  title: Title,
  durationSeconds: number | null,
  rules: NamingRules,
) {
  const isLone = title.episode === undefined;
  const isGroupName =
    title.seriesKey === '' && meaning.tipo === undefined && meaning.subcategoria === undefined;
  const name = cut(plainTitle(title.name || (isGroupName ? group : '')), nameMaxLength).trim();
  const key = foldText(name);
  if (key === '') return undefined;
  const number = title.episode ?? 1;
  const numbered =
    title.lastEpisode === undefined ? `Capítulo ${number}` : `Capítulos ${number}-${title.lastEpisode}`;
  return {
    kind: 'chapter' as const,
    name,
    name_folded: key,
    title_sort: rules.sortTitle(name),
    key,
    year: title.year ?? null,
    season: title.season ?? 1,
    chapter: number,
    chapter_title: isLone
      ? name
      : cut(plainTitle(title.episodeTitle ?? ''), nameMaxLength).trim() || numbered,
    duration: durationSeconds === null ? null : clockText(durationSeconds),
    ...(isLone && { reason: 'No dice qué capítulo es: queda como serie de un solo capítulo.' }),
  };
}

/** `23:45`, as chapters keep it. */
function clockText(seconds: number): string {
  const whole = Math.round(Math.min(seconds, 360_000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const controls = /[\u0000-\u001f\u007f]/g;

function plainTitle(title: string): string {
  return cut(title.replace(controls, ''), 500).trim();
}

/** The beginning of a text, never half a character: the database refuses that, and the whole list with it. */
function cut(text: string, maxLength: number): string {
  return (text.length <= maxLength ? text : text.slice(0, maxLength)).replace(/[\ud800-\udbff]$/, '');
}

function readLogo(address: string | undefined): string | null {
  const isGood =
    address !== undefined && /^https?:\/\/\S+$/i.test(address) && address.length <= imageAddressMaxLength;
  return isGood ? address : null;
}
