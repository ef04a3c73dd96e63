import { mainSections } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { useSectionEntry } from '../../../shared/access/section-entry.ts';
import { useFilters } from '../../../shared/filters.ts';
import { SectionFilms } from './section-films.tsx';
import { AllSections } from './all-sections.tsx';
import './movies.css';
import { sectionsQuery } from './movies.queries.ts';
import { queryClient } from '../../../platform/query-client.ts';

/**
 * The screen «Películas»: cards of all film sections; or the films of the section that the URL names, if the person's
 * plan opens it or any film of it.
 */
export function MoviesScreen() {
  const { read } = useFilters();
  const mayEnter = useSectionEntry();
  const wanted = read('seccion');
  const section = mainSections.find(({ key }) => key === wanted);
  const isRuled = section !== undefined && !mayEnter(section.key);
  const sections = useQuery({ ...sectionsQuery(), enabled: isRuled });
  if (section === undefined) return <AllSections key="all" />;
  const isOpen = sections.data?.some(({ key, locked }) => key === section.key && !locked) === true;
  if (!isRuled || isOpen) return <SectionFilms key={section.key} section={section} />;
  return sections.isPending ? (
    <AllSections key="waiting" />
  ) : (
    <AllSections key={section.key} refused={section.key} />
  );
}

/** Puts the film sections into the query cache before the screen opens; never rejects. */
MoviesScreen.prefetch = (): Promise<unknown> => queryClient.prefetchQuery(sectionsQuery());
