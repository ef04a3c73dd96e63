export {
  defaultGuideLimits,
  GuideRefusedError,
  type GuideChannel,
  type GuideLimits,
  type GuideName,
  type GuideProgramme,
  type GuideReading,
  type GuideReadingOptions,
  type GuideRefusal,
} from './read/guide.ts';
export { readGuide } from './read/read-guide.ts';
export {
  matchChannels,
  matcherRevision,
  type ChannelMatches,
  type MatchCandidate,
  type MatchedChannel,
} from './match/match-channels.ts';
export { readMatchReason } from './match/match-reason.ts';
export { type MatchedGuideChannel } from './match/guide-names.ts';
