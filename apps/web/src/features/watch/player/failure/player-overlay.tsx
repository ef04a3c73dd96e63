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
  /** Asks for a new source, because the person retries. */
  onRetry: () => void;
  /** The new source was asked for and has not come yet. */
  isRetrying: boolean;
  /** Why the last retry brought no source. */
  retryFailure?: ShownFailure | undefined;
  /** Whether another source is about to play, so that a failure of the present one is not shown. */
  isLoading?: boolean;
  /** Another form of a film that does not play in its present form. */
  conversion?: Conversion;
  /** The day's trial ended while the person was watching; the page shows it. */
  onTrialSpent?: (() => void) | undefined;
  /** Is shown over the video while the plan's devices are all playing; `onFree` plays here. */
  streamLimit: ComponentType<{ onFree: () => void }>;
  /** Leaves the page. */
  onBack: () => void;
}

/** The overlay of the video: loading, the button that turns the sound on, a warning, or why the video does not play. */
export function PlayerOverlay(props: PlayerOverlayProps) {
  const { playback, onRetry, isRetrying, retryFailure, isLoading = false, conversion, onTrialSpent } = props;
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const failure = usePlaybackPart(playback, (snapshot) => snapshot.failure);
  // The specification has a sentence for each of these stages.
  const [stage, setStage] = useState<FailureStage>('starting');
  // When this overlay is mounted, the source before it may still be playing.
  const [isOwn, setOwn] = useState(status !== 'playing');
  if (!isOwn && status !== 'playing') setOwn(true);
  if (isOwn && status === 'playing' && stage !== 'playing') setStage('playing');
  // While a retry lasts, the failure that it follows is not shown again.
  const [retried, setRetried] = useState<PlaybackFailure>();
  // A failure that another form may mend is shown once it is known that there is no other form.
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

/** Offers the sound where the browser has let the video begin only without it. */
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
