import { Button, notify } from '@butaca/ui';
import { Cast, Tv } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { seekStepSeconds } from '@butaca/contract';
import { messageOf } from '../../../../platform/api/api-error.ts';
import { focusOnce } from '../../../../platform/focus-once.ts';
import { CastFailure, openTelevisionList, watchTelevisions, type CastSession } from './cast-session.ts';
import type { CastStream } from './cast-stream.ts';
import './casting.css';

export interface CastingProps {
  title: string;
  /** Requests the address at which a television plays what plays here. */
  fetchStream: () => Promise<CastStream>;
  /** The position of what plays here, in seconds; `undefined` for a live stream. */
  readPosition: () => number | undefined;
  stage: RefObject<HTMLElement | null>;
  /** Called when the television plays, so that the page stops. */
  onBegin: () => void;
  /** Called when the television no longer plays, with the position that it had reached. */
  onEnd: (seconds: number) => void;
}

/**
 * The button that sends what plays to a television, while one is in reach, and the panel that controls the television.
 * The code is loaded only by browsers that can do this. Ends playback there when it is unmounted.
 */
export function Casting({ title, fetchStream, readPosition, stage, onBegin, onEnd }: CastingProps) {
  const [isInReach, setInReach] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [session, setSession] = useState<CastSession>();
  const playing = useRef<CastSession>(undefined);
  /** Gives up a list of televisions that may still be open. */
  const giveUp = useRef<() => void>(undefined);
  const isGone = useRef(false);
  useEffect(() => watchTelevisions(setInReach), []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      giveUp.current?.();
      playing.current?.stop();
    };
  }, []);
  const finish = useEffectEvent((seconds: number) => {
    playing.current = undefined;
    if (isGone.current) return;
    setSession(undefined);
    onEnd(seconds);
  });

  const begin = useEffectEvent((begun: CastSession) => {
    if (isGone.current) return begun.stop();
    playing.current = begun;
    setSession(begun);
    onBegin();
  });

  async function cast(): Promise<void> {
    setBusy(true);
    giveUp.current?.();
    try {
      const stream = await fetchStream();
      if (isGone.current) return;
      const abandon = await openTelevisionList(stream, readPosition(), { onBegin: begin, onEnd: finish });
      if (isGone.current) abandon();
      else giveUp.current = abandon;
    } catch (error) {
      notify.error(
        error instanceof CastFailure ? error.message : messageOf(error, 'No se pudo enviar al televisor.'),
      );
    } finally {
      setBusy(false);
    }
  }

  if (session !== undefined && stage.current !== null) {
    return createPortal(<CastPanel session={session} title={title} />, stage.current);
  }
  if (!isInReach) return null;
  return (
    <button
      type="button"
      className="player__button"
      aria-label="Ver en el televisor"
      disabled={isBusy}
      onClick={() => void cast()}
    >
      <Cast className="player__icon" aria-hidden />
    </button>
  );
}

/** Lies over the video while a television plays it, and controls the television. */
function CastPanel({
  session: { media, toggle, seekBy, stop },
  title,
}: {
  session: CastSession;
  title: string;
}) {
  const [isPaused, setPaused] = useState(media.paused);
  const [isLive, setLive] = useState(!Number.isFinite(media.duration));
  useEffect(() => {
    const read = (): void => {
      setPaused(media.paused);
      setLive(!Number.isFinite(media.duration));
    };
    const events = ['play', 'pause', 'durationchange'];
    for (const event of events) media.addEventListener(event, read);
    return () => {
      for (const event of events) media.removeEventListener(event, read);
    };
  }, [media]);
  return (
    <section className="casting" aria-label="En el televisor">
      <Tv className="casting__icon" aria-hidden />
      <h2>Se ve en el televisor</h2>
      <p>{title}</p>
      <div className="casting__acts">
        {isLive ? null : (
          <Button
            size="sm"
            variant="line"
            aria-label={`Retroceder ${seekStepSeconds} s`}
            onClick={() => seekBy(-seekStepSeconds)}
          >
            −{seekStepSeconds} s
          </Button>
        )}
        <Button size="sm" variant="line" onClick={toggle}>
          {isPaused ? 'Reproducir' : 'Pausar'}
        </Button>
        {isLive ? null : (
          <Button
            size="sm"
            variant="line"
            aria-label={`Avanzar ${seekStepSeconds} s`}
            onClick={() => seekBy(seekStepSeconds)}
          >
            +{seekStepSeconds} s
          </Button>
        )}
        <Button size="sm" variant="primary" ref={focusOnce} onClick={stop}>
          Ver aquí
        </Button>
      </div>
    </section>
  );
}
