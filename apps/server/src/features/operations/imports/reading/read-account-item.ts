/**
 * Determines what an item of an Xtream account becomes. Names, categories and the administrator's choices are read as those
 * of an M3U entry are; what the account tells besides (plot, pictures, cast, …) is added. The account itself says what is
 * a channel, a film or a series, so a choice for a category cannot make a channel of a film.
 */
import { foldText, type ImportType } from '@butaca/contract';
import type { PlaylistEntry } from '@butaca/m3u';
import type { NeighbourEvidence } from '@butaca/titles';
import type { FilmItem } from '@butaca/xtream';
import type { AccountItem } from '../../../../shared/provider/account-list.ts';
import type { ImportOptions } from './import-options.ts';
import { createEntryReader } from './read-entry.ts';
import type { StagedEntry } from './staged-entry.ts';

type Facts = Omit<FilmItem, 'id' | 'extension'>;

export function createAccountItemReader(options: ImportOptions) {
  const readers = {
    channel: createEntryReader(keepChoices(options, (tipo) => tipo === 'canal')),
    film: createEntryReader(keepChoices(options, (tipo) => tipo !== 'canal')),
    series: createEntryReader(
      keepChoices(options, (tipo) => tipo !== 'canal' && tipo !== 'pelicula'),
      'series',
    ),
  };
  return (account: AccountItem, position: number, neighbours?: NeighbourEvidence): StagedEntry => {
    const staged = readers[account.kind](toEntry(account, position), position, neighbours);
    // A group that is left out, and a name that nothing can be made of.
    if (staged.kind === 'skipped' || account.kind === 'channel') return staged;
    if (account.kind === 'series') toSeries(staged, account.item.id, account.item.changedAt);
    addFacts(staged, account.item);
    return staged;
  };
}

/** Leaves out the choices that the items of a kind cannot follow. */
function keepChoices(options: ImportOptions, isFitting: (tipo: ImportType) => boolean): ImportOptions {
  const kept = [...(options.choices ?? [])].filter(
    ([, { isIncluded, tipo }]) => !isIncluded || tipo === undefined || isFitting(tipo),
  );
  const entries = [...(options.entries ?? [])].filter(([, tipo]) => isFitting(tipo));
  const rules = [...(options.rules ?? [])].filter(([, tipo]) => isFitting(tipo));
  return { ...options, choices: new Map(kept), entries: new Map(entries), rules: new Map(rules) };
}

/** The entry of an M3U list that says the same as an item of an account. */
export function toEntry(account: AccountItem, position: number): PlaylistEntry {
  const { kind, item } = account;
  const isChannel = kind === 'channel';
  const archiveDays = isChannel ? item.archiveDays : 0;
  return {
    lineNumber: position,
    title: item.name,
    // The address of a series tells its kind; it has none of its own.
    address: kind === 'series' ? `http://xtream.invalid/series/-/-/${item.id}` : account.address,
    isPlayable: true,
    headers: {},
    groups: item.category === undefined ? [] : [item.category],
    heading: undefined,
    tvgId: isChannel ? item.guideId : undefined,
    tvgName: undefined,
    statedType: undefined,
    logo: isChannel ? item.logo : item.poster,
    channelNumber: isChannel ? item.number : undefined,
    subChannelNumber: undefined,
    xuiId: undefined,
    durationSeconds: null,
    catchup:
      archiveDays > 0
        ? { kind: 'xc', source: null, days: archiveDays, correctionHours: null, guideShiftHours: null }
        : undefined,
  };
}

/** Makes a series of the entry of a chapter, as which the reader of entries reads it. */
function toSeries(staged: StagedEntry, seriesId: string, changedAt: string | undefined): void {
  Object.assign(staged, {
    kind: 'series',
    reason: null,
    season: null,
    chapter: null,
    chapter_title: null,
    address: null,
    address_hash: null,
    provider_key: null,
    stream_kind: null,
  });
  staged.about = { seriesId, changedAt: changedAt ?? null };
}

const plotMaxLength = 4_000;
const castMaxLength = 200;

function addFacts(staged: StagedEntry, facts: Facts): void {
  staged.year ??= facts.year ?? null;
  if (facts.genres.length > 0) {
    staged.genres = facts.genres;
    staged.genres_folded = facts.genres.map(foldText);
  }
  const plot = cut(facts.plot ?? '', plotMaxLength);
  staged.about = {
    ...staged.about,
    ...(plot !== '' && { plot, search: foldText(plot) }),
    ...(facts.backdrop !== undefined && { backdrop: facts.backdrop }),
    ...(facts.rating !== undefined && { rating: facts.rating }),
    ...(facts.cast.length > 0 && { cast: facts.cast.map((name) => cut(name, castMaxLength)) }),
    ...(facts.director !== undefined && { director: cut(facts.director, castMaxLength) }),
    ...(facts.durationSeconds !== undefined && { durationSeconds: facts.durationSeconds }),
    ...(facts.trailerId !== undefined && { trailer: facts.trailerId }),
  };
}

/** Cuts a text without leaving half of a surrogate pair, which databases refuse. */
const cut = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
