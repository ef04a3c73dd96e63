import { matchTitle, type Candidate, type TitleMatch, type TitleQuery } from '../match/match-title.ts';
import type { FactSource, WorkDetails } from './source.ts';

/** The outcome of a search in one source; `details`: what was read of works meanwhile, by their ids. */
export interface FoundWork {
  match: TitleMatch;
  details: ReadonlyMap<string, WorkDetails>;
}

/**
 * Searches a source for a title, and asks for details of the likeliest candidates where these could decide.
 *
 * @throws SourceError
 */
export async function findWork(source: FactSource, query: TitleQuery): Promise<FoundWork> {
  const answer = await source.search(query);
  const match = matchTitle(query, answer);
  const details = new Map<string, WorkDetails>();
  if (match.kind !== 'unsure' || match.ask.length === 0) return { match, details };
  for (const id of match.ask) {
    const read = await source.details(id);
    if (read !== undefined && read !== 'unchanged') details.set(id, read);
  }
  const candidates = answer.candidates.map((each): Candidate => details.get(each.id)?.work ?? each);
  return { match: matchTitle(query, { ...answer, candidates }), details };
}
