export { needsYear } from './match/common-words.ts';
export {
  candidatesMost,
  findEqual,
  matchTitle,
  type Candidate,
  type TitleMatch,
  type TitleQuery,
  type WorkKind,
} from './match/match-title.ts';
export { titleKey } from './match/title-key.ts';
export { readQuery } from './match/read-query.ts';
export { findWork, type FoundWork } from './sources/find-work.ts';
export {
  factSourceNames,
  SourceError,
  type FactSource,
  type FactSourceName,
  type FetchSource,
  type Pace,
  type SourceAnswer,
  type SourceFailure,
  type SourceQuery,
  type WorkDetails,
  type WorkFacts,
} from './sources/source.ts';
export { createTmdb, tmdbBaseUrl } from './sources/tmdb.ts';
export { createTvmaze, tvmazeBaseUrl } from './sources/tvmaze.ts';
