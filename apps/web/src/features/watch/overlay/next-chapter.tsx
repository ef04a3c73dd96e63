import type { Playback } from '@butaca/player';
import { Button } from '@butaca/ui';
import { Play } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { nameChapter, type SeasonChapter } from '../progress/season-chapter.ts';
import { EndPanel } from './end-panel.tsx';
import { lastSeconds, secondsToEnd, unattendedChapters } from '../title/next-chapter-rules.ts';
import { usePlaybackPart } from '../player/playback/use-playback.ts';
import './next-chapter.css';

interface NextChapterProps {
  playback: Playback;
  next: SeasonChapter;
  /** Whether the next chapter of the series starts without a click when the present one ends (autoplay). */
  isAutomatic: boolean;
  /**
   * Reports that the chapter of the series has ended.
   *
   * @returns how many chapters in a row ended without a key press or pointer event
   */
  onOver: () => number;
  onPlay: () => void;
  onReplay: () => void;
}

/**
 * The overlay that leads to the next chapter of a series: announces the next chapter near the end of the present one,
 * then starts it, or offers a button if autoplay is off.
 */
export function NextChapter({ playback, next, isAutomatic, onOver, onPlay, onReplay }: NextChapterProps) {
  const leftSeconds = usePlaybackPart(playback, secondsToEnd);
  const isEnded = usePlaybackPart(playback, ({ status }) => status === 'ended');
  const [isCancelled, setCancelled] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEnd(playback, (hasEnded) => {
    if (!hasEnded) return setAsking(false);
    if (!isAutomatic || isCancelled) return undefined;
    return onOver() < unattendedChapters ? onPlay() : setAsking(true);
  });

  if (leftSeconds === undefined) return null;
  if (isEnded) {
    if (isAutomatic && !isCancelled && !isAsking) return null;
    return (
      <EndPanel
        title={isAsking ? '¿Sigues ahí?' : 'Siguiente capítulo'}
        reason={nameChapter(next)}
        playLabel={isAsking ? 'Seguir viendo' : 'Ver ahora'}
        onPlay={() => {
          onOver();
          onPlay();
        }}
        onReplay={isAsking ? undefined : onReplay}
      />
    );
  }
  if (isCancelled) return null;
  return (
    <NextCard
      next={next}
      countdownSeconds={isAutomatic ? leftSeconds : undefined}
      isClose={leftSeconds <= lastSeconds}
      onPlay={() => {
        onOver();
        onPlay();
      }}
      onCancel={() => setCancelled(true)}
    />
  );
}

/**
 * Calls `onChange` with true when playback of a series' chapter ends, and with false when the person seeks back from
 * the end.
 */
function useEnd(playback: Playback, onChange: (hasEnded: boolean) => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    let wasEnded = false;
    return playback.subscribe(() => {
      const isEnded = playback.getSnapshot().status === 'ended';
      if (isEnded !== wasEnded) tell(isEnded);
      wasEnded = isEnded;
    });
  }, [playback]);
}

interface NextCardProps {
  next: SeasonChapter;
  /** Seconds until the next chapter of the series starts; absent if autoplay is off. */
  countdownSeconds: number | undefined;
  /** Whether the present chapter of a series is within its last thirty seconds, and not merely in long credits. */
  isClose: boolean;
  onPlay: () => void;
  onCancel: () => void;
}

function NextCard({ next, countdownSeconds, isClose, onPlay, onCancel }: NextCardProps) {
  const card = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The button «Ver ahora» takes the focus only if the video or nothing had it: a person who uses another part of the
    // page keeps the focus there.
    const shown = card.current;
    const controller = shown?.closest('.player')?.querySelector<HTMLElement>('media-controller');
    const { activeElement } = document;
    if (isClose && (activeElement === controller || activeElement === document.body)) {
      button.current?.focus({ preventScroll: true });
    }
    return () => {
      if (shown?.contains(document.activeElement) === true) controller?.focus({ preventScroll: true });
    };
  }, [isClose]);
  return (
    <section className="next" aria-label="Siguiente capítulo" ref={card}>
      <p className="next__when">
        {countdownSeconds === undefined
          ? 'Siguiente capítulo'
          : `Siguiente capítulo en ${countdownSeconds} s`}
      </p>
      {countdownSeconds === undefined ? null : <NextClock leftSeconds={countdownSeconds} />}
      <p className="next__name">{nameChapter(next)}</p>
      <div className="next__actions">
        <Button
          variant="primary"
          size="sm"
          icon={<Play className="ico ico--fill" aria-hidden />}
          onClick={onPlay}
          ref={button}
        >
          Ver ahora
        </Button>
        <Button variant="second" size="sm" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </section>
  );
}

/** A ring on the announcement of a series' next chapter that shows how much of the countdown is left. */
function NextClock({ leftSeconds }: { leftSeconds: number }) {
  const [fromSeconds] = useState(leftSeconds);
  const left = Math.min(100, (leftSeconds / Math.max(1, fromSeconds)) * 100);
  return <span className="next__clock" aria-hidden style={{ '--left': `${left}%` } as CSSProperties} />;
}
