import { seekStepSeconds } from '@butaca/contract';
import { classes } from '@butaca/ui';
import { ChevronsLeft, ChevronsRight, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import './player-feedback.css';
import { after } from '../../../../platform/base/clock.ts';

/** What the player shows briefly after a key press or a tap: a seek and its direction, or the volume. */
export type Feedback = { kind: 'seek'; direction: 1 | -1 } | { kind: 'volume'; volume: number };

interface ShownFeedback {
  feedback: Feedback;
  /** How many seek steps were made in a row in the same direction; the feedback shows their sum in seconds. */
  steps: number;
  serial: number;
}

const shownMs = 900;

/**
 * Keeps the feedback (seek or volume) that the player shows for a moment.
 *
 * @returns `shown`, the feedback now, and `show`, which shows a new one; seek steps in a row are added up
 */
export function usePlayerFeedback() {
  const [shown, setShown] = useState<ShownFeedback>();
  const show = useCallback((feedback: Feedback) => {
    setShown((before) => {
      const isSame =
        feedback.kind === 'seek' &&
        before?.feedback.kind === 'seek' &&
        before.feedback.direction === feedback.direction;
      return { feedback, steps: isSame ? before.steps + 1 : 1, serial: (before?.serial ?? 0) + 1 };
    });
  }, []);
  useEffect(() => {
    if (shown === undefined) return undefined;
    return after(shownMs, () => setShown(undefined));
  }, [shown]);
  return { shown, show };
}

/** Shows briefly over the video in which direction and how far a seek went, or the new volume. */
export function PlayerFeedback({ shown }: { shown: ShownFeedback | undefined }) {
  if (shown === undefined) return null;
  const { feedback, steps, serial } = shown;
  if (feedback.kind === 'volume') return <VolumeFeedback volume={feedback.volume} />;
  const isForward = feedback.direction === 1;
  return (
    <div className={classes('feedback', isForward ? 'feedback--forward' : 'feedback--back')} role="status">
      {/* A new React key restarts the wave animation, which accompanies a seek, with each further seek step. */}
      <span className="feedback__wave" key={serial} aria-hidden />
      <span className="feedback__step">
        {isForward ? (
          <ChevronsRight className="ico" aria-hidden />
        ) : (
          <ChevronsLeft className="ico" aria-hidden />
        )}
        <span className="vh">{isForward ? 'Adelanta' : 'Retrocede'} </span>
        {steps * seekStepSeconds} s
      </span>
    </div>
  );
}

function VolumeFeedback({ volume }: { volume: number }) {
  const percent = Math.round(volume * 100);
  const Icon = percent === 0 ? VolumeX : percent < 50 ? Volume1 : Volume2;
  return (
    <div className="feedback feedback--volume" role="status">
      <Icon className="ico" aria-hidden />
      {percent === 0 ? 'Sin sonido' : `Volumen ${percent} %`}
    </div>
  );
}
