import { seekStepSeconds } from '@butaca/contract';
import { classes } from '@butaca/ui';
import { ChevronsLeft, ChevronsRight, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import './player-feedback.css';

/** What a key or a tap did, for the eyes. */
export type PlayerSign = { kind: 'seek'; direction: 1 | -1 } | { kind: 'volume'; volume: number };

interface ShownSign {
  sign: PlayerSign;
  /** Steps in a row to the same side. */
  steps: number;
  turn: number;
}

const shownMs = 900;

/** The sign that is shown, and what shows one: steps in a row are counted together. */
export function usePlayerSign() {
  const [shown, setShown] = useState<ShownSign>();
  const show = useCallback((sign: PlayerSign) => {
    setShown((before) => {
      const isSame =
        sign.kind === 'seek' && before?.sign.kind === 'seek' && before.sign.direction === sign.direction;
      return { sign, steps: isSame ? before.steps + 1 : 1, turn: (before?.turn ?? 0) + 1 };
    });
  }, []);
  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return { shown, show };
}

/** Shows for a moment where a seek went and how far, or how loud it is. */
export function PlayerSigns({ shown }: { shown: ShownSign | undefined }) {
  if (shown === undefined) return null;
  const { sign, steps, turn } = shown;
  if (sign.kind === 'volume') return <VolumeSign volume={sign.volume} />;
  const isForward = sign.direction === 1;
  return (
    <div className={classes('sign', isForward ? 'sign--forward' : 'sign--back')} role="status">
      {/* Each step is another wave. */}
      <span className="sign__wave" key={turn} aria-hidden />
      <span className="sign__step">
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

function VolumeSign({ volume }: { volume: number }) {
  const percent = Math.round(volume * 100);
  const Icon = percent === 0 ? VolumeX : percent < 50 ? Volume1 : Volume2;
  return (
    <div className="sign sign--volume" role="status">
      <Icon className="ico" aria-hidden />
      {percent === 0 ? 'Sin sonido' : `Volumen ${percent} %`}
    </div>
  );
}
