/**
 * Searches the public works as services of film data do: by the words of any name, the likeliest first, without names in
 * further languages, running times and numbers of seasons, which only the details of a work have.
 */
import { foldTitle } from '@butaca/titles';
import type { Candidate, TitleQuery } from '../src/index.ts';
import { publicWorks, type PublicWork } from './public-works.ts';

const pageSize = 20;
const wordsOf = (text: string): string[] =>
  foldTitle(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const indexed = publicWorks.map((work) => ({ work, names: work.names.map(wordsOf) }));

export interface MadeAnswer {
  candidates: readonly Candidate[];
  isComplete: boolean;
}

/** Searches for a title; of the works of its kind. */
export function searchWorks({ title, kind }: Pick<TitleQuery, 'title' | 'kind'>): MadeAnswer {
  const words = wordsOf(title);
  const found = indexed
    .filter(
      ({ work, names }) =>
        work.kind === kind && names.some((name) => words.every((word) => name.includes(word))),
    )
    .map(({ work }) => work);
  return { candidates: found.slice(0, pageSize).map(withoutDetails), isComplete: found.length <= pageSize };
}

export function detailsOfWork(id: string): Candidate | undefined {
  return publicWorks.find((work) => work.id === id);
}

const withoutDetails = (work: PublicWork): Candidate => ({
  ...work,
  names: [work.mexican ?? work.spanish, work.original],
  runtime: undefined,
  seasons: undefined,
  isDetailed: false,
});
