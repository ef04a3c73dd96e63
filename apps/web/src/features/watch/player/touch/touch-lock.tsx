import { classes } from '@butaca/ui';
import { Lock, LockOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import './touch-lock.css';
import { focusOnce } from '../../../../platform/focus-once.ts';
import { after } from '../../../../platform/base/clock.ts';

/** How long the button of the touch lock must be held to unlock the player. */
const holdMs = 1_000;
const shownMs = 3_000;

/**
 * The button of the player's control bar that locks the player against accidental touches; shown only on devices with a
 * touch screen.
 */
export function LockButton({ onLock }: { onLock: () => void }) {
  return (
    <button
      type="button"
      className="player__button lock-button"
      aria-label="Bloquear pantalla"
      onClick={onLock}
    >
      <LockOpen className="player__icon" aria-hidden />
    </button>
  );
}

/**
 * The touch lock: an overlay over the video and its controls that catches every touch. A tap shows a button that
 * unlocks the player when it is held for a second.
 */
export function TouchLock({ onUnlock }: { onUnlock: () => void }) {
  // Counts the touches of the locked player: each one shows the unlock button again and restarts the timer that hides
  // it.
  const [showing, setShowing] = useState(0);
  const [ended, setEnded] = useState<number>();
  const isShown = ended !== showing;
  const [isHeld, setHeld] = useState(false);
  const unlock = useRef(onUnlock);
  useEffect(() => {
    unlock.current = onUnlock;
  });
  useEffect(() => {
    if (isHeld) {
      return after(holdMs, () => unlock.current());
    }
    return after(shownMs, () => setEnded(showing));
  }, [isHeld, showing]);
  const show = (): void => setShowing((before) => before + 1);
  return (
    <div className={classes('lock', isShown && 'is-shown')} onPointerDown={show}>
      <button
        type="button"
        className={classes('lock__button', isHeld && 'is-held')}
        ref={focusOnce}
        onFocus={show}
        onPointerDown={() => setHeld(true)}
        onPointerUp={() => setHeld(false)}
        onPointerLeave={() => setHeld(false)}
        onPointerCancel={() => setHeld(false)}
        onContextMenu={(event) => event.preventDefault()}
        // A click on the unlock button by keyboard or screen reader (`detail` 0) cannot be held, so it unlocks at once.
        onClick={({ detail }) => {
          if (detail === 0) onUnlock();
        }}
      >
        <span className="lock__ring" aria-hidden>
          <Lock className="ico" />
        </span>
        Mantén pulsado para desbloquear
      </button>
    </div>
  );
}
