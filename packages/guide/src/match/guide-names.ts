/**
 * The channels of a guide, found by the keys and by the words of their names. Kept are only names that some channel of the
 * catalogue may have, and of each key and word a limited number, so that neither a large guide nor one with thousands of
 * channels of one name costs more than another.
 */
import { narrowestOf, type Area } from './area.ts';
import { weightOf } from './channel-words.ts';
import { readGuideId, type GuideId } from './guide-id.ts';
import { keysOf, type NameKey } from './name-keys.ts';
import { readChannelName, type ChannelName } from './read-channel-name.ts';

/** How many names of a channel are read, how many names have one key or one word, and by how many words is looked up. */
const most = { names: 12, withKey: 64, withWord: 80, wordsTried: 5 };

/** A channel of a guide, as matching sees it. */
export interface MatchedGuideChannel {
  id: string;
  names: readonly string[];
}

/** One name of a channel of the guide. */
export interface GuideName {
  guideId: string;
  id: GuideId;
  name: ChannelName;
  area: Area;
}

interface KeyedName {
  key: NameKey;
  guide: GuideName;
}

/** The names with one key; `isCut` where there are more than were kept. */
interface KeyedNames {
  names: KeyedName[];
  isCut: boolean;
}

export interface GuideNames {
  withKey(text: string): Readonly<KeyedNames> | undefined;
  /** The names that share one of the rarest words of a name. */
  withWordsOf(name: ChannelName): Set<GuideName>;
}

/**
 * @param listed - the names of the channels in the catalogue
 */
export function indexGuide(
  channels: readonly MatchedGuideChannel[],
  listed: Iterable<ChannelName>,
): GuideNames {
  const byKey = new Map<string, KeyedNames>();
  const byWord = new Map<string, GuideName[]>();
  for (const name of listed) {
    for (const { text } of keysOf(name)) byKey.set(text, { names: [], isCut: false });
    for (const word of name.meaning) if (weightOf(word) === 1) byWord.set(word, []);
  }
  for (const channel of channels) {
    for (const guide of readGuideNames(channel)) {
      for (const key of keysOf(guide.name)) {
        const keyed = byKey.get(key.text);
        if (keyed === undefined) continue;
        if (keyed.names.length < most.withKey) keyed.names.push({ key, guide });
        else keyed.isCut = true;
      }
      for (const word of new Set(guide.name.meaning)) {
        const named = byWord.get(word);
        if (named !== undefined && named.length < most.withWord) named.push(guide);
      }
    }
  }
  return {
    withKey: (text) => byKey.get(text),
    withWordsOf(name) {
      const lists = [...new Set(name.meaning)]
        .flatMap((word) => [byWord.get(word) ?? []])
        .toSorted((one, other) => one.length - other.length);
      return new Set(lists.slice(0, most.wordsTried).flat());
    },
  };
}

/** Reads the names of a channel of a guide, and the name in its id; none that says «24/7». */
export function readGuideNames(channel: MatchedGuideChannel): GuideName[] {
  const id = readGuideId(channel.id);
  const texts = new Set(channel.names.slice(0, most.names));
  if (id.name !== undefined) texts.add(id.name);
  return [...texts].flatMap((text) => {
    const name = readChannelName(text);
    if (name.isLoop || name.words.length === 0) return [];
    return [{ guideId: channel.id, id, name, area: areaOf(id, name) }];
  });
}

/** Where a channel of a guide can be seen: what its id says that it is made for, then what its name says, then its owner. */
const areaOf = (id: GuideId, name: ChannelName): Area =>
  narrowestOf([id.made, name.stated, name.ending.area]) || id.owner;
