import { Button, EmptyState, ErrorState, Skeleton, useArrowNavigation } from '@butaca/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PlansDoor } from '../../../shared/access/plans-door.tsx';
import { SectionDenial } from '../../../shared/access/section-denial.tsx';
import { reasonOf } from '../../../platform/api/api-error.ts';
import { isAdmin } from '../../../platform/session/session-store.ts';
import { videoPagesQuery } from '../../../shared/card/videos.queries.ts';
import { usePageTitle } from '../../../shared/page-title.ts';
import { useScrollRestore } from '../../../platform/scroll-restore.ts';
import { allGenres, filmFilter, filmPageSize, sectionsQuery } from './movies.queries.ts';
import { sectionsFailed } from './movies.texts.ts';
import { SectionCard } from './section-card.tsx';
import { useSectionState } from './section-state.ts';

/**
 * The screen «Películas» with the cards of all film sections.
 *
 * @param refused - the key of a section in the URL that the person's plan does not open
 */
export function AllSections({ refused }: { refused?: string }) {
  usePageTitle('Películas');
  const sections = useQuery(sectionsQuery());
  const queryClient = useQueryClient();
  const arrows = useArrowNavigation();
  const [denial, setDenial] = useState(refused === undefined ? undefined : { section: refused, count: 0 });
  const listed = sections.data?.filter(({ isEmpty }) => isAdmin() || !isEmpty) ?? [];
  useScrollRestore(sections.isSuccess, useSectionState().left);

  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Películas</h1>
        {denial === undefined ? null : (
          <div className="page__tools">
            <PlansDoor />
          </div>
        )}
      </div>
      {denial === undefined ? null : <SectionDenial key={denial.count} section={denial.section} />}
      {sections.isPending && <Waiting />}
      {sections.isError && (
        <ErrorState
          title={sectionsFailed}
          reason={reasonOf(sections.error)}
          action={
            <Button variant="primary" onClick={() => void sections.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {sections.isSuccess && listed.length === 0 && (
        <EmptyState
          title="No hay secciones de películas para mostrar."
          reason="Aparecerán en cuanto se añada la primera película."
        />
      )}
      {listed.length > 0 && (
        // The `ul` of film sections handles the arrow keys: their key events bubble up from the links to the sections.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul className="sections" aria-label="Secciones" data-rows {...arrows}>
          {listed.map((section) => (
            <li key={section.key}>
              <SectionCard
                section={section}
                onDenied={() =>
                  setDenial((last) => ({ section: section.key, count: (last?.count ?? 0) + 1 }))
                }
                onApproach={() =>
                  void queryClient.prefetchInfiniteQuery(
                    videoPagesQuery(filmFilter(section.key, allGenres, ''), filmPageSize),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

function Waiting() {
  return (
    <>
      <output className="sections__waiting">Cargando secciones...</output>
      <div className="sections" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} shape="tile" />
        ))}
      </div>
    </>
  );
}
