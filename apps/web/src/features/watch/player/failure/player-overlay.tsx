import type { Playback, PlaybackFailure } from '@butaca/player';
import { endsSession } from '@butaca/contract';
import { Button, Spinner } from '@butaca/ui';
import { Volume2 } from 'lucide-react';
import { useEffect, useState, type ComponentType } from 'react';
import { announceSessionEnd } from '../../../../platform/api/session-end.ts';
import { isFormFailure, type Conversion } from './conversion-rules.ts';
import { failureSentence, type ShownFailure } from './failure-sentence.ts';
import { FatalFailure, type FailureStage } from './fatal-failure.tsx';
import { PlaybackWarning } from './playback-warning.tsx';
import { usePlaybackPart } from '../playback/use-playback.ts';

export interface PlayerOverlayProps {
  playback: Playback;
  /** Requests a new source when the person retries. */
  onRetry: () => void;
  /** Whether the new source is being requested. */
  isRetrying: boolean;
  /** Why the last retry did not return a source. */
  retryFailure?: ShownFailure | undefined;
  /** Whether another source is about to play, so that a failure of the present one is not shown. */
  isLoading?: boolean;
  /** The converted form of a film that does not play in its present form. */
  conversion?: Conversion;
  /** Called when the daily trial ends during playback; the page then shows that it is used up. */
  onTrialSpent?: (() => void) | undefined;
  /** The panel shown over the video when as many devices play as the plan allows; its `onFree` starts playback here. */
  streamLimit: ComponentType<{ onFree: () => void }>;
  /** Leaves the watch page. */
  onBack: () => void;
}

/**
 * The overlay over the video: the loading state, the button that turns on the sound, a warning, or why the video does
 * not play.
 */
export function PlayerOverlay(props: PlayerOverlayProps) {
  const { playback, onRetry, isRetrying, retryFailure, isLoading = false, conversion, onTrialSpent } = props;
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const failure = usePlaybackPart(playback, (snapshot) => snapshot.failure);
  // How far playback has progressed; the specification has a failure sentence for each stage.
  const [stage, setStage] = useState<FailureStage>('starting');
  // When this overlay is mounted, the previous source may still be playing.
  const [isOwn, setOwn] = useState(status !== 'playing');
  if (!isOwn && status !== 'playing') setOwn(true);
  if (isOwn && status === 'playing' && stage !== 'playing') setStage('playing');
  // While a retry is in flight, the failure that caused it is not shown again.
  const [retried, setRetried] = useState<PlaybackFailure>();
  // A failure that a converted form may avoid is shown only once it is known that there is no converted form.
  const isConverting = conversion?.isOpen === true && failure !== undefined && isFormFailure(failure);
  const isWaiting =
    isLoading || isRetrying || isConverting || (failure === retried && retryFailure === undefined);
  const [waits, setWaits] = useState(0);
  if (status === 'playing' && waits > 0) setWaits(0);

  useEffect(() => {
    if (failure !== undefined && endsSession(failure.code)) announceSessionEnd();
    if (failure?.code === 'trial.spent') onTrialSpent?.();
  }, [failure, onTrialSpent]);

  if (status === 'error' && failure !== undefined && !isWaiting) {
    const retry = (): void => {
      setStage('retrying');
      setRetried(failure);
      onRetry();
    };
    return (
      <FatalFailure
        {...props}
        failure={failure}
        stage={stage}
        waits={waits}
        onRetry={retry}
        onWaited={() => {
          setWaits(waits + 1);
          retry();
        }}
      />
    );
  }
  return (
    <div className="player__over">
      {isLoading || status === 'loading' || status === 'idle' || status === 'error' ? (
        <Spinner size="lg" label="Cargando video..." showLabel />
      ) : null}
      {status === 'buffering' ? <Spinner size="lg" label="Cargando video..." /> : null}
      <SoundButton playback={playback} />
      {failure === undefined || failure.fatal || isConverting || conversion?.end?.isNeedless ? null : (
        <PlaybackWarning
          key={failure.code}
          sentence={[failureSentence(failure), conversion?.end?.refusal].filter(Boolean).join(' ')}
        />
      )}
    </div>
  );
}

/** A button that turns on the sound, shown if the browser allowed autoplay only without sound. */
function SoundButton({ playback }: { playback: Playback }) {
  if (!usePlaybackPart(playback, (snapshot) => snapshot.isAutoplayMuted)) return null;
  return (
    <Button
      className="player__sound"
      variant="primary"
      icon={<Volume2 className="ico" aria-hidden />}
      onClick={() => void playback.unmute()}
    >
      Activar sonido
    </Button>
  );
}
