import type { Chapter, Season } from '@butaca/contract';
import { classes, Select, useArrowNavigation } from '@butaca/ui';
import { EyeOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { imageAddress } from '../../platform/api/image-address.ts';
import './episodes.css';

interface EpisodesProps {
  seasons: readonly Season[];
  /** The chapter that plays. */
  playingId: string | undefined;
  onPlay: (seasonNumber: number, chapter: Chapter) => void;
}

/** The chapters of a season, and the way to another one. */
export function Episodes({ seasons, playingId, onPlay }: EpisodesProps) {
  const playing = seasons.find(({ chapters }) => chapters.some(({ _id }) => _id === playingId));
  const [chosen, setChosen] = useState(playing?.seasonNumber ?? seasons[0]?.seasonNumber ?? 1);
  const arrows = useArrowNavigation({ axis: 'y' });
  const season = seasons.find(({ seasonNumber }) => seasonNumber === chosen);
  return (
    <section className="eps" aria-labelledby="eps-title">
      <div className="eps__head">
        <h2 id="eps-title">Episodios</h2>
        {seasons.length === 0 ? null : (
          <Select
            label="Temporada"
            hideLabel
            size="sm"
            value={String(chosen)}
            options={seasons.map(({ seasonNumber }) => ({
              value: String(seasonNumber),
              label: `Temporada ${seasonNumber}`,
            }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        )}
      </div>
      {seasons.length === 0 ? <p className="eps__none">No hay temporadas disponibles.</p> : null}
      {season !== undefined && season.chapters.length === 0 ? (
        <p className="eps__none">No hay capítulos disponibles en esta temporada.</p>
      ) : null}
      <ol className="eps__list" {...arrows}>
        {season?.chapters.map((chapter) => (
          <Episode
            key={chapter._id}
            chapter={chapter}
            isPlaying={chapter._id === playingId}
            onPlay={() => onPlay(season.seasonNumber, chapter)}
          />
        ))}
      </ol>
    </section>
  );
}

interface EpisodeProps {
  chapter: Chapter;
  isPlaying: boolean;
  onPlay: () => void;
}

function Episode({ chapter, isPlaying, onPlay }: EpisodeProps) {
  const isComplete = chapter.title !== '' && chapter.url !== null && chapter.url !== '';
  return (
    <li>
      <button
        type="button"
        className={classes('ep', isPlaying && 'is-playing', !isComplete && 'is-off')}
        aria-current={isPlaying ? 'true' : undefined}
        aria-disabled={isComplete ? undefined : true}
        onClick={() => {
          if (isComplete && !isPlaying) onPlay();
        }}
      >
        <EpisodePicture chapter={chapter} />
        <span className="ep__words">
          <b>
            {chapter.chapterNumber}. {chapter.title === '' ? 'Sin título' : chapter.title}
          </b>
          {isPlaying ? <span className="ep__now">Reproduciendo</span> : null}
          {isComplete ? (
            <span>{chapter.duration}</span>
          ) : (
            <span className="ep__off">
              <TriangleAlert className="ico" aria-hidden />
              Datos incompletos
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

function EpisodePicture({ chapter }: { chapter: Chapter }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="ep__picture" aria-hidden>
      {chapter.thumbnail === null || isBroken ? (
        chapter.url === null ? (
          <EyeOff className="ico" />
        ) : (
          <b>{chapter.chapterNumber}</b>
        )
      ) : (
        <img src={imageAddress(chapter.thumbnail)} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
