import type { Playback, PlaybackFailure } from '@butaca/player';
import { endsSession } from '@butaca/contract';
import { Button, ErrorState, Spinner } from '@butaca/ui';
import { Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announceSessionEnd } from '../../../platform/api/session-end.ts';
import { failureSentence } from '../failure-sentence.ts';
import { StreamLimit } from '../stream-limit.tsx';
import { useGoBack } from '../watch-origin.ts';
import { usePlaybackPart } from './use-playback.ts';

interface PlayerOverlayProps {
  playback: Playback;
  onRetry: () => void;
  /** The new try's source has not come yet. */
  isRetrying: boolean;
  /** Why the last new try brought no source. */
  retryFailure: string | undefined;
  /** The day's trial ended while it was watched: the page tells it. */
  onTrialSpent?: (() => void) | undefined;
}

/** What lies over the video: the wait, the offer of sound, a warning, or why it does not play. */
export function PlayerOverlay({
  playback,
  onRetry,
  isRetrying,
  retryFailure,
  onTrialSpent,
}: PlayerOverlayProps) {
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const isMutedByBrowser = usePlaybackPart(playback, (snapshot) => snapshot.isAutoplayMuted);
  const failure = usePlaybackPart(playback, (snapshot) => snapshot.failure);
  // How far the person had got says which of the specification's sentences is true.
  const [stage, setStage] = useState<'starting' | 'playing' | 'retrying'>('starting');
  if (status === 'playing' && stage !== 'playing') setStage('playing');
  // The failure that a new try is to mend is not shown again while that try lasts.
  const [mending, setMending] = useState<PlaybackFailure>();
  const isWaiting = isRetrying || (failure === mending && retryFailure === undefined);

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
      return <FailurePanel sentence={failureSentence(failure)} retryLabel="Ver aquí" onRetry={retry} />;
    }
    const prefix = {
      starting: 'Error al iniciar el reproductor',
      playing: 'Error del reproductor',
      retrying: 'Error al reintentar',
    }[stage];
    return (
      <FailurePanel sentence={`${prefix}: ${retryFailure ?? failureSentence(failure)}`} onRetry={retry} />
    );
  }
  return (
    <div className="player__over">
      {status === 'loading' || status === 'idle' || status === 'error' ? (
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
      {failure === undefined || failure.fatal ? null : (
        <p className="player__warning" role="status">
          {failureSentence(failure)}
        </p>
      )}
    </div>
  );
}

interface FailurePanelProps {
  sentence: string;
  retryLabel?: string;
  onRetry: () => void;
}

function FailurePanel({ sentence, retryLabel = 'Reintentar', onRetry }: FailurePanelProps) {
  const goBack = useGoBack();
  return (
    <div className="player__failure">
      <ErrorState
        title={sentence}
        action={
          <>
            {/* Another try does not change a plan. */}
            {/plan/i.test(sentence) ? null : (
              <Button variant="primary" onClick={onRetry} ref={focusOnce}>
                {retryLabel}
              </Button>
            )}
            <Button variant="line" onClick={goBack}>
              Volver
            </Button>
          </>
        }
      />
    </div>
  );
}

/** A remote must be able to press it at once. */
const focusOnce = (button: HTMLElement | null): void => button?.focus({ preventScroll: true });
