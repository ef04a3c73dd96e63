import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusOnce } from '../../../../platform/focus-once.ts';
import { focusVideo } from '../playback/player-actions.ts';
import { FailurePanel } from './failure-panel.tsx';
import { channelLate } from './failure-sentence.ts';
import { after } from '../../../../platform/base/clock.ts';

/**
 * After so long without a picture, in ms, a person reads that the channel takes long. Before, the server may have
 * looked at the channel for two and a half seconds.
 */
const lateAfterMs = 10_000;

/** Whether a channel has been loading for so long that the person is to be told. */
export function useLateness(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false);
  if (!isLoading && isLate) setLate(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    return after(lateAfterMs, () => setLate(true));
  }, [isLoading]);
  return isLoading && isLate;
}

/**
 * Says that a channel takes long while it is still being requested. When it plays after all, the panel goes, and
 * the video takes the focus that was in it.
 */
export function LateChannel({ onNext, onBack }: { onNext: (() => void) | undefined; onBack: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = place.current;
    const player = panel?.closest('.player') ?? null;
    return () => {
      if (panel?.contains(document.activeElement)) focusVideo(player);
    };
  }, []);
  return (
    <div className="player__late" ref={place}>
      <FailurePanel
        sentence={channelLate}
        reason="Seguimos intentándolo."
        onNext={onNext}
        onBack={onBack}
        first={focusUnlessElsewhere}
      />
    </div>
  );
}

/** Focuses a button, unless the person is somewhere else than on the video, such as in the list of channels. */
function focusUnlessElsewhere(button: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.localName === 'media-controller') focusOnce(button);
}
