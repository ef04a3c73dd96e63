import { classes } from '@butaca/ui';
import { Lock, LockOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import './touch-lock.css';
import { focusOnce } from '../../../../platform/focus-once.ts';

/** How long the button has to be held to unlock. */
const holdMs = 1_000;
const shownMs = 3_000;

/** Locks the picture against fingers; only where there is a touch screen. */
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

/** An overlay on picture and controls that takes every touch. A tap shows the button that unlocks it when it is held. */
export function TouchLock({ onUnlock }: { onUnlock: () => void }) {
  // Each touch shows the button again, with a new timer.
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
      const timer = setTimeout(() => unlock.current(), holdMs);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(() => setEnded(showing), shownMs);
    return () => clearTimeout(timer);
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
        // A key or a screen reader presses without a pointer, and cannot hold.
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
