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
import { hashAddress, providerKey, streamKindOf, type Catchup, type PlaylistEntry } from '@butaca/m3u';
import {
  chapterEvidence,
  countryOfGuideId,
  describePlace,
  foldTitle,
  judgeKind,
  placeOfEntry,
  nameOfCountry,
  readBehindFront,
  readChannelTheme,
  readHeading,
  nameForm,
  readName,
  readNumberedChapter,
  saysAdults,
  type GroupReading,
  type KindJudgement,
  type NameContext,
  type NameReading,
  type NeighbourEvidence,
} from '@butaca/titles';
import { v7 as newId } from 'uuid';
import { readChannelName } from '../../../../shared/channel/channel-name.ts';
import { chapterClock } from '../../../../shared/video/chapter-clock.ts';
import { sortFolded } from '../../../../shared/video/title-keys.ts';
import { createGroupMeanings } from './group-meanings.ts';
import { readDestination, type ImportOptions } from './import-options.ts';
import { cut, groupMaxLength, line, plain, titleMaxLength } from './plain-text.ts';
import { blankEntry, type StagedEntry } from './staged-entry.ts';
import { systemClock } from '../../../../platform/clock.ts';

/**
 * The reason that the report of an import of an M3U list gives for an entry whose group an administrator has excluded;
 * such an entry does not count as an error.
 */
export const leftOutReason = 'El grupo se dejó fuera.';

const nameMaxLength = 200;
const sectionMaxLength = 100;

/**
 * @param of - `series`: the entries are whole series, as accounts list them, so that a number in a name is a part of it: «The
 *   100», «Babylon 5»
 */
export function createEntryReader(options: ImportOptions, of: 'entries' | 'series' = 'entries') {
  const form = readDestination(options);
  const meaningOf = createGroupMeanings();
  const newId = createIdMaker();

  const needsForms = options.hasForms === true || (options.rules?.size ?? 0) > 0;
  const findForm = (address: string, title: string) => (needsForms ? entryForm(address, title) : undefined);

  return (entry: PlaylistEntry, position: number, neighbours?: NeighbourEvidence): StagedEntry => {
    const group = plain(entry.groups.join(';'), groupMaxLength);
    const staged = blankEntry(position, entry.lineNumber, line(entry.title, titleMaxLength), group);
    const meaning = meaningOf(group);
    const saysSo = meaning.isAdult || saysAdults(entry.heading ?? '');
    staged.is_adult = saysSo || saysAdults(staged.title, 'name');
    const ofGroup = options.choices?.get(group);
    // What has no group may have a section, whose name is known when the entry has been read.
    if (group !== '' && ofGroup?.isIncluded === false) return leaveOut(staged, ofGroup);
    const alike = form.tipo === undefined ? findForm(entry.address, staged.title) : undefined;
    staged.form = alike ?? null;
    const ruled = alike === undefined ? undefined : options.rules?.get(alike);
    const isForRest = group === '' && ofGroup?.isRest === true;
    const given = options.entries?.get(position) ?? (isForRest ? undefined : ofGroup?.tipo) ?? ruled;
    const isChapter = of === 'series' ? false : expectsChapter(entry, meaning, given);
    let reading = readWithNeighbours(staged.title, { mayHaveChapter: isChapter }, meaning, neighbours);
    const judgement = judge(entry, staged.title, reading, { ...meaning, run: neighbours?.run });
    const isLive = form.tipo === undefined ? judgement.kind === 'live' : form.tipo === 'canal';
    if (group === '' && isLive) staged.group_title = nameSection(entry, staged.title, reading.country);
    const isRest = staged.group_title === group;
    const choice = options.choices?.get(staged.group_title) ?? (isRest || !isForRest ? ofGroup : undefined);
    if (choice?.isIncluded === false) return leaveOut(staged, choice);
    if (of !== 'series' && isForRest && isRest && choice?.tipo !== undefined && isOfChapters(choice.tipo))
      reading = readName(staged.title, { mayHaveChapter: true });
    staged.guess = judgement.kind;
    const chosen = options.entries?.get(position) ?? choice?.tipo ?? ruled ?? form.tipo;
    const tipo = chosen ?? guessType(judgement.kind, meaning);
    staged.tipo = tipo;
    if (chosen === undefined && judgement.doubt !== undefined) {
      staged.is_doubtful = true;
      staged.doubt = judgement.doubt;
    }
    staged.is_adult = saysSo || saysAdults(staged.title, tipo === 'canal' ? 'group' : 'name');
    placeAddress(staged, entry);
    staged.new_id = newId();
    if (tipo === 'canal')
      return readChannel(staged, entry, { choice, country: meaning.country ?? reading.country });
    if (staged.is_playable !== true) return skip(staged, 'Su dirección no se puede reproducir como video.');
    staged.languages = reading.languages.length > 0 ? reading.languages : null;
    staged.quality = reading.quality ?? null;
    staged.edition = reading.edition === undefined ? null : plain(reading.edition, nameMaxLength);
    staged.country = reading.country ?? meaning.country ?? null;
    staged.genres = meaning.genres;
    staged.genres_folded = meaning.genresFolded;
    if (tipo === 'pelicula')
      staged.main_section = choice?.mainSection ?? form.mainSection ?? meaning.mainSection ?? 'POR_GENERO';
    if (tipo === 'serie')
      staged.subcategoria = choice?.subcategoria ?? form.subcategoria ?? meaning.subcategoria ?? 'Netflix';
    if (tipo === 'pelicula' || (tipo === 'zona kids' && reading.chapter === undefined))
      return readFilm(staged, reading);
    return readChapter(staged, meaning, reading, entry.durationSeconds);
  };
}

/** The form of an entry's name with what its address says, by which rules find entries that are alike. */
function entryForm(address: string, title: string): string | undefined {
  const form = nameForm(title);
  const place = describePlace(address);
  return form === undefined || place === undefined ? form : `${form} · ${place}`;
}

/** Whether an entry is known to be a chapter before its name is read, so that a bare number in its name counts as one. */
function expectsChapter(
  entry: PlaylistEntry,
  { series }: GroupReading,
  given: ImportType | undefined,
): true | undefined {
  // A group such as «ESPN» may name a series, too, but has channels where nothing says that they are on demand.
  const isOfSeries = series !== undefined && (series.isExplicit || placeOfEntry(entry) !== undefined);
  if (given !== undefined && isOfChapters(given)) return true;
  return placeOfEntry(entry) === 'episode' || isOfSeries ? true : undefined;
}

/**
 * Reads a name with what its neighbours say: that its number is that of a chapter, and, in a group of series, whether a year
 * without brackets is a part of its title.
 */
function readWithNeighbours(
  title: string,
  context: NameContext,
  { content }: GroupReading,
  neighbours: NeighbourEvidence | undefined,
): NameReading {
  const place = neighbours?.numberPlace;
  const numbered = place === undefined ? undefined : readNumberedChapter(title, place);
  if (numbered !== undefined) return numbered;
  if (neighbours?.front !== undefined) return readBehindFront(title, context);
  const isYearOfTitle = content === 'series' && neighbours?.hasBareYears === false;
  return readName(title, isYearOfTitle ? { ...context, mayHaveBareYear: false } : context);
}

/** Whether every title of a kind has chapters; titles for children are films, too. */
export const isOfChapters = (tipo: ImportType): boolean =>
  tipo !== 'canal' && tipo !== 'pelicula' && tipo !== 'zona kids';

const letterWithNumber = /^\p{L}\d{1,3}$/u;

function judge(
  entry: PlaylistEntry,
  title: string,
  { title: readTitle, year, chapter }: NameReading,
  { word, content, series, run }: GroupReading & { run: NeighbourEvidence['run'] | undefined },
): KindJudgement {
  // A letter with a number («E24», «C5») is the name of a channel where nothing says otherwise.
  const mayBeChannel = series?.isExplicit !== true && placeOfEntry(entry) === undefined;
  const isCodeAlone = readTitle === '' && mayBeChannel && letterWithNumber.test(title);
  return judgeKind({
    address: entry.address,
    statedType: entry.statedType,
    durationSeconds: entry.durationSeconds,
    chapter: isCodeAlone ? 'none' : chapterEvidence(chapter),
    hasYear: year !== undefined && (title.includes(`(${year})`) || title.includes(`[${year}]`)),
    groupWord: run === 'chapters' && content === 'series' ? 'series' : word,
    run,
  });
}

/**
 * Names the section of a channel that its list puts in no group: after the heading above it, what the channel is about,
 * or its country; with none of these it is in the section of all other channels.
 */
function nameSection(entry: PlaylistEntry, title: string, other: string | undefined): string {
  const { bareName, country: prefixed } = readChannelName(title);
  const country = countryOf(entry, prefixed) ?? other;
  const named =
    entry.heading ??
    readChannelTheme(bareName) ??
    (country === undefined ? defaultChannelSection : nameOfCountry(country));
  return plain(named, groupMaxLength);
}

/**
 * The country of a channel, two letters in lower case: from its id in a guide, which is written by machine, else from the
 * prefix of its name, which says more than the country of its group.
 */
const countryOf = ({ tvgId }: PlaylistEntry, prefixed: string | undefined): string | undefined =>
  countryOfGuideId(tvgId ?? '') ?? prefixed;

/**
 * Leaves an entry out whose group an administrator has excluded. The row keeps what the group was last, so that a preview
 * can show the group and take it in again.
 */
function leaveOut(staged: StagedEntry, choice: GroupChoice): StagedEntry {
  const tipo = choice.tipo ?? 'canal';
  staged.tipo = tipo;
  staged.guess = tipo === 'canal' ? 'live' : tipo === 'pelicula' ? 'movie' : 'episode';
  staged.main_section = choice.mainSection ?? null;
  staged.subcategoria = choice.subcategoria ?? null;
  staged.section = choice.section ?? null;
  staged.name = staged.title;
  return skip(staged, leftOutReason);
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

function guessType(guess: 'live' | 'movie' | 'episode', { tipo }: GroupReading): ImportType {
  if (guess === 'live') return 'canal';
  if (guess === 'movie') return tipo === undefined || tipo === 'serie' ? 'pelicula' : tipo;
  return tipo === undefined || tipo === 'pelicula' ? 'serie' : tipo;
}

function readChannel(
  staged: StagedEntry,
  entry: PlaylistEntry,
  { choice, country }: { choice: GroupChoice | undefined; country: string | undefined },
): StagedEntry {
  const { name: whole, bareName, quality, country: prefixed, prefixedName } = readChannelName(staged.title);
  const name = cut(whole, nameMaxLength).trim();
  staged.kind = 'channel';
  staged.name = name;
  staged.name_folded = foldText(name);
  staged.bare_name = cut(bareName, nameMaxLength).trim();
  staged.key = foldText(staged.bare_name);
  staged.prefixed_key = prefixedName === undefined ? null : foldText(cut(prefixedName, nameMaxLength).trim());
  staged.country = countryOf(entry, prefixed) ?? country ?? null;
  staged.quality = quality;
  staged.section =
    (choice?.section ?? '') ||
    plain(sectionOf(entry.groups[0] ?? staged.group_title) || (entry.heading ?? ''), sectionMaxLength) ||
    defaultChannelSection;
  staged.tvg_id = entry.tvgId === undefined ? null : plain(entry.tvgId, 200);
  staged.channel_number = entry.channelNumber ?? null;
  staged.sub_channel = entry.subChannelNumber ?? null;
  placeCatchup(staged, entry.catchup);
  return staged;
}

/** The name of a section without the ornaments of its group: `★━━ NIÑOS ━━★`. */
const sectionOf = (group: string): string => readHeading(group) ?? group;

function placeCatchup(staged: StagedEntry, catchup: Catchup | undefined): void {
  if (catchup === undefined) return;
  staged.catchup = catchup.kind;
  staged.catchup_source = catchup.source;
  staged.catchup_days = catchup.days;
  staged.catchup_correction_hours = catchup.correctionHours;
  staged.guide_shift_hours = catchup.guideShiftHours;
}

function readFilm(staged: StagedEntry, reading: NameReading): StagedEntry {
  const isChapter = reading.chapter?.isCertain === true;
  // What could be a chapter's number is a part of a film's title: «10x10», «It: Capítulo 2».
  const { title, year, quality, is60Fps } =
    reading.chapter === undefined || isChapter ? reading : readName(staged.title, { mayHaveChapter: false });
  let shown = isChapter ? staged.title : plain(title, titleMaxLength);
  // These qualities make an imported film a separate title, because the sections and plans of such films differ.
  if (!isChapter && quality === '4K') shown += ' 4K';
  if (!isChapter && is60Fps) shown += ' 60FPS';
  const name = cut(shown, nameMaxLength).trim();
  const folded = foldTitle(name);
  staged.kind = 'film';
  staged.name = name;
  staged.name_folded = folded;
  staged.title_sort = sortFolded(folded);
  staged.year = year ?? null;
  // In an M3U list a title such as `1x01 Piloto` may be the first chapter of any series, so that name identifies an
  // entry only within its group.
  staged.is_nameless = isChapter && (reading.title === '' || reading.chapter?.isBefore === true);
  if (!staged.is_nameless) staged.key = folded;
  else if (staged.group_title !== '') staged.key = `${staged.group_title}\u0001${folded}`;
  return staged;
}

function readChapter(
  staged: StagedEntry,
  { series }: GroupReading,
  reading: NameReading,
  durationSeconds: number | null,
): StagedEntry {
  const { chapter } = reading;
  const isNamedByGroup =
    series !== undefined &&
    (reading.title === '' || (chapter?.isBefore === true && !isSame(reading.title, series.name)));
  const name = plain(isNamedByGroup ? series.name : reading.title, nameMaxLength);
  const key = foldTitle(name);
  if (key === '') return skip(staged, 'No se sabe de qué serie es este capítulo.');
  const number = chapter?.first ?? 1;
  staged.kind = 'chapter';
  staged.name = name;
  staged.name_folded = key;
  staged.title_sort = sortFolded(key);
  staged.key = key;
  staged.year = reading.year ?? null;
  const groupSeason =
    series !== undefined && (isNamedByGroup || isSame(name, series.name)) ? series.season : undefined;
  staged.season = chapter?.season ?? groupSeason ?? 1;
  staged.chapter = number;
  staged.duration = durationSeconds === null ? null : chapterClock(durationSeconds);
  if (chapter === undefined) {
    staged.chapter_title = name;
    staged.reason = 'Su título no dice qué capítulo es: queda como serie de un solo capítulo.';
    return staged;
  }
  const numbered = chapter.last === number ? `Capítulo ${number}` : `Capítulos ${number}-${chapter.last}`;
  const parts = isNamedByGroup ? [reading.title, chapter.title ?? ''] : [chapter.title ?? ''];
  staged.chapter_title = plain(parts.filter((part) => part !== '').join(' - '), nameMaxLength) || numbered;
  return staged;
}

const isSame = (name: string, other: string): boolean => foldTitle(name) === foldTitle(other);

function readLogo(address: string | undefined): string | null {
  const isGood =
    address !== undefined && /^https?:\/\/\S+$/i.test(address) && address.length <= imageAddressMaxLength;
  return isGood ? address : null;
}
