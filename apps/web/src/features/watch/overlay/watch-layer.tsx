import type { VideoDetail } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { useFileContents } from './contents/use-file-contents.ts';
import { EndOfTitle } from './end-of-title.tsx';
import { NextChapter } from './next-chapter.tsx';
import type { SeasonChapter } from '../progress/season-chapter.ts';
import { trialLeftQuery } from './overlay.queries.ts';
import { StartNotices, type StartNoticesProps } from './start-notices.tsx';
import type { FurtherProgress, Opening } from '../progress/start-position.ts';
import { playFrom } from '../player/playback/seek.ts';
import { usePlaybackPart, type DrivenVideo } from '../player/playback/use-playback.ts';
import { useFurtherProgress } from '../progress/use-further-progress.ts';
import { useStreamCheck } from '../player/playback/use-stream-check.ts';
import { useProgressSaving } from '../progress/use-progress-saving.ts';
import './watch-layer.css';

interface WatchLayerProps extends Pick<StartNoticesProps, 'further' | 'failedProgress'> {
  driven: DrivenVideo;
  video: VideoDetail;
  opening: Opening;
  onPosition: (seconds: number, fraction: number | undefined) => void;
  /** Opens another chapter of the series, at the further position that the person has reached on another device. */
  onOpenFurther: (further: FurtherProgress) => void;
  isOnTrial: boolean;
  /** The chapter after the present one in the series; `undefined` for a film or after the last chapter. */
  next: SeasonChapter | undefined;
  isAutomatic: boolean;
  onOver: () => number;
  onNext: () => void;
}

/**
 * The overlay that the watch page shows over a film or chapter: notices about the start position, a badge with the
 * minutes left of the daily trial, and what follows at the end. The component also saves the playback position.
 */
export function WatchLayer(props: WatchLayerProps) {
  const { driven, video, opening, next } = props;
  const { media, playback } = driven;
  const restart = useProgressSaving(driven, {
    videoId: video._id,
    seasonNumber: opening.seasonChapter?.seasonNumber ?? null,
    chapterNumber: opening.seasonChapter?.chapter.chapterNumber ?? null,
    startSeconds: opening.startSeconds,
    isHeld: props.failedProgress !== undefined,
    onPosition: props.onPosition,
  });
  useStreamCheck(driven);
  useFileContents(driven, video._id, opening.seasonChapter?.chapter._id);
  const further = useFurtherProgress(driven, video, opening, props.further);
  const isSequential = usePlaybackPart(playback, (snapshot) => snapshot.isSequential);
  // A position that was reached elsewhere is not offered where nobody can seek to it.
  const offered = isSequential && further?.isOtherChapter === false ? undefined : further;
  const isFailed = usePlaybackPart(playback, ({ status }) => status === 'error');
  // If playback failed, the player itself shows the failure, so the watch page's overlay over the video is empty.
  if (isFailed) return null;
  return (
    <div className="layer">
      <div className="layer__top">
        <StartNotices
          // When another device has reached a new playback position, a new notice is mounted, even if the person closed
          // the previous notice.
          key={offered?.seconds}
          playback={playback}
          isResumed={opening.isResumed}
          startSeconds={opening.startSeconds}
          onRestart={restart}
          further={offered}
          onGoFurther={(position) => {
            if (position.isOtherChapter) props.onOpenFurther(position);
            else playFrom(media, position.seconds);
          }}
          failedProgress={props.failedProgress}
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

/**
 * A badge over the video with the minutes that are left of the daily trial (free viewing of titles that the plan does
 * not open).
 */
function TrialBadge({ videoId }: { videoId: string }) {
  const { data } = useQuery(trialLeftQuery(videoId));
  if (data === undefined || data === null) return null;
  return (
    <p className="layer__trial" role="status">
      {data < 1 ? 'Prueba gratuita: queda menos de 1 min' : `Prueba gratuita: quedan ${data} min`}
    </p>
  );
}
