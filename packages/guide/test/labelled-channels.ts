/**
 * Names of channels with the channel of a guide that is meant, and how many of them are matched with it.
 *
 * The names are those which sites of programme guides and lists use for channels of Spanish-speaking countries. Each line of
 * `channel-names.tsv` has a name, the country in which it is used, the id of the channel as iptv-org gives it (empty where
 * no channel of the guide is meant), and the source: a site, with the names that `iptv-org/epg` (Unlicense) records for it,
 * or `list` for names as lists write them, which were labelled by hand.
 */
import { readFileSync } from 'node:fs';
import { matchChannels, type MatchedGuideChannel } from '../src/index.ts';

export interface LabelledChannel {
  name: string;
  /** ISO 3166 alpha-2, in upper case; empty where nothing says it. */
  country: string;
  /** The id of the guide's channel; empty where none is meant. */
  guideId: string;
  source: string;
  /** Whether the name was first matched when the matcher was finished. */
  isApart: boolean;
}

export function readLabelledChannels(): LabelledChannel[] {
  const file = readFileSync(new URL('channel-names.tsv', import.meta.url), 'utf8');
  const [, ...lines] = file.trimEnd().split('\n');
  return lines.map((line) => {
    const [name = '', country = '', guideId = '', source = '', apart = ''] = line.split('\t');
    return { name, country, guideId, source, isApart: apart !== '' };
  });
}

/** A number that depends on a text only. */
const numberOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);

/** What lists put around names. `%` stands for the name, `@` for the code of the country. */
const forms = [
  '@: % HD',
  '@| % FHD',
  '|@| %',
  '[@] % (1080p)',
  '% HD',
  '% [Geo-blocked]',
  '% (720p) [Not 24/7]',
  '% OPCIÓN 2',
  '% FHD | @',
  '% (@)',
  '@ - % 4K',
  '% UHD HEVC',
  '% SD',
  '% ᴴᴰ',
];

const decorate = ({ name, country }: LabelledChannel): string =>
  (forms[numberOf(name) % forms.length] ?? '%').replaceAll('@', country).replace('%', name);

export interface MatchingScore {
  /** How many names have a channel in the guide, and how many of these were matched with it. */
  wanted: number;
  right: number;
  /** The names that were matched with a channel which is not the one that is meant. */
  wrong: string[];
  /** The names that have a channel in the guide and were matched with none. */
  missed: string[];
}

interface MatchedName {
  labelled: LabelledChannel;
  found: string | undefined;
}

/**
 * Matches the names of each source with a guide that knows the same channels by their names of the other sources. Names of
 * channels that no other source has are decorated as lists do it.
 */
export function matchLabelled(labelled: readonly LabelledChannel[]): MatchedName[] {
  return [...new Set(labelled.map(({ source }) => source))].flatMap((source) => {
    const { guide, ownOnly } = guideBeside(source, labelled);
    const listed = labelled.filter((each) => each.source === source);
    const { certain } = matchChannels(
      listed.map((each, index) => ({
        id: String(index),
        tvgId: null,
        name: ownOnly.has(each.guideId) ? decorate(each) : each.name,
        names: [],
        country: each.country === '' ? null : each.country,
      })),
      guide,
    );
    return listed.map((each, index) => ({ labelled: each, found: certain.get(String(index)) }));
  });
}

/** Makes the guide with which the names of a source are matched. */
function guideBeside(
  source: string,
  labelled: readonly LabelledChannel[],
): { guide: MatchedGuideChannel[]; ownOnly: Set<string> } {
  const names = new Map<string, { own: Set<string>; others: Set<string> }>();
  for (const each of labelled) {
    if (each.guideId === '' || each.source === 'list') continue;
    const known = names.get(each.guideId) ?? { own: new Set(), others: new Set() };
    (each.source === source ? known.own : known.others).add(each.name);
    names.set(each.guideId, known);
  }
  return {
    guide: [...names].map(([id, { own, others }]) => ({ id, names: [...(others.size > 0 ? others : own)] })),
    ownOnly: new Set([...names].flatMap(([id, { others }]) => (others.size > 0 ? [] : [id]))),
  };
}

export function scoreMatching(matched: readonly MatchedName[]): MatchingScore {
  const score: MatchingScore = { wanted: 0, right: 0, wrong: [], missed: [] };
  for (const { labelled, found } of matched) {
    const { name, country, source, guideId } = labelled;
    const shown = `${name} (${country}, ${source}): ${guideId === '' ? 'none' : guideId}`;
    if (guideId !== '') score.wanted += 1;
    if (found === undefined) {
      if (guideId !== '') score.missed.push(shown);
    } else if (found === guideId) score.right += 1;
    else score.wrong.push(`${shown}, not ${found}`);
  }
  return score;
}

/** In percent: how many matches are right, and how many of the names that have a channel were matched with it. */
export function sharesOf({ wanted, right, wrong }: MatchingScore): { precision: number; recall: number } {
  const matches = right + wrong.length;
  return {
    precision: matches === 0 ? 100 : (right / matches) * 100,
    recall: wanted === 0 ? 100 : (right / wanted) * 100,
  };
}
