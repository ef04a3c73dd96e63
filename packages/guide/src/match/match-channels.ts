/**
 * Finds for each channel of the catalogue the channel of a guide that has its programmes. The first of these that names a
 * single channel is certain:
 *
 * 1. the channel with exactly its `tvg-id`;
 * 2. the one with this id in another case or of another feed;
 * 3. the one with a name of the same letters and digits, then without the words that other spellings lack («Canal», «TV»);
 * 4. the one whose words score at least 0.9, and 0.15 more than those of any other.
 *
 * By name, channels are the same only with the same numbers, in the same country or one that is unknown. Where several are
 * left, also where channels of two countries share the name, the channel is unsure, and a person chooses. Channels that play
 * one title around the clock (`24/7`) are left out. The work grows with the number of channels and of their names, of which
 * only the beginning is read; lists of candidates have limits.
 *
 * @see docs/decisions/103-matching-channels.md
 */
import { areaFit, areaOfCode, areCompatible, isRegion, narrowestOf, unknownArea, type Area } from './area.ts';
import { readGuideId } from './guide-id.ts';
import {
  indexGuide,
  readGuideNames,
  type GuideName,
  type GuideNames,
  type MatchedGuideChannel,
} from './guide-names.ts';
import { keysOf, type NameKey } from './name-keys.ts';
import { readChannelName, type ChannelName } from './read-channel-name.ts';
import { haveSameSense, scoreWords } from './token-score.ts';

/** A channel of the catalogue, as matching sees it. */
export interface MatchedChannel {
  id: string;
  /** The name of the channel in guides, as its list states it (`tvg-id`). */
  tvgId: string | null;
  name: string;
  /** Further names, such as those of its sources. */
  names: readonly string[];
  /** ISO 3166 alpha-2, in any case. */
  country: string | null;
}

export interface MatchCandidate {
  guideId: string;
  /** From 0 to 1. */
  score: number;
}

export interface ChannelMatches {
  /** The id of the guide's channel by the id of the channel. */
  certain: Map<string, string>;
  /** By the id of the channel, the likeliest first. */
  unsure: Map<string, MatchCandidate[]>;
}

/** Is increased when other channels match than before, so that guides are matched anew after an upgrade. */
export const matcherRevision = 2;

/** How many candidates of one channel are named, how many of its names are read, and how many feeds of one id are compared. */
const most = { candidates: 5, names: 6, feeds: 20 };
const scores = {
  certain: 0.9,
  /** By how much a certain match is ahead of the next. */
  ahead: 0.15,
  /** The lowest score of a candidate. */
  candidate: 0.5,
  /** The score of a candidate with the same name, to which the fit of its country is added in hundredths. */
  sameName: 0.97,
};

/** A channel of the catalogue with what its names say. */
interface ReadChannel {
  id: string;
  tvgId: string | null;
  names: readonly ChannelName[];
  area: Area;
}

/** The id of the channel of the guide, or those that may be meant; `undefined` where nothing is known of the channel. */
type Outcome = string | MatchCandidate[] | undefined;

export function matchChannels(
  channels: readonly MatchedChannel[],
  guideChannels: readonly MatchedGuideChannel[],
): ChannelMatches {
  const listed = channels.map(readChannel).filter(({ names }) => !names.some(({ isLoop }) => isLoop));
  const guide = indexGuide(
    guideChannels,
    listed.flatMap(({ names }) => names),
  );
  const findById = indexIds(guideChannels);
  const certain = new Map<string, string>();
  const unsure = new Map<string, MatchCandidate[]>();
  for (const channel of listed) {
    const outcome = findById(channel) ?? matchName(channel, guide);
    if (typeof outcome === 'string') certain.set(channel.id, outcome);
    else if (outcome !== undefined && outcome.length > 0) unsure.set(channel.id, outcome);
  }
  return { certain, unsure };
}

function readChannel({ id, name, names, tvgId, country }: MatchedChannel): ReadChannel {
  const read = [...new Set([name, ...names])].slice(0, most.names).map(readChannelName);
  const stated = read.map((each) => each.stated).find((area) => area !== unknownArea);
  const guideId = readGuideId(tvgId ?? '');
  const said = [areaOfCode(country ?? ''), stated, guideId.made, read[0]?.ending.area, guideId.owner];
  const area = said.find((each) => each !== undefined && each !== unknownArea) ?? unknownArea;
  return { id, tvgId, names: read, area };
}

/** Finds channels of a guide by their `tvg-id`. */
function indexIds(guideChannels: readonly MatchedGuideChannel[]): (channel: ReadChannel) => Outcome {
  const exact = new Set(guideChannels.map(({ id }) => id));
  const alike = new Map<string, MatchedGuideChannel[]>();
  for (const channel of guideChannels) {
    const { plain } = readGuideId(channel.id);
    const known = alike.get(plain);
    if (known === undefined) alike.set(plain, [channel]);
    else if (known.length < most.feeds) known.push(channel);
  }
  return (channel) => {
    const { tvgId } = channel;
    if (tvgId === null || tvgId === '') return undefined;
    if (exact.has(tvgId)) return tvgId;
    const found = alike.get(readGuideId(tvgId).plain);
    if (found === undefined) return undefined;
    if (found.length === 1) return found[0]?.id;
    const names = found.flatMap(readGuideNames);
    const scored = new Map(found.map(({ id }) => [id, scores.candidate]));
    for (const other of names)
      for (const name of channel.names) noteScore(scored, other.guideId, scoreWords(name, other.name));
    return singleOf(names, channel) ?? likeliest(scored);
  };
}

function matchName(channel: ReadChannel, guide: GuideNames): Outcome {
  const found: [GuideName[], GuideName[]] = [[], []];
  const areas = new Set<Area>();
  let isShared = false;
  for (const name of channel.names) {
    for (const key of keysOf(name)) {
      const known = guide.withKey(key.text);
      if (known?.isCut === true) isShared = true;
      for (const other of known?.names ?? []) {
        if (other.guide.name.numbers !== name.numbers) continue;
        if (channel.area === unknownArea && other.guide.area !== unknownArea) areas.add(other.guide.area);
        if (isMeant({ key, area: channel.area }, other)) found[key.tier].push(other.guide);
      }
    }
  }
  if (areas.size > 1) isShared = true;
  const [closest = []] = found.filter((tier) => tier.length > 0);
  if (closest.length === 0) return matchWords(channel, guide);
  return (isShared ? undefined : singleOf(closest, channel)) ?? candidatesOf(channel, guide, found.flat());
}

/** Whether a name of the guide with the same key may be that of the channel. */
function isMeant(one: { key: NameKey; area: Area }, other: { key: NameKey; guide: GuideName }): boolean {
  const { guide } = other;
  if (!areCompatible(one.area, guide.area)) return false;
  // «La Red» and «Red TV» may be two channels: only one of two names may have words that the other lacks.
  const both = one.key.without & other.key.without;
  if (both !== one.key.without && both !== other.key.without) return false;
  if (one.key.cut === other.key.cut) return true;
  // A place that only one of the names has must be known of the other channel: «CNN» is not «CNN Chile».
  return isPlaceOf(one.key.cut, areaBesideEnding(guide)) && isPlaceOf(other.key.cut, one.area);
}

/** Where a channel of a guide can be seen, as far as something else than the end of its name says it. */
const areaBesideEnding = ({ id, name }: GuideName): Area => narrowestOf([id.made, name.stated]) || id.owner;

/** Whether a channel of an area may leave a place out of its name. */
const isPlaceOf = (place: Area, area: Area): boolean =>
  place === unknownArea || place === area || (isRegion(place) && areCompatible(place, area));

/** The only channel among names of a guide that fits best: by its country, then by the whole name, then by the quality. */
function singleOf(names: readonly GuideName[], channel: ReadChannel): string | undefined {
  const quality = channel.names[0]?.quality ?? '';
  const fits: ((guide: GuideName) => number)[] = [
    ({ area }) => areaFit(channel.area, area),
    ({ name }) => (channel.names.some(({ whole }) => whole === name.whole) ? 1 : 0),
    ({ name }) => (quality !== '' && quality === name.quality ? 1 : 0),
  ];
  let left = names;
  for (const fit of fits) {
    const best = Math.max(...left.map(fit));
    left = left.filter((guide) => fit(guide) === best);
    if (new Set(left.map(({ guideId }) => guideId)).size === 1) return left[0]?.guideId;
  }
  return undefined;
}

function matchWords(channel: ReadChannel, guide: GuideNames): Outcome {
  const candidates = candidatesOf(channel, guide, []);
  const [first, second] = candidates;
  if (first === undefined || first.score < scores.certain) return candidates;
  if (first.score - (second?.score ?? 0) < scores.ahead) return candidates;
  const isSure = channel.names.some((name) =>
    [...guide.withWordsOf(name)].some(
      (other) => other.guideId === first.guideId && areSame(name, other.name),
    ),
  );
  return isSure ? first.guideId : candidates;
}

const areSame = (name: ChannelName, other: ChannelName): boolean =>
  name.numbers === other.numbers &&
  name.shiftHours === other.shiftHours &&
  name.ending.area === other.ending.area &&
  haveSameSense(name, other) &&
  scoreWords(name, other) >= scores.certain;

/** The channels that may be meant, the likeliest first, none of another country. */
function candidatesOf(
  channel: ReadChannel,
  guide: GuideNames,
  sameName: readonly GuideName[],
): MatchCandidate[] {
  const scored = new Map<string, number>();
  for (const { guideId, area } of sameName)
    noteScore(scored, guideId, scores.sameName + areaFit(channel.area, area) / 100);
  for (const name of channel.names)
    for (const other of guide.withWordsOf(name))
      if (areCompatible(channel.area, other.area))
        noteScore(scored, other.guideId, scoreWords(name, other.name));
  return likeliest(scored);
}

function noteScore(scored: Map<string, number>, guideId: string, score: number): void {
  if (score >= scores.candidate && score > (scored.get(guideId) ?? 0)) scored.set(guideId, score);
}

const likeliest = (scored: ReadonlyMap<string, number>): MatchCandidate[] =>
  [...scored]
    .map(([guideId, score]) => ({ guideId, score: Math.round(score * 100) / 100 }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most.candidates);
