import type { VideoDetail, WatchProgress } from '@butaca/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readCard } from '../../shared/card/card.ts';
import { FavouriteButton } from '../../shared/favourites/favourite-button.tsx';
import { videoFavourite } from '../../shared/favourites/favourite.ts';
import { forgetSingleUse } from '../../platform/single-use-answers.ts';
import { listUnsent } from '../../shared/progress/progress-sync.ts';
import { findAgain, findNextChapter, nameChapter, type SeasonChapter } from './progress/season-chapter.ts';
import { DelayedEnrichment } from './enrichment/delayed-enrichment.tsx';
import { Episodes } from './title/episodes.tsx';
import { PlayerPlaceholder } from './player/player-placeholder.tsx';
import { StreamPlayer } from './player/stream-player.tsx';
import { chooseOpening, findFurther, openChapter } from './progress/start-position.ts';
import { useTrialFlag } from './title/trial-flag.ts';
import { findNewestProgress } from './progress/pending-progress.ts';
import { useUserPresence } from './title/use-user-presence.ts';
import { useAutoplayNext } from './title/use-autoplay-next.ts';
import { useDelivery } from './delivery/use-delivery.ts';
import {
  useWatchedChapters,
  withNewestChapterProgress,
  withNewestProgress,
} from './progress/use-watched-chapters.ts';
import { NothingToPlay, WatchDescription, WatchFailure, WatchFrame } from './frame/watch-frame.tsx';
import { StreamLimit } from './frame/stream-limit.tsx';
import { WatchLayer } from './overlay/watch-layer.tsx';
import { WatchLoad, type Attempt } from './frame/watch-load.tsx';
import { useForgetAskedStart, useGoBack, useWatchOrigin } from './frame/watch-origin.ts';
import { videoQuery, type VideoAnswer } from './delivery/delivery.queries.ts';
import { progressQuery } from './progress/progress.queries.ts';

const genresShown = 4;
/** If the saved position could not be loaded, a new position is saved only after this many seconds of the video. */
const newProgressAfterSeconds = 120;

/** The watch page of a film, or of a series at one of its chapters. */
export function WatchVideo({ videoId }: { videoId: string }) {
  const trial = useTrialFlag(videoId);
  const isOnTrial = trial.use === 'on';
  const client = useQueryClient();
  useEffect(() => () => forgetSingleUse(client, videoId), [client, videoId]);
  return (
    <WatchLoad
      query={useQuery(videoQuery(videoId, isOnTrial))}
      onUseTrial={trial.start}
      isTrialSpent={trial.use === 'spent'}
    >
      {(answer, attempt) => (
        <LoadedVideo answer={answer} attempt={attempt} isOnTrial={isOnTrial} onTrialSpent={trial.end} />
      )}
    </WatchLoad>
  );
}

interface LoadedVideoProps {
  answer: VideoAnswer;
  attempt: Attempt;
  isOnTrial: boolean;
  onTrialSpent: () => void;
}

/**
 * Requests the person's saved position if neither the link nor the video's answer has one.
 *
 * @see the specification, section 4
 */
function LoadedVideo(props: LoadedVideoProps) {
  const { video } = props.answer;
  const { startTime } = useWatchOrigin();
  // Whether to request the position is decided once, when the page opens: a retry of the video does not request it
  // again.
  const [isAsked] = useState(startTime === undefined && video.watchProgress === null);
  const place = useQuery({ ...progressQuery(video._id), enabled: isAsked });
  const [isForgotten, setForgotten] = useState(false);
  if (isAsked && place.isPending)
    return <WatchFrame title={video.title} video={<PlayerPlaceholder isLoading />} />;
  return (
    <PlayedVideo
      // When the saved position is loaded late, after a retry, a new key restarts the video at that position.
      key={String(place.dataUpdatedAt)}
      {...props}
      saved={place.data ?? video.watchProgress}
      failedProgress={
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
  /** The progress that the server has saved. */
  saved: WatchProgress | null;
  /**
   * The state of the retry, and the functions that retry and give up; set only if the saved position could not be
   * loaded.
   */
  failedProgress: { isRetrying: boolean; onRetry: () => void; onForget: () => void } | undefined;
}

function PlayedVideo({ answer, attempt, isOnTrial, onTrialSpent, saved, failedProgress }: PlayedVideoProps) {
  const { video } = answer;
  const { wanted, first, watched, open } = useOpenings(video, saved);
  const [isAutomatic, setAutomatic] = useAutoplayNext();
  const countUnattended = useUserPresence();
  const forgetAskedStart = useForgetAskedStart();
  const goBack = useGoBack();
  const { delivered, isLoading, conversion, notePosition, renew } = useDelivery(answer, wanted, isOnTrial);

  // A new server answer has the same chapter with another URL.
  const current = findAgain(video, (delivered?.opening ?? wanted).place);
  const isEmpty = delivered !== undefined && delivered.source === undefined;
  if (isEmpty && current === undefined) {
    return <WatchFailure sentence="No hay contenido disponible para reproducir." />;
  }
  // The page shows the chosen chapter's name before the chapter plays.
  const chosen = findAgain(video, wanted.place);
  const next = current && findNextChapter(video, current.chapter._id);
  const card = readCard(video);
  const isSeries = video.seasons.length > 0;
  return (
    <WatchFrame
      title={video.title}
      subtitle={chosen && nameChapter(chosen)}
      chips={[card?.year?.toString(), ...video.genres.slice(0, genresShown), card?.rating].filter(isText)}
      action={card && <FavouriteButton favourite={videoFavourite(card)} />}
      video={
        isEmpty ? (
          <NothingToPlay sentence="El capítulo seleccionado no tiene una URL válida." />
        ) : delivered?.source === undefined ? (
          <PlayerPlaceholder isLoading />
        ) : (
          <StreamPlayer
            source={delivered.source}
            subject={current?.chapter._id ?? video._id}
            now={{
              title: current?.chapter.title || video.title,
              artist: current === undefined ? (card?.typeLabel ?? '') : video.title,
              artworkUrl: card?.posterUrl ?? undefined,
            }}
            skips={{ onNext: next && (() => open(next)) }}
            renewSource={renew}
            conversion={conversion}
            isLoading={isLoading}
            onTrialSpent={onTrialSpent}
            streamLimit={StreamLimit}
            onBack={goBack}
            layer={(driven) => (
              <WatchLayer
                key={delivered.opening.serial}
                driven={driven}
                video={video}
                opening={delivered.opening}
                onPosition={(seconds, fraction) => {
                  notePosition(seconds);
                  forgetAskedStart();
                  if (seconds > newProgressAfterSeconds) failedProgress?.onForget();
                  if (current !== undefined) watched.note(current.chapter._id, seconds, fraction);
                }}
                failedProgress={failedProgress}
                further={delivered.opening === first ? findFurther(video, first, saved) : undefined}
                onOpenFurther={({ place, seconds }) => place && open(place, seconds)}
                // The server counts trial minutes only for a video that the plan does not open.
                isOnTrial={isOnTrial && video.locked}
                next={next}
                isAutomatic={isAutomatic}
                onOver={countUnattended}
                onNext={() => next && open(next)}
              />
            )}
            {...attempt}
          />
        )
      }
      aside={
        isSeries ? (
          <Episodes
            seasons={video.seasons}
            watched={watched.chapters}
            playingId={chosen?.chapter._id}
            onPlay={(seasonNumber, chapter) => open({ seasonNumber, chapter })}
            isAutomatic={isAutomatic}
            onAutomaticChange={setAutomatic}
          />
        ) : undefined
      }
    >
      <WatchDescription text={video.description} />
      <DelayedEnrichment itemType={isSeries ? 'serie' : 'movie'} itemId={video._id} />
    </WatchFrame>
  );
}

/**
 * The film or chapter to play now: first the one at the start position, then each chapter that the person or autoplay
 * opens.
 */
function useOpenings(video: VideoDetail, saved: WatchProgress | null) {
  const asked = useWatchOrigin();
  const [newest] = useState(() => findNewestProgress(video, saved, listUnsent(video._id)));
  const [wanted, setWanted] = useState(() =>
    chooseOpening(withNewestProgress(video, newest.chapters), asked, newest.place),
  );
  const [first] = useState(wanted);
  const watched = useWatchedChapters(newest.chapters);
  const open = ({ seasonNumber, chapter }: SeasonChapter, startSeconds?: number): void => {
    const place = { seasonNumber, chapter: withNewestChapterProgress(chapter, watched.places.current) };
    setWanted((before) => ({
      ...openChapter(place, before),
      ...(startSeconds !== undefined && { startSeconds, isResumed: false }),
    }));
  };
  return { wanted, first, watched, open };
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== '';
