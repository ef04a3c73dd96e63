import { readGuideId } from './guide-id.ts';

/**
 * Why a channel was matched with a channel of a guide: by exactly its `tvg-id`, by this id in another case or of another feed, or
 * by its name. Ids come before names in matching, so that the ids alone tell.
 */
export type MatchReason = 'tvg-id' | 'similar-id' | 'name';

/** @param tvgId - that of the channel @param guideId - the id of the channel of the guide with which it was matched */
export function readMatchReason(tvgId: string | null, guideId: string): MatchReason {
  if (tvgId === null || tvgId === '') return 'name';
  if (tvgId === guideId) return 'tvg-id';
  return readGuideId(tvgId).plain === readGuideId(guideId).plain ? 'similar-id' : 'name';
}
