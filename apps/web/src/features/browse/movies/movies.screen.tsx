import { mainSections } from '@butaca/contract';
import { useSectionEntry } from '../../../shared/access/section-entry.ts';
import { useFilters } from '../../../shared/filters.ts';
import { SectionFilms } from './section-films.tsx';
import { AllSections } from './all-sections.tsx';
import './movies.css';

/**
 * The screen «Películas»: cards of all film sections; or the films of the section that the URL names, if the person's
 * plan opens it.
 */
export function MoviesScreen() {
  const { read } = useFilters();
  const mayEnter = useSectionEntry();
  const wanted = read('seccion');
  const section = mainSections.find(({ key }) => key === wanted);
  if (section === undefined) return <AllSections key="all" />;
  if (!mayEnter(section.key)) return <AllSections key={section.key} refused={section.key} />;
  return <SectionFilms key={section.key} section={section} />;
}
