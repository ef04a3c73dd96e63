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
