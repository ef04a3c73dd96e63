import type { Playback, PlaybackFailure } from '@butaca/player';
import { endsSession } from '@butaca/contract';
import { Button, Spinner } from '@butaca/ui';
import { Volume2 } from 'lucide-react';
import { useEffect, useState, type ComponentType } from 'react';
import { announceSessionEnd } from '../../../../platform/api/session-end.ts';
import { isFormFailure, readRefusedConversion, type Conversion } from './conversion-rules.ts';
import { failureSentence } from './failure-sentence.ts';
import { FailurePanel, RetryCountdown } from './failure-panel.tsx';
import { PlaybackWarning } from './playback-warning.tsx';
import { usePlaybackPart } from '../playback/use-playback.ts';

export interface PlayerOverlayProps {
  playback: Playback;
  /** The person's own new try: asks for a new source. */
  onRetry: () => void;
  /** The new source has been asked for and has not come. */
  isRetrying: boolean;
  /** Why the last new try brought no source. */
  retryFailure?: string | undefined;
  /** Something else is about to play: this rests. */
  isAwaited?: boolean;
  /** Another form of what does not play in this one. */
  conversion?: Conversion;
  /** The day's trial ended while it was watched: the page tells it. */
  onTrialSpent?: (() => void) | undefined;
  /** Stands over the video while the plan's devices are all playing; `onFree` plays here. */
  streamLimit: ComponentType<{ onFree: () => void }>;
  /** Leaves the page. */
  onBack: () => void;
}

/** What lies over the video: the wait, the offer of sound, a warning, or why it does not play. */
export function PlayerOverlay({
  playback,
  onRetry,
  isRetrying,
  retryFailure,
  isAwaited = false,
  conversion,
  onTrialSpent,
  streamLimit: StreamLimit,
  onBack,
}: PlayerOverlayProps) {
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const isMutedByBrowser = usePlaybackPart(playback, (snapshot) => snapshot.isAutoplayMuted);
  const failure = usePlaybackPart(playback, (snapshot) => snapshot.failure);
  // How far the person had got says which of the specification's sentences is true.
  const [stage, setStage] = useState<'starting' | 'playing' | 'retrying'>('starting');
  // At first what was before it may still play.
  const [isOwn, setOwn] = useState(status !== 'playing');
  if (!isOwn && status !== 'playing') setOwn(true);
  if (isOwn && status === 'playing' && stage !== 'playing') setStage('playing');
  // The failure that a new try is to mend is not shown again while that try lasts.
  const [mending, setMending] = useState<PlaybackFailure>();
  // What another form may mend is told once there is none.
  const isConverting = conversion?.isOpen === true && failure !== undefined && isFormFailure(failure);
  const isWaiting =
    isAwaited || isRetrying || isConverting || (failure === mending && retryFailure === undefined);
  // A busy converter is waited for so many times.
  const [waits, setWaits] = useState(0);
  if (status === 'playing' && waits > 0) setWaits(0);

  useEffect(() => {
    if (failure !== undefined && endsSession(failure.code)) announceSessionEnd();
    if (failure?.code === 'trial.spent') onTrialSpent?.();
  }, [failure, onTrialSpent]);

  if (status === 'error' && failure !== undefined && !isWaiting) {
    const retry = (): void => {
      setStage('retrying');
      setMending(failure);
      onRetry();
    };
    if (retryFailure === undefined && failure.code === 'stream.limit') return <StreamLimit onFree={retry} />;
    if (retryFailure === undefined && failure.code === 'stream.stopped') {
      return (
        <FailurePanel
          sentence={failureSentence(failure)}
          retryLabel="Ver aquí"
          onRetry={retry}
          onBack={onBack}
        />
      );
    }
    const refused = retryFailure === undefined ? readRefusedConversion(failure, waits) : undefined;
    if (refused !== undefined) {
      const { canRetry, waitMs } = refused;
      const wait = waitMs !== undefined && (
        <RetryCountdown
          waitMs={waitMs}
          onOver={() => {
            setWaits(waits + 1);
            retry();
          }}
        />
      );
      return (
        <FailurePanel
          sentence={failureSentence(failure)}
          reason={wait}
          onRetry={canRetry ? retry : undefined}
          onBack={onBack}
        />
      );
    }
    const prefix = {
      starting: 'Error al iniciar el reproductor',
      playing: 'Error del reproductor',
      retrying: 'Error al reintentar',
    }[stage];
    const sentence = `${prefix}: ${retryFailure ?? failureSentence(failure)}`;
    // Another try does not change a plan.
    return (
      <FailurePanel
        sentence={sentence}
        onRetry={/plan/i.test(sentence) ? undefined : retry}
        onBack={onBack}
      />
    );
  }
  return (
    <div className="player__over">
      {isAwaited || status === 'loading' || status === 'idle' || status === 'error' ? (
        <Spinner size="lg" label="Cargando video..." showLabel />
      ) : null}
      {status === 'buffering' ? <Spinner size="lg" label="Cargando video..." /> : null}
      {isMutedByBrowser ? (
        <Button
          className="player__sound"
          variant="primary"
          icon={<Volume2 className="ico" aria-hidden />}
          onClick={() => void playback.unmute()}
        >
          Activar sonido
        </Button>
      ) : null}
      {failure === undefined || failure.fatal || isConverting || conversion?.end?.isNeedless ? null : (
        <PlaybackWarning
          key={failure.code}
          sentence={[failureSentence(failure), conversion?.end?.refusal].filter(Boolean).join(' ')}
        />
      )}
    </div>
  );
}
