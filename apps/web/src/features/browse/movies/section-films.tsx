import { searchDebounceMs, searchMaxLength } from '@butaca/contract';
import { Button, ChipGroup, DensityToggle, IconButton, SearchField } from '@butaca/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { useVideoPages } from '../../../shared/card/card-list.ts';
import { listLoadedVideos } from '../../../shared/card/videos.queries.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { useDensity, useFilters, useSearchTerm } from '../../../shared/filters.ts';
import { useDebounced } from '../../../platform/debounced.ts';
import { usePageTitle } from '../../../shared/page-title.ts';
import { paths } from '../../../shared/paths.ts';
import { isPlainClick } from '../../../platform/plain-click.ts';
import { allGenres, filmFilter, filmPageSize, sectionGenresQuery } from './movies.queries.ts';
import { filmsFailed, filmsUnexplained, noFilmsSentence } from './movies.texts.ts';
import { useSectionState, type SectionState } from './section-state.ts';

/** The films of one section, filtered by genre and search term, which the URL holds. */
export function SectionFilms({ section }: { section: { key: string; displayName: string } }) {
  const { read, change } = useFilters();
  usePageTitle(`${section.displayName} · Películas`);
  const [density, setDensity] = useDensity();
  const { typed, onType } = useSearchTerm();
  const term = useDebounced(typed.trim(), searchDebounceMs);
  const genre = read('genero') || allGenres;
  const list = useVideoPages(filmFilter(section.key, genre, term), filmPageSize);
  const isWhole = genre === allGenres && term === '';
  const known = useQuery(sectionGenresQuery(section.key));
  const genres = useGenres(section.key, known.data ?? []);
  const { isFromAllSections = false } = useSectionState();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);

  // Opening a film section removes its card, which had the focus; the focus moves to this heading, because otherwise
  // keyboard users would start again at the top of the page.
  useLayoutEffect(() => {
    if (isFromAllSections && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [isFromAllSections]);

  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <IconButton
          className="films__back"
          label="Volver"
          render={
            <Link
              to={paths.movies}
              replace
              state={{ left: section.key } satisfies SectionState}
              onClick={(event) => {
                if (!isFromAllSections || !isPlainClick(event)) return;
                event.preventDefault();
                navigate(-1);
              }}
            />
          }
        >
          <ArrowLeft className="ico" aria-hidden />
        </IconButton>
        <h1 ref={heading} tabIndex={-1}>
          {section.displayName}
        </h1>
        <div className="page__tools">
          <SearchField
            className="films__search"
            label="Buscar películas"
            placeholder="Buscar películas..."
            maxLength={searchMaxLength}
            value={typed}
            onValueChange={onType}
          />
          <DensityToggle density={density} onDensityChange={setDensity} />
        </div>
      </div>
      <ChipGroup
        className="films__chips"
        label="Géneros"
        items={[allGenres, ...genres].map((name) => ({ value: name, label: name }))}
        value={genre}
        onValueChange={(name) => change({ genero: name === allGenres ? '' : name })}
      />
      <CardGrid
        label={`Películas de ${section.displayName}`}
        list={list}
        density={density}
        waiting="Cargando películas..."
        failed={filmsFailed}
        unexplained={filmsUnexplained}
        empty={noFilmsSentence(section.displayName, genre, term)}
        emptyReason={isWhole ? 'Aparecerán en cuanto se añada la primera.' : undefined}
        emptyAction={
          isWhole ? (
            <UploadDoor variant="primary" />
          ) : genre === allGenres ? undefined : (
            <Button variant="primary" onClick={() => change({ genero: '' })}>
              Ver {allGenres.toLowerCase()}
            </Button>
          )
        }
      />
    </main>
  );
}

const order = new Intl.Collator('es');

/**
 * The genres that a film section can be filtered by, in alphabetical order: those that the server lists, and those of
 * the loaded films. A genre that occurs only in the URL is not added.
 *
 * @see docs/requisitos.md, R2.42: genres accumulate from loaded pages
 */
function useGenres(section: string, known: readonly string[]): string[] {
  const ofFilms = listLoadedVideos(useQueryClient())
    .filter(({ mainSection }) => mainSection === section)
    .flatMap(({ genres }) => genres);
  const genres = new Set([...known, ...ofFilms]);
  return [...genres].toSorted(order.compare);
}
