import { findWork, readQuery, titleKey, type FactSource, type TitleQuery } from '@butaca/facts';
import { readFactJson } from '../../../shared/video/fact-columns.ts';
import { toStored, type FactsRepository, type FoundMatch, type TitleRow } from './facts.repository.ts';

const dayMs = 86_400_000;
/** After how long a title is looked for again. */
const againAfterMs = 30 * dayMs;

/** Makes the query of a title; a running time that a source has said does not count. */
export function queryOf(row: TitleRow): TitleQuery {
  const isOwnLength = readFactJson<string>(row.fact_sources).duration_seconds === undefined;
  const minutes = isOwnLength && row.duration_seconds !== null ? row.duration_seconds / 60 : undefined;
  // «Zona kids» has films and series.
  const isFilm = row.tipo === 'pelicula' || (row.tipo === 'zona kids' && row.season_count === 0);
  return readQuery(row.title, {
    kind: isFilm ? 'film' : 'series',
    year: row.release_year ?? undefined,
    runtime: isFilm ? minutes : undefined,
    seasons: isFilm || row.season_count === 0 ? undefined : row.season_count,
  });
}

/** Returns the key under which decisions on a title are kept: kind, folded name and year. Titles that differ only in list or quality share it. */
export const keyOf = ({ kind, title, year }: TitleQuery): string =>
  `${kind}:${titleKey(title)}:${year ?? ''}`;

/**
 * Looks for a title in the sources, the best first; the first one that recognises it counts.
 *
 * @throws SourceError with the failing source in `failed`
 */
export async function lookForTitle(
  { sources, repository }: { sources: readonly FactSource[]; repository: FactsRepository },
  row: TitleRow,
  now: Date,
): Promise<FoundMatch> {
  const query = queryOf(row);
  const { kind, title, year } = query;
  const base = { key: keyOf(query), kind, title, year, nextLookAt: new Date(now.getTime() + againAfterMs) };
  const nothing = {
    ...base,
    state: 'none',
    source: null,
    workId: null,
    candidates: [],
    details: undefined,
  } as const;
  if (titleKey(title) === '') return { ...nothing, candidates: [] };
  let unsure: FoundMatch | undefined;
  for (const source of sources.filter(({ kinds }) => kinds.includes(kind))) {
    const { match, details } = await guarded(source, () => findWork(source, query));
    if (match.kind === 'unsure')
      unsure ??= {
        ...base,
        state: 'unsure',
        source: null,
        workId: null,
        candidates: match.candidates.map((candidate) => toStored(source.name, candidate)),
        details: undefined,
      };
    if (match.kind !== 'match') continue;
    const { id } = match.candidate;
    const known = details.get(id);
    const tag = known === undefined ? await repository.findTag(source.name, id) : undefined;
    const read = known ?? (await guarded(source, () => source.details(id, tag)));
    // Between the search and this request the source may have deleted the work.
    if (read === undefined) continue;
    return {
      ...base,
      state: 'matched',
      source: source.name,
      workId: id,
      candidates: [toStored(source.name, match.candidate)],
      details: read === 'unchanged' ? undefined : read,
    };
  }
  return unsure ?? { ...nothing, candidates: [] };
}

/** The failure of a source, with the source. */
export class FailedSource extends Error {
  override readonly name = 'FailedSource';
  readonly source: FactSource;

  constructor(source: FactSource, cause: unknown) {
    super(`the source of facts ${source.name} has failed`, { cause });
    this.source = source;
  }
}

/** @throws FailedSource */
export async function guarded<Result>(source: FactSource, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new FailedSource(source, error);
  }
}
