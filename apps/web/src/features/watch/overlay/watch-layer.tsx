import type { VideoDetail } from '@butaca/contract';
import { EndOfTitle } from './end-of-title.tsx';
import { NextChapter } from './next-chapter.tsx';
import type { PlacedChapter } from '../progress/season-chapter.ts';
import { StartNotices, type StartNoticesProps } from './start-notices.tsx';
import type { FurtherPlace, Opening } from '../progress/start-position.ts';
import { TrialBadge } from './trial-badge.tsx';
import { playFrom } from '../player/playback/seek.ts';
import { usePlaybackPart, type DrivenVideo } from '../player/playback/use-playback.ts';
import { useFurtherPlace } from '../progress/use-further-progress.ts';
import { useStreamCheck } from '../player/playback/use-stream-check.ts';
import { useProgressSaving } from '../progress/use-progress-saving.ts';
import './watch-layer.css';

interface WatchLayerProps extends Pick<StartNoticesProps, 'further' | 'unknownPlace'> {
  driven: DrivenVideo;
  video: VideoDetail;
  opening: Opening;
  onPlace: (seconds: number, fraction: number | undefined) => void;
  /** Opens another chapter, where another device has got to. */
  onOpenFurther: (further: FurtherPlace) => void;
  isOnTrial: boolean;
  /** The next chapter of a series. */
  next: PlacedChapter | undefined;
  isAutomatic: boolean;
  onOver: () => number;
  onNext: () => void;
}

/** The page's overlay on a film or chapter; it also saves the progress. */
export function WatchLayer(props: WatchLayerProps) {
  const { driven, video, opening, next } = props;
  const { media, playback } = driven;
  const restart = useProgressSaving(driven, {
    videoId: video._id,
    seasonNumber: opening.place?.seasonNumber ?? null,
    chapterNumber: opening.place?.chapter.chapterNumber ?? null,
    startSeconds: opening.startSeconds,
    isHeld: props.unknownPlace !== undefined,
    onPlace: props.onPlace,
  });
  useStreamCheck(driven);
  const further = useFurtherPlace(driven, video, opening, props.further);
  const isFailed = usePlaybackPart(playback, ({ status }) => status === 'error');
  // The player shows the failure itself.
  if (isFailed) return null;
  return (
    <div className="layer">
      <div className="layer__top">
        <StartNotices
          // A new position is a new notice, even if the former one was closed.
          key={further?.seconds}
          playback={playback}
          isResumed={opening.isResumed}
          startSeconds={opening.startSeconds}
          onRestart={restart}
          further={further}
          onGoFurther={(place) => {
            if (place.isOtherChapter) props.onOpenFurther(place);
            else playFrom(media, place.seconds);
          }}
          unknownPlace={props.unknownPlace}
        />
        {props.isOnTrial ? <TrialBadge videoId={video._id} /> : null}
      </div>
      {next === undefined ? (
        <EndOfTitle playback={playback} video={video} onReplay={restart} />
      ) : (
        <NextChapter
          playback={playback}
          next={next}
          isAutomatic={props.isAutomatic}
          onOver={props.onOver}
          onPlay={props.onNext}
          onReplay={restart}
        />
      )}
    </div>
  );
}
