import type { ArchivedProgramme } from '@butaca/contract';
import { buttonClass } from '@butaca/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { serverNowMs } from '../../../platform/api/server-clock.ts';
import { after, type Cancel } from '../../../platform/base/clock.ts';
import { focusVideo } from '../player/playback/player-actions.ts';
import { playFrom } from '../player/playback/seek.ts';
import { usePlaybackPart, type DrivenVideo } from '../player/playback/use-playback.ts';
import { followsEnd, instantAt, readPosition, writeSeconds } from './archive-position.ts';

interface ArchiveLayerProps {
  driven: DrivenVideo;
  /** Whether another part of the programme is being requested. */
  isLoading: boolean;
  archived: Pick<ArchivedProgramme, 'programme' | 'beginsAt' | 'streamKind'>;
  /** The path of what the channel shows now. */
  live: string;
  /** Requests the programme from another instant on. */
  onSeek: (from: string) => void;
  /** Gets the instant of the programme that was reached. */
  onReach: (instant: string) => void;
}

/** How long the slider has to rest before the programme is sought, so that dragging asks the provider once. */
const restMs = 400;

/**
 * The overlay over an archived programme: where in it the player is, with a slider where the player has no seek bar of its own, and
 * the way back to the channel.
 */
export function ArchiveLayer({
  driven: { media, playback },
  isLoading,
  archived,
  live,
  onSeek,
  onReach,
}: ArchiveLayerProps) {
  const { startsAt } = archived.programme;
  const state: unknown = useLocation().state;
  // A recording in MPEG-TS is sought by the page alone, whether its end has arrived or not: it keeps only some minutes of its media.
  const isRecording = archived.streamKind === 'ts';
  const playedSeconds = usePlaybackPart(playback, (snapshot) => Math.floor(snapshot.currentTimeSeconds));
  const hasOwnBar = usePlaybackPart(
    playback,
    (snapshot) => snapshot.durationSeconds !== null && !isRecording,
  );
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const position = readPosition(archived, playedSeconds, serverNowMs());
  const instant = instantAt(startsAt, position.positionSeconds);
  const tell = useEffectEvent(onReach);
  useEffect(() => {
    tell(instant);
  }, [instant]);
  const [sought, setSought] = useState<number>();
  const cancel = useRef<Cancel>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  function seek(seconds: number): void {
    setSought(undefined);
    const mediaSeconds = seconds - position.positionSeconds + media.currentTime;
    if (isWithin(isRecording ? media.buffered : media.seekable, mediaSeconds)) playFrom(media, mediaSeconds);
    else onSeek(instantAt(startsAt, seconds));
  }
  function choose(seconds: number): void {
    setSought(seconds);
    setRestSeconds(0);
    cancel.current?.();
    cancel.current = after(restMs, () => seek(seconds));
  }
  const isEnded = status === 'ended';
  // What follows is decided once: a programme that was caught up with is not asked for again when the clock goes on.
  const [follows, setFollows] = useState<ReturnType<typeof followsEnd>>();
  /** Where the rest was last asked for. Providers may begin up to a minute earlier, and so end there again and again. */
  const [restSeconds, setRestSeconds] = useState(0);
  if (!isEnded && follows !== undefined) setFollows(undefined);
  if (isEnded && follows === undefined) {
    const furtherSeconds = Math.min(playedSeconds, position.positionSeconds - restSeconds);
    const next = followsEnd(position, furtherSeconds);
    setFollows(next);
    if (next === 'rest') setRestSeconds(position.positionSeconds);
  }
  const requestRest = useEffectEvent(() => onSeek(instant));
  useEffect(() => {
    if (follows === 'rest') requestRest();
  }, [follows]);

  if (status === 'error') return null;
  const shown = sought ?? position.positionSeconds;
  const total = writeSeconds(position.durationSeconds);
  return (
    <div className="archive__layer">
      {hasOwnBar ? null : (
        <label className="archive__bar">
          <span>{writeSeconds(shown)}</span>
          <input
            type="range"
            min={0}
            max={Math.max(1, Math.floor(position.shownSeconds))}
            step={10}
            value={Math.floor(shown)}
            aria-label="Posición en el programa"
            aria-valuetext={`${writeSeconds(shown)} de ${total}`}
            onChange={({ target }) => choose(Number(target.value))}
            onKeyDown={(event) => {
              // A remote control leaves the slider with ↑ and ↓, which would change its value.
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              focusVideo(media.closest('.player'));
            }}
          />
          <span>{total}</span>
        </label>
      )}
      {isLoading || follows === undefined || follows === 'rest' ? null : (
        <Link className={buttonClass({})} to={live} state={state} replace>
          {follows === 'live'
            ? 'Has llegado al directo: seguir en el canal'
            : 'El programa ha terminado: volver al directo'}
        </Link>
      )}
    </div>
  );
}

function isWithin(ranges: TimeRanges, seconds: number): boolean {
  for (let index = 0; index < ranges.length; index += 1)
    if (seconds >= ranges.start(index) && seconds <= ranges.end(index)) return true;
  return false;
}
