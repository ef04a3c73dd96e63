import { Button } from '@butaca/ui';
import { Play, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { focusOnce } from '../../../platform/focus-once.ts';
import { useGoBack } from '../frame/watch-origin.ts';
import './end-panel.css';

interface EndPanelProps {
  title: string;
  /**
   * The line below the heading of the panel at a video's end: the name of the series' next chapter, or of the title
   * that has ended.
   */
  reason?: string | undefined;
  /**
   * The label of the button that continues playback at a video's end; without a label the panel there has no such
   * button, and «Volver» comes first.
   */
  playLabel?: string | undefined;
  onPlay?: (() => void) | undefined;
  onReplay?: (() => void) | undefined;
  children?: ReactNode;
}

/** The panel shown over the video when it has ended, with buttons to continue, to replay or to go back. */
export function EndPanel({ title, reason, playLabel, onPlay, onReplay, children }: EndPanelProps) {
  const goBack = useGoBack();
  return (
    <section className="end" aria-label={title}>
      <div className="end__words" role="status">
        <h2>{title}</h2>
        {reason === undefined ? null : <p>{reason}</p>}
      </div>
      <div className="end__actions">
        {onPlay === undefined ? null : (
          <Button
            variant="primary"
            icon={<Play className="ico ico--fill" aria-hidden />}
            onClick={onPlay}
            ref={focusOnce}
          >
            {playLabel}
          </Button>
        )}
        <Button
          variant={onPlay === undefined ? 'primary' : 'second'}
          onClick={goBack}
          ref={onPlay === undefined ? focusOnce : undefined}
        >
          Volver
        </Button>
        {onReplay === undefined ? null : (
          <Button variant="ghost" icon={<RotateCcw className="ico" aria-hidden />} onClick={onReplay}>
            Ver de nuevo
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
