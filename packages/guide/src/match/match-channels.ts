/** A channel of the catalogue, as matching sees it. */
export interface MatchedChannel {
  id: string;
  /** The name of the channel in guides, as its list states it (`tvg-id`). */
  tvgId: string | null;
  name: string;
  /** Further names, such as those of its sources. */
  names: readonly string[];
  /** Two letters, upper case. */
  country: string | null;
}

/** A channel of a guide, as matching sees it. */
export interface MatchedGuideChannel {
  id: string;
  names: readonly string[];
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

/** How many candidates of one channel are named at most. */
const candidatesMost = 5;

/** The id without white space around it, the part after `@`, which names a feed, and the difference of cases. */
const plainId = (id: string): string => (id.split('@')[0] ?? '').trim().toLowerCase();

/**
 * Finds for each channel the channel of a guide that is meant: the one with exactly its `tvg-id`, else the only one with the
 * same id in another case or of another feed. Where several have that id, the channel is unsure.
 */
export function matchChannels(
  channels: readonly MatchedChannel[],
  guideChannels: readonly MatchedGuideChannel[],
): ChannelMatches {
  const exact = new Set(guideChannels.map(({ id }) => id));
  const alike = new Map<string, string[]>();
  for (const { id } of guideChannels) {
    const plain = plainId(id);
    const known = alike.get(plain);
    if (known === undefined) alike.set(plain, [id]);
    else known.push(id);
  }
  const certain = new Map<string, string>();
  const unsure = new Map<string, MatchCandidate[]>();
  for (const { id, tvgId } of channels) {
    if (tvgId === null || tvgId === '') continue;
    if (exact.has(tvgId)) {
      certain.set(id, tvgId);
      continue;
    }
    const [only, ...others] = alike.get(plainId(tvgId)) ?? [];
    if (only === undefined) continue;
    if (others.length === 0) certain.set(id, only);
    else
      unsure.set(
        id,
        [only, ...others].slice(0, candidatesMost).map((guideId) => ({ guideId, score: 0.5 })),
      );
  }
  return { certain, unsure };
}
