import type { Playback, PlayerMedia } from '@butaca/player';
import type { SaveBody } from '../../../shared/progress/pending-saves.ts';
import {
  beginSchedule,
  isRestart,
  restartSchedule,
  stepSchedule,
  type Schedule,
  type WatchMoment,
} from './progress-schedule.ts';
import { now } from '../../../platform/base/clock.ts';

/**
 * The parts of the player from which the recorder of the playback position reads the position and the events that lead
 * to a save.
 */
export interface RecordedVideo {
  media: Pick<
    PlayerMedia,
    | 'addEventListener'
    | 'removeEventListener'
    | 'currentTime'
    | 'paused'
    | 'played'
    | 'ended'
    | 'seeking'
    | 'failure'
  >;
  playback: Pick<Playback, 'getSnapshot'>;
}

export interface RecorderNeeds extends RecordedVideo {
  /** The second of the film or chapter at which its stream starts; `undefined` for the beginning. */
  startSeconds: number | undefined;
  save: (body: Omit<SaveBody, 'at'>, urgency?: 'urgent') => void;
  /** Reports the playback position in seconds, and the watched fraction (0–1) if the duration is known. */
  onPosition: (seconds: number, fraction: number | undefined) => void;
  /**
   * Whether nothing may be saved at the moment, because the saved position could not be loaded and must not be
   * overwritten.
   */
  isHeld: () => boolean;
}

export interface ProgressRecorder {
  /**
   * Allows positions before the saved one to be saved, because the person watches again from the beginning; the caller
   * seeks.
   */
  restart(): void;
  /** Saves the playback position a last time and removes the listeners that recorded it. */
  stop(): void;
}

const momentByEvent: Readonly<Record<string, WatchMoment>> = {
  timeupdate: 'time',
  pause: 'pause',
  seeking: 'seeking',
  seeked: 'seeked',
  emptied: 'emptied',
  ended: 'ended',
  error: 'fail',
};

/** Saves the playback position while a film or chapter is watched. @see progress-schedule.ts for when */
export function recordProgress(needs: RecorderNeeds): ProgressRecorder {
  const { media, playback } = needs;
  let schedule = beginSchedule(needs.startSeconds);
  let durationSeconds: number | undefined;
  let hasPlayed = false;

  function take(moment: WatchMoment, urgency?: 'urgent'): void {
    const snapshot = playback.getSnapshot();
    // The playback position is saved at the moment of a failure, and then not again while the player shows the failure:
    // a later save would overwrite the progress of a person who has continued on another device. A video of which
    // nothing has played, because its source does not answer, keeps the position that was saved before.
    const isHeld = needs.isHeld() || !hasPlayed || (snapshot.status === 'error' && moment !== 'fail');
    const before = schedule;
    const step = stepSchedule(before, moment, media.currentTime, now().getTime());
    schedule = isHeld ? { ...step.schedule, saved: before.saved } : step.schedule;
    if (moment !== 'leave' && moment !== 'fail' && schedule.isReached)
      durationSeconds = snapshot.durationSeconds ?? durationSeconds;
    const { lastPositionSeconds } = schedule;
    if (lastPositionSeconds === undefined) return;
    needs.onPosition(lastPositionSeconds, fractionOf(lastPositionSeconds, durationSeconds));
    if (step.isSaveDue && !isHeld)
      needs.save(bodyOf(schedule, lastPositionSeconds, durationSeconds), urgency);
  }

  function handleMedia({ type }: Event): void {
    const moment = momentByEvent[type];
    if (moment === undefined || isBetween(moment, media)) return;
    // A media element also ends where its connection broke off; the player knows which of both it was.
    if (moment === 'ended' && playback.getSnapshot().status !== 'ended') return;
    hasPlayed ||= media.played.length > 0;
    take(moment);
  }
  function handleLeaving({ type }: Event): void {
    if (type === 'pagehide' || document.visibilityState === 'hidden') take('leave', 'urgent');
  }

  const types = Object.keys(momentByEvent);
  for (const type of types) media.addEventListener(type, handleMedia);
  document.addEventListener('visibilitychange', handleLeaving);
  addEventListener('pagehide', handleLeaving);
  return {
    restart() {
      schedule = restartSchedule(schedule);
    },
    stop() {
      for (const type of types) media.removeEventListener(type, handleMedia);
      document.removeEventListener('visibilitychange', handleLeaving);
      removeEventListener('pagehide', handleLeaving);
      take('leave');
    },
  };
}

/**
 * Whether a failure code says that another device of the account has taken over the stream, so that the position saved
 * there is newer.
 */
const isTakenOver = (code: string | undefined): boolean =>
  code === 'stream.stopped' || code === 'stream.limit';

/**
 * Whether an event of the media element leads to no save of the playback position: a time update during a seek or
 * pause, a pause caused by a seek or by the end, and the failure of a stream that another device has taken over.
 */
function isBetween(moment: WatchMoment, media: RecordedVideo['media']): boolean {
  if (moment === 'fail') return isTakenOver(media.failure?.code);
  if (moment === 'time') return media.seeking || media.paused;
  return moment === 'pause' && (media.seeking || media.ended);
}

function fractionOf(seconds: number, durationSeconds: number | undefined): number | undefined {
  return durationSeconds === undefined || durationSeconds <= 0
    ? undefined
    : Math.min(1, seconds / durationSeconds);
}

function bodyOf(
  schedule: Schedule,
  positionSeconds: number,
  durationSeconds: number | undefined,
): Omit<SaveBody, 'at'> {
  const progress = schedule.isEnded ? 1 : fractionOf(positionSeconds, durationSeconds);
  return {
    lastTime: Math.round(positionSeconds * 1_000) / 1_000,
    ...(durationSeconds !== undefined && { duration: durationSeconds }),
    ...(progress !== undefined && { progress }),
    ...(schedule.isEnded && { completed: true }),
    ...(isRestart(schedule) && { restart: true }),
  };
}
