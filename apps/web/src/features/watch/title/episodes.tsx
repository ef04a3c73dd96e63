import type { Chapter, Season } from '@butaca/contract';
import { classes, notify, Select, Switch, useArrowNavigation } from '@butaca/ui';
import { EyeOff, TriangleAlert } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { isComplete, nameEpisode } from '../progress/season-chapter.ts';
import { withNewestChapterProgress, type WatchedChapters } from '../progress/use-watched-chapters.ts';
import './episodes.css';

interface EpisodesProps {
  seasons: readonly Season[];
  /** The id of the series' chapter that is playing, which the list of chapters marks as «Reproduciendo». */
  playingId: string | undefined;
  onPlay: (seasonNumber: number, chapter: Chapter) => void;
  /** The playback positions of the series' chapters watched on this watch page, newer than those in `seasons`. */
  watched: WatchedChapters;
  /** Whether the next chapter of the series starts without a click when the present one ends (autoplay). */
  isAutomatic: boolean;
  onAutomaticChange: (isAutomatic: boolean) => void;
}

/**
 * The chapter list «Episodios» of a series on the watch page, with a select for the season and a switch for autoplay.
 */
export function Episodes({
  seasons,
  playingId,
  onPlay,
  watched,
  isAutomatic,
  onAutomaticChange,
}: EpisodesProps) {
  const playing = seasons.find(({ chapters }) => chapters.some(({ _id }) => _id === playingId))?.seasonNumber;
  const [chosen, setChosen] = useState(playing ?? seasons[0]?.seasonNumber ?? 1);
  // When playback continues in another season, the chapter list switches to that season.
  const [followed, setFollowed] = useState(playing);
  if (playing !== undefined && playing !== followed) {
    setFollowed(playing);
    setChosen(playing);
  }
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
            chapter={withNewestChapterProgress(chapter, watched)}
            isPlaying={chapter._id === playingId}
            onPlay={() => onPlay(season.seasonNumber, chapter)}
          />
        ))}
      </ol>
      <Switch
        className="eps__next"
        label="Reproducir el siguiente automáticamente"
        checked={isAutomatic}
        onChange={(event) => onAutomaticChange(event.target.checked)}
      />
    </section>
  );
}

interface EpisodeProps {
  chapter: Chapter;
  isPlaying: boolean;
  onPlay: () => void;
}

function Episode({ chapter, isPlaying, onPlay }: EpisodeProps) {
  const canPlay = isComplete(chapter);
  const percent = Math.round(chapter.progress * 100);
  return (
    <li>
      <button
        type="button"
        className={classes('ep', isPlaying && 'is-playing', !canPlay && 'is-off')}
        aria-current={isPlaying ? 'true' : undefined}
        aria-disabled={canPlay ? undefined : true}
        onClick={() => {
          if (canPlay && !isPlaying) onPlay();
          else if (!chapter.url) notify.error('URL inválida o vacía');
        }}
      >
        <EpisodeImage chapter={chapter} percent={percent} />
        <span className="ep__words">
          <b>{nameEpisode(chapter)}</b>
          {isPlaying ? <span className="ep__now">Reproduciendo</span> : null}
          {canPlay ? (
            <span className="ep__length">
              {[knownLength(chapter), percent > 0 && `${percent}% visto`].filter(Boolean).join(' · ')}
            </span>
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

/** The length of a chapter; `undefined` for «0:00», which stands for an unknown one, as of an imported chapter. */
const knownLength = ({ duration }: Chapter): string | undefined =>
  /[1-9]/.test(duration) ? duration : undefined;

function EpisodeImage({ chapter, percent }: { chapter: Chapter; percent: number }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="ep__image" aria-hidden>
      {chapter.thumbnail === null || isBroken ? (
        chapter.url === null ? (
          <EyeOff className="ico" />
        ) : (
          <b>{chapter.chapterNumber}</b>
        )
      ) : (
        <img src={imageAddress(chapter.thumbnail)} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
      {/* An unwatched or finished chapter of the series has no progress bar. @see docs/requisitos.md, R9.7 */}
      {percent > 0 && percent < 100 ? (
        <span className="ep__bar" style={{ '--watched': `${percent}%` } as CSSProperties} />
      ) : null}
    </span>
  );
}
