import type { Chapter, VideoDetail } from '@butaca/contract';
import type { PlaybackSource } from '@butaca/player';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { readCard } from '../../platform/catalogue/card.ts';
import { FavouriteButton } from '../../platform/catalogue/favourite-button.tsx';
import { videoFavourite } from '../../platform/catalogue/favourite.ts';
import { chooseChapter, flattenChapters, type PlacedChapter } from './chapter-place.ts';
import { Episodes } from './episodes.tsx';
import { StreamPlayer } from './player/stream-player.tsx';
import { WatchFailure, WatchFrame } from './watch-frame.tsx';
import { WatchLoad, type Attempt } from './watch-load.tsx';
import { useWatchOrigin, type WatchOrigin } from './watch-origin.ts';
import { renewVideo, videoQuery } from './watch.queries.ts';

const genresShown = 4;

/** A film, or a series at one of its chapters, playing. */
export function WatchVideo({ videoId }: { videoId: string }) {
  return (
    <WatchLoad itemId={videoId} query={useQuery(videoQuery(videoId))}>
      {(video, attempt) => <LoadedVideo video={video} attempt={attempt} />}
    </WatchLoad>
  );
}

function LoadedVideo({ video, attempt }: { video: VideoDetail; attempt: Attempt }) {
  const asked = useWatchOrigin();
  const [opening, setOpening] = useState(() => chooseOpening(video, asked));
  // After a new try the chapter is the same, its address another one.
  const source = useMemo(() => sourceOf(video, opening), [video, opening]);
  const current = findAgain(video, opening.place);
  if (source === undefined) {
    const sentence =
      current === undefined
        ? 'No hay contenido disponible para reproducir.'
        : 'El capítulo seleccionado no tiene una URL válida.';
    return <WatchFailure sentence={sentence} />;
  }
  const card = readCard(video);
  const isSeries = video.seasons.length > 0;
  return (
    <WatchFrame
      title={video.title}
      subtitle={current && nameOf(current)}
      chips={[card?.year?.toString(), ...video.genres.slice(0, genresShown), card?.rating].filter(isText)}
      action={card && <FavouriteButton favourite={videoFavourite(card)} />}
      video={
        <StreamPlayer
          source={source}
          now={{
            title: current?.chapter.title || video.title,
            artist: current === undefined ? (card?.typeLabel ?? '') : video.title,
            artworkUrl: card?.posterUrl ?? undefined,
          }}
          renewSource={async () => requireSource(sourceOf(await renewVideo(video._id), opening))}
          {...attempt}
        />
      }
      aside={
        isSeries ? (
          <Episodes
            seasons={video.seasons}
            playingId={current?.chapter._id}
            onPlay={(seasonNumber, chapter) => setOpening({ place: { seasonNumber, chapter } })}
          />
        ) : undefined
      }
    >
      {video.description === '' ? null : (
        <section className="watch__desc">
          <h2>Descripción</h2>
          <p>{video.description}</p>
        </section>
      )}
    </WatchFrame>
  );
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== '';

function nameOf({ seasonNumber, chapter }: PlacedChapter): string {
  return `T${seasonNumber} E${chapter.chapterNumber}${chapter.title === '' ? '' : `: ${chapter.title}`}`;
}

function findAgain(video: VideoDetail, place: PlacedChapter | undefined): PlacedChapter | undefined {
  return place && flattenChapters(video).find(({ chapter }) => chapter._id === place.chapter._id);
}

/** What is opened, and where in it. */
interface Opening {
  place: PlacedChapter | undefined;
  startSeconds?: number;
}

/** Where a link asked for, else where the person was. @see the specification, section 4 (initial series position) */
function chooseOpening(video: VideoDetail, asked: WatchOrigin): Opening {
  const place = chooseChapter(video, asked);
  const { lastTime, lastChapter, completed } = video.watchProgress ?? {};
  const isWhereItWas = place === undefined || place.chapter.chapterNumber === lastChapter;
  const saved = isWhereItWas && completed !== true ? lastTime : undefined;
  const startSeconds = asked.startTime ?? saved;
  return startSeconds === undefined ? { place } : { place, startSeconds };
}

function sourceOf(video: VideoDetail, { place, startSeconds }: Opening): PlaybackSource | undefined {
  const { url, streamKind }: Pick<Chapter, 'url' | 'streamKind'> = findAgain(video, place)?.chapter ?? video;
  if (!url) return undefined;
  return { src: url, kind: streamKind ?? 'file', ...(startSeconds !== undefined && { startSeconds }) };
}

/** @throws Error when the new answer has no address to play */
function requireSource(source: PlaybackSource | undefined): PlaybackSource {
  if (source === undefined) throw new Error('the new answer has nothing to play');
  return source;
}
