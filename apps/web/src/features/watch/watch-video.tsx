import type { VideoDetail, WatchProgress } from '@butaca/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { groundOf, readCard } from '../../shared/card/card.ts';
import { FavouriteButton } from '../../shared/favourites/favourite-button.tsx';
import { videoFavourite } from '../../shared/favourites/favourite.ts';
import { forgetSingleUse } from '../../shared/single-use.queries.ts';
import { listUnsent } from '../../shared/progress/progress-sync.ts';
import {
  findAgain,
  findNextChapter,
  findPreviousChapter,
  nameChapter,
  type SeasonChapter,
} from './progress/season-chapter.ts';
import { DelayedEnrichment } from './enrichment/delayed-enrichment.tsx';
import { NextButton } from './title/next-button.tsx';
import { Episodes } from './title/episodes.tsx';
import { PlayerPlaceholder } from './player/player-placeholder.tsx';
import { StreamPlayer } from './player/stream-player.tsx';
import { chooseOpening, findFurther, openChapter } from './progress/start-position.ts';
import { useTrialFlag } from './title/trial-flag.ts';
import { findNewestProgress } from './progress/pending-progress.ts';
import { useUserPresence } from './title/use-user-presence.ts';
import { useAutoplayNext } from './title/use-autoplay-next.ts';
import { fetchVideoForCast } from './delivery/cast.queries.ts';
import { useDelivery } from './delivery/use-delivery.ts';
import {
  useWatchedChapters,
  withNewestChapterProgress,
  withNewestProgress,
} from './progress/use-watched-chapters.ts';
import { NothingToPlay, WatchDescription, WatchFailure, WatchFrame } from './frame/watch-frame.tsx';
import { AppsHint } from './frame/apps-hint.ts';
import { StreamLimit } from './frame/stream-limit.tsx';
import { WatchLayer } from './overlay/watch-layer.tsx';
import { itemMissing, WatchLoad, type Attempt } from './frame/watch-load.tsx';
import { useForgetAskedStart, useGoBack, useWatchOrigin } from './frame/watch-origin.ts';
import { videoQuery, type VideoAnswer } from './delivery/delivery.queries.ts';
import { progressQuery } from './progress/progress.queries.ts';

const genresShown = 4;
/**
 * When the saved playback position of a video could not be loaded, no position is saved before this second of the
 * video, unless the person dismisses the notice about the failure.
 */
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
      {(answer, attempt) =>
        answer.video._id ? (
          <LoadedVideo answer={answer} attempt={attempt} isOnTrial={isOnTrial} onTrialSpent={trial.end} />
        ) : (
          <WatchFailure sentence={itemMissing} />
        )
      }
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
 * The watch page of a film or series after its answer has loaded. Requests the person's saved playback position if
 * neither the link to the page nor the answer contains one.
 *
 * @see docs/requisitos.md, R4.11
 */
function LoadedVideo(props: LoadedVideoProps) {
  const { video } = props.answer;
  const { startTime } = useWatchOrigin();
  // Whether to request the saved playback position is decided once, when the watch page opens; the «Reintentar» button
  // of the video does not request the position again.
  const [isAsked] = useState(startTime === undefined && video.watchProgress === null);
  const progress = useQuery({ ...progressQuery(video._id), enabled: isAsked });
  const [isForgotten, setForgotten] = useState(false);
  if (isAsked && progress.isPending) {
    return (
      <WatchFrame
        title={video.title}
        groundUrl={groundOf(readCard(video))}
        video={<PlayerPlaceholder posterUrl={readCard(video)?.backdropUrl ?? undefined} isLoading />}
      />
    );
  }
  return (
    <PlayedVideo
      // When the saved playback position loads late, after a retry, a new React key remounts the player, which then
      // starts at that position.
      key={String(progress.dataUpdatedAt)}
      {...props}
      saved={progress.data ?? video.watchProgress}
      failedProgress={
        progress.isError && !isForgotten
          ? {
              isRetrying: progress.isFetching,
              onRetry: () => void progress.refetch(),
              onForget: () => setForgotten(true),
            }
          : undefined
      }
    />
  );
}

interface PlayedVideoProps extends LoadedVideoProps {
  /** The playback position that the server has saved for this person and video. */
  saved: WatchProgress | null;
  /**
   * The retry of a saved playback position that failed to load: whether it is in flight, and the functions behind the
   * buttons that retry and give up. `undefined` if the position loaded.
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

  // The chapter of the series that plays, looked up in the newest server answer: after a refetch the same chapter has
  // another stream URL.
  const current = findAgain(video, (delivered?.opening ?? wanted).seasonChapter);
  const isEmpty = delivered !== undefined && delivered.source === undefined;
  if (isEmpty && current === undefined) {
    return <WatchFailure sentence="No hay contenido disponible para reproducir." />;
  }
  // The heading shows the name of the series' chapter that the person chose, also while the previous chapter still
  // plays.
  const chosen = findAgain(video, wanted.seasonChapter);
  const next = current && findNextChapter(video, current.chapter._id);
  const previous = current && findPreviousChapter(video, current.chapter._id);
  const skips = { onNext: next && (() => open(next)), onPrevious: previous && (() => open(previous)) };
  const card = readCard(video);
  const isSeries = video.seasons.length > 0;
  return (
    <WatchFrame
      title={video.title}
      groundUrl={groundOf(card)}
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
            posterUrl={card?.backdropUrl ?? undefined}
            skips={skips}
            buttons={next && <NextButton onNext={() => open(next)} />}
            renewSource={renew}
            fetchCast={() => fetchVideoForCast(video._id, isOnTrial, current?.chapter._id)}
            conversion={conversion}
            isLoading={isLoading}
            onTrialSpent={onTrialSpent}
            streamLimit={StreamLimit}
            appsHint={AppsHint}
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
                onOpenFurther={({ seasonChapter, seconds }) => seasonChapter && open(seasonChapter, seconds)}
                // The server counts the minutes of the daily trial only for a video that the person's plan does not
                // open.
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
 * The film or chapter that the watch page is to play: first the one at the start position, then each chapter that the
 * person clicks or autoplay starts.
 */
function useOpenings(video: VideoDetail, saved: WatchProgress | null) {
  const asked = useWatchOrigin();
  const [newest] = useState(() => findNewestProgress(video, saved, listUnsent(video._id)));
  const [wanted, setWanted] = useState(() =>
    chooseOpening(withNewestProgress(video, newest.chapters), asked, newest.progress),
  );
  const [first] = useState(wanted);
  const watched = useWatchedChapters(newest.chapters);
  const open = ({ seasonNumber, chapter }: SeasonChapter, startSeconds?: number): void => {
    const seasonChapter = {
      seasonNumber,
      chapter: withNewestChapterProgress(chapter, watched.positions.current),
    };
    setWanted((before) => ({
      ...openChapter(seasonChapter, before),
      ...(startSeconds !== undefined && { startSeconds, isResumed: false }),
    }));
  };
  return { wanted, first, watched, open };
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== '';
