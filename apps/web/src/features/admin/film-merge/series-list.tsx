import type { FilmMergeSeries, FilmMergeStats, NamelessFilms } from '@butaca/contract';
import { Badge, Button, TextField } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { filmMergeChaptersQuery } from './film-merge.queries.ts';

const shownAtOnce = 50;

interface SeriesListProps {
  stats: FilmMergeStats;
  names: Readonly<Record<string, string>>;
  disabled: boolean;
  onRename: (key: string, name: string) => void;
}

/**
 * The preview of «Migración»: the series that will be made out of films, each with an editable name, and the films for
 * which a series name must be typed.
 */
export function SeriesList({ stats, names, disabled, onRename }: SeriesListProps) {
  const [shown, setShown] = useState(shownAtOnce);
  const { seriesDetails, nameless, totalNameless, totalRepeated } = stats;
  return (
    <>
      {seriesDetails.length > 0 && (
        <section aria-labelledby="film-merge-series">
          <h2 id="film-merge-series">Series detectadas</h2>
          <ul className="film-merge__list">
            {seriesDetails.slice(0, shown).map((series) => (
              <li key={series.key} className="film-merge__series">
                <TextField
                  label={`Nombre de la serie ${series.name}`}
                  hideLabel
                  size="sm"
                  maxLength={300}
                  disabled={disabled}
                  value={names[series.key] ?? series.name}
                  onChange={(event) => onRename(series.key, event.target.value)}
                />
                <SeriesFacts series={series} />
                <Chapters seriesKey={series.key} name={series.name} />
              </li>
            ))}
          </ul>
          {seriesDetails.length > shown && (
            <Button size="sm" variant="line" onClick={() => setShown(shown + shownAtOnce)}>
              {`Mostrar más (${(seriesDetails.length - shown).toLocaleString('es')})`}
            </Button>
          )}
        </section>
      )}
      {nameless.length > 0 && (
        <section aria-labelledby="film-merge-nameless">
          <h2 id="film-merge-nameless">{`Sin nombre de serie (${totalNameless.toLocaleString('es')})`}</h2>
          <p>
            Su título no dice de qué serie son. Escribe un nombre para incluirlas; las demás seguirán como
            películas.
          </p>
          <ul className="film-merge__list">
            {nameless.slice(0, shown).map((films) => (
              <li key={films.key} className="film-merge__series">
                <TextField
                  label={`Nombre de la serie de ${films.examples[0] ?? ''}`}
                  hideLabel
                  size="sm"
                  placeholder="Nombre de la serie"
                  maxLength={300}
                  disabled={disabled}
                  value={names[films.key] ?? ''}
                  onChange={(event) => onRename(films.key, event.target.value)}
                />
                <NamelessFacts films={films} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {totalRepeated > 0 && (
        <p>
          {`${totalRepeated.toLocaleString('es')} ${totalRepeated === 1 ? 'película seguirá como está: su capítulo ya existe.' : 'películas seguirán como están: sus capítulos ya existen.'}`}
        </p>
      )}
    </>
  );
}

function SeriesFacts({ series }: { series: FilmMergeSeries }) {
  const { totalChapters, totalSeasons, isKnown } = series;
  return (
    <span className="film-merge__facts">
      <span>
        {`${totalChapters.toLocaleString('es')} ${totalChapters === 1 ? 'capítulo' : 'capítulos'} · ${totalSeasons} ${totalSeasons === 1 ? 'temporada' : 'temporadas'}`}
      </span>
      {isKnown && <Badge tone="line">Se añade a la serie que ya existe</Badge>}
    </span>
  );
}

function NamelessFacts({ films: { totalChapters, examples } }: { films: NamelessFilms }) {
  const rest = totalChapters - examples.length;
  return (
    <span className="film-merge__facts">{`${examples.join(' · ')}${rest > 0 ? ` · y ${rest} más` : ''}`}</span>
  );
}

/**
 * The chapters that a series will get in «Migración», fetched only when the person opens them: there may be a hundred
 * thousand.
 */
function Chapters({ seriesKey, name }: { seriesKey: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="film-merge__more">
      <Button size="xs" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Ocultar capítulos' : 'Ver capítulos'} <span className="vh">de {name}</span>
      </Button>
      {isOpen && <ChapterList seriesKey={seriesKey} />}
    </div>
  );
}

function ChapterList({ seriesKey }: { seriesKey: string }) {
  const chapters = useQuery(filmMergeChaptersQuery(seriesKey));
  if (chapters.isPending) return <output>Cargando capítulos...</output>;
  if (chapters.isError)
    return <p role="alert">{messageOf(chapters.error, 'No se pudieron cargar los capítulos.')}</p>;
  return (
    <ul className="film-merge__chapters">
      {chapters.data.chapters.map((chapter) => (
        <li key={chapter._id}>
          {`T${chapter.seasonNumber} · ${chapter.chapterNumber}. ${chapter.title} `}
          <small>
            {chapter.movieTitle}
            {chapter.isRepeated && ' (repetida, sigue como película)'}
          </small>
        </li>
      ))}
    </ul>
  );
}
