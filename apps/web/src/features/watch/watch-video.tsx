import type { VideoDetail, WatchProgress } from '@butaca/contract';
import type { PlaybackSource } from '@butaca/player';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { readCard } from '../../platform/catalogue/card.ts';
import { FavouriteButton } from '../../platform/catalogue/favourite-button.tsx';
import { videoFavourite } from '../../platform/catalogue/favourite.ts';
import { findUnsent } from '../../platform/progress/progress-sync.ts';
import { findNextChapter, flattenChapters, nameChapter, type PlacedChapter } from './chapter-place.ts';
import { Episodes } from './episodes.tsx';
import { PlayerGround } from './player/player-ground.tsx';
import { StreamPlayer } from './player/stream-player.tsx';
import { chooseOpening, findFurther, newestPlace, openChapter, type Opening } from './start-position.ts';
import { useTrialFlag } from './trial-flag.ts';
import { useAttendance } from './use-attendance.ts';
import { useAutoplayNext } from './use-autoplay-next.ts';
import { useWatchedChapters, withNewestPlace } from './use-watched-chapters.ts';
import { WatchFailure, WatchFrame } from './watch-frame.tsx';
import { WatchLayer } from './watch-layer.tsx';
import { WatchLoad, type Attempt } from './watch-load.tsx';
import { useForgetAskedStart, useWatchOrigin } from './watch-origin.ts';
import { placeQuery, renewVideo, videoQuery } from './watch.queries.ts';

const genresShown = 4;
/** Whoever has watched for so long without the place that could not be read has a new one. */
const newPlaceAfterSeconds = 120;

/** A film, or a series at one of its chapters, playing. */
export function WatchVideo({ videoId }: { videoId: string }) {
  const trial = useTrialFlag(videoId);
  const isOnTrial = trial.use === 'on';
  return (
    <WatchLoad
      query={useQuery(videoQuery(videoId, isOnTrial))}
      onUseTrial={trial.start}
      isTrialSpent={trial.use === 'spent'}
    >
      {(video, attempt) => (
        <LoadedVideo video={video} attempt={attempt} isOnTrial={isOnTrial} onTrialSpent={trial.end} />
      )}
    </WatchLoad>
  );
}

interface LoadedVideoProps {
  video: VideoDetail;
  attempt: Attempt;
  isOnTrial: boolean;
  onTrialSpent: () => void;
}

/** Asks where the person was, where neither the link nor the video says it. @see the specification, section 4 */
function LoadedVideo(props: LoadedVideoProps) {
  const { video } = props;
  const { startTime } = useWatchOrigin();
  // What was known when it opened decides; a new try does not ask again.
  const [isAsked] = useState(startTime === undefined && video.watchProgress === null);
  const place = useQuery({ ...placeQuery(video._id), enabled: isAsked });
  const [isForgotten, setForgotten] = useState(false);
  if (isAsked && place.isPending)
    return <WatchFrame title={video.title} video={<PlayerGround isLoading />} />;
  return (
    <PlayedVideo
      // A place that was read after all is where it begins.
      key={String(place.dataUpdatedAt)}
      {...props}
      saved={place.data ?? video.watchProgress}
      unknownPlace={
        place.isError && !isForgotten
          ? {
              isRetrying: place.isFetching,
              onRetry: () => void place.refetch(),
              onForget: () => setForgotten(true),
            }
          : undefined
      }
    />
  );
}

interface PlayedVideoProps extends LoadedVideoProps {
  /** Where the person was, as the server says. */
  saved: WatchProgress | null;
  /** Present where it could not be read. */
  unknownPlace: { isRetrying: boolean; onRetry: () => void; onForget: () => void } | undefined;
}

function PlayedVideo({ video, attempt, isOnTrial, onTrialSpent, saved, unknownPlace }: PlayedVideoProps) {
  const asked = useWatchOrigin();
  const [opening, setOpening] = useState(() =>
    chooseOpening(video, asked, newestPlace(saved, findUnsent(video._id))),
  );
  const [first] = useState(opening);
  const watched = useWatchedChapters();
  const [isAutomatic, setAutomatic] = useAutoplayNext();
  const countUnattended = useAttendance();
  const forgetAskedStart = useForgetAskedStart();
  const lastSeconds = useRef<number>(undefined);
  const [stopped, setStopped] = useState<Stop>();
  // A new try goes on where it stopped, once its answer is there.
  const startSeconds = stopped === undefined ? opening.startSeconds : startAfter(stopped, video);
  // After a new try the chapter is the same, its address another one.
  const source = useMemo(() => sourceOf(video, { ...opening, startSeconds }), [video, opening, startSeconds]);

  const current = findAgain(video, opening.place);
  if (source === undefined) {
    const sentence =
      current === undefined
        ? 'No hay contenido disponible para reproducir.'
        : 'El capítulo seleccionado no tiene una URL válida.';
    return <WatchFailure sentence={sentence} />;
  }
  const open = ({ seasonNumber, chapter }: PlacedChapter, startSeconds?: number): void => {
    lastSeconds.current = undefined;
    setStopped(undefined);
    const place = { seasonNumber, chapter: withNewestPlace(chapter, watched.chapters) };
    setOpening((before) => ({
      ...openChapter(place, before),
      ...(startSeconds !== undefined && { startSeconds, isResumed: false }),
    }));
  };
  const next = current && findNextChapter(video, current.chapter._id);
  const card = readCard(video);
  const isSeries = video.seasons.length > 0;
  return (
    <WatchFrame
      title={video.title}
      subtitle={current && nameChapter(current)}
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
          renewSource={async () => requireSource(sourceOf(await renewVideo(video._id, isOnTrial), opening))}
          onTrialSpent={onTrialSpent}
          layer={(driven) => (
            <WatchLayer
              key={opening.turn}
              driven={driven}
              video={video}
              opening={opening}
              onPlace={(seconds, fraction) => {
                lastSeconds.current = seconds;
                forgetAskedStart();
                if (seconds > newPlaceAfterSeconds) unknownPlace?.onForget();
                if (current !== undefined) watched.note(current.chapter._id, seconds, fraction);
              }}
              unknownPlace={unknownPlace}
              further={opening === first ? findFurther(video, opening, saved) : undefined}
              onOpenFurther={({ place, seconds }) => place && open(place, seconds)}
              // The server counts those minutes where the plan does not open it.
              isOnTrial={isOnTrial && video.locked}
              next={next}
              isAutomatic={isAutomatic}
              onOver={countUnattended}
              onNext={() => next && open(next)}
            />
          )}
          {...attempt}
          onRetry={() => {
            setStopped({ video, seconds: lastSeconds.current ?? startSeconds, openedSeconds: startSeconds });
            attempt.onRetry();
          }}
        />
      }
      aside={
        isSeries ? (
          <Episodes
            seasons={video.seasons}
            watched={watched.chapters}
            playingId={current?.chapter._id}
            onPlay={(seasonNumber, chapter) => open({ seasonNumber, chapter })}
            isAutomatic={isAutomatic}
            onAutomaticChange={setAutomatic}
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

function findAgain(video: VideoDetail, place: PlacedChapter | undefined): PlacedChapter | undefined {
  return place && flattenChapters(video).find(({ chapter }) => chapter._id === place.chapter._id);
}

/** Where what failed had got to, and where it had begun. */
interface Stop {
  video: VideoDetail;
  seconds: number | undefined;
  openedSeconds: number | undefined;
}

const startAfter = (stopped: Stop, video: VideoDetail): number | undefined =>
  stopped.video === video ? stopped.openedSeconds : stopped.seconds;

function sourceOf(video: VideoDetail, opening: Opening, resumeSeconds?: number): PlaybackSource | undefined {
  const { url, streamKind } = findAgain(video, opening.place)?.chapter ?? video;
  if (!url) return undefined;
  const startSeconds = resumeSeconds ?? opening.startSeconds;
  return { src: url, kind: streamKind ?? 'file', ...(startSeconds !== undefined && { startSeconds }) };
}

/** @throws Error when the new answer has no address to play */
function requireSource(source: PlaybackSource | undefined): PlaybackSource {
  if (source === undefined) throw new Error('the new answer has nothing to play');
  return source;
}
