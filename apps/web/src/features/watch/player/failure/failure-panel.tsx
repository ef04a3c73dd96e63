import { Button, ErrorState } from '@butaca/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { focusOnce } from '../../../../platform/focus-once.ts';
import './failure-panel.css';
import { every, steadyMs } from '../../../../platform/base/clock.ts';

interface FailurePanelProps {
  sentence: string;
  reason?: ReactNode;
  /** Opens the next channel when the button «Ver el siguiente» is pressed; absent if there is none. */
  onNext?: (() => void) | undefined;
  retryLabel?: string | undefined;
  /** Retries playback when the button «Reintentar» is pressed; absent if a retry cannot succeed. */
  onRetry?: (() => void) | undefined;
  /** Leaves the watch page; called by the button «Volver». */
  onBack: () => void;
  /** The `ref` of the first button; by default it takes the focus. */
  first?: (button: HTMLElement | null) => void;
}

/** The panel in place of the video that says why the video does not play, with buttons to retry and to leave. */
export function FailurePanel({
  sentence,
  reason,
  onNext,
  retryLabel = 'Reintentar',
  onRetry,
  onBack,
  first = focusOnce,
}: FailurePanelProps) {
  return (
    <div className="player__failure">
      <ErrorState
        title={sentence}
        reason={reason}
        action={
          <>
            {onNext === undefined ? null : (
              <Button variant="primary" onClick={onNext} ref={first}>
                Ver el siguiente
              </Button>
            )}
            {onRetry === undefined ? null : (
              <Button
                variant={onNext === undefined ? 'primary' : 'line'}
                onClick={onRetry}
                ref={onNext === undefined ? first : undefined}
              >
                {retryLabel}
              </Button>
            )}
            <Button
              variant="line"
              onClick={onBack}
              ref={onNext === undefined && onRetry === undefined ? first : undefined}
            >
              Volver
            </Button>
          </>
        }
      />
    </div>
  );
}

/**
 * The text «Nuevo intento en … s», which counts down to an automatic retry of playback. Screen readers do not announce
 * each second.
 */
export function RetryCountdown({ waitMs, onOver }: { waitMs: number; onOver: () => void }) {
  const [leftSeconds, setLeftSeconds] = useState(Math.ceil(waitMs / 1_000));
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    // By the steady clock: the device's clock may be set while this counts down.
    const endsAtMs = steadyMs() + waitMs;
    const cancel = every(1_000, () => {
      const leftMs = endsAtMs - steadyMs();
      setLeftSeconds(Math.max(0, Math.ceil(leftMs / 1_000)));
      if (leftMs > 0) return;
      cancel();
      over.current();
    });
    return cancel;
  }, [waitMs]);
  return <span role="timer">Nuevo intento en {leftSeconds} s</span>;
}
