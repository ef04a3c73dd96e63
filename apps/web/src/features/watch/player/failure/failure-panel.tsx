import { Button, ErrorState } from '@butaca/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { focusOnce } from '../../../../platform/focus-once.ts';
import './failure-panel.css';

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
    const endsAtMs = performance.now() + waitMs;
    const timer = setInterval(() => {
      const leftMs = endsAtMs - performance.now();
      setLeftSeconds(Math.max(0, Math.ceil(leftMs / 1_000)));
      if (leftMs > 0) return;
      clearInterval(timer);
      over.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [waitMs]);
  return <span role="timer">Nuevo intento en {leftSeconds} s</span>;
}
