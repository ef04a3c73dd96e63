import type { Playback, StreamVideo } from '@butaca/player';
import type { SaveBody } from '../../../shared/progress/pending-saves.ts';
import {
  beginSchedule,
  isRestart,
  restartSchedule,
  stepSchedule,
  type Schedule,
  type WatchMoment,
} from './progress-schedule.ts';

/** The parts of the player that the recorder reads. */
export interface RecordedVideo {
  media: Pick<
    StreamVideo,
    'addEventListener' | 'removeEventListener' | 'currentTime' | 'paused' | 'ended' | 'seeking' | 'failure'
  >;
  playback: Pick<Playback, 'getSnapshot'>;
}

export interface RecorderNeeds extends RecordedVideo {
  /** The start position of the stream in seconds. */
  startSeconds: number | undefined;
  save: (body: Omit<SaveBody, 'at'>, urgency?: 'urgent') => void;
  /** Reports the position in seconds, and the watched fraction (0–1) if the duration is known. */
  onPosition: (seconds: number, fraction: number | undefined) => void;
  /** Whether the recorder must not save at the moment. */
  isHeld: () => boolean;
}

export interface ProgressRecorder {
  /** Allows lower positions to be saved, because the person starts again from the beginning; the caller does the seek. */
  restart(): void;
  /** Saves the position and removes the listeners. */
  stop(): void;
}

const momentByEvent: Readonly<Record<string, WatchMoment>> = {
  timeupdate: 'time',
  pause: 'pause',
  seeked: 'seeked',
  emptied: 'emptied',
  ended: 'ended',
  error: 'fail',
};

/** Saves the position while a film or chapter is watched. @see progress-schedule.ts for when */
export function recordProgress(needs: RecorderNeeds): ProgressRecorder {
  const { media, playback } = needs;
  let schedule = beginSchedule(needs.startSeconds);
  let durationSeconds: number | undefined;

  function take(moment: WatchMoment, urgency?: 'urgent'): void {
    const snapshot = playback.getSnapshot();
    // While the player shows a failure nothing is saved, except at the failure itself: the person may continue on
    // another device.
    const isHeld = needs.isHeld() || (snapshot.status === 'error' && moment !== 'fail');
    const before = schedule;
    const step = stepSchedule(before, moment, media.currentTime, Date.now());
    schedule = isHeld ? { ...step.schedule, saved: before.saved } : step.schedule;
    if (moment !== 'leave' && moment !== 'fail' && schedule.isReached)
      durationSeconds = snapshot.durationSeconds ?? durationSeconds;
    const { placeSeconds } = schedule;
    if (placeSeconds === undefined) return;
    needs.onPosition(placeSeconds, fractionOf(placeSeconds, durationSeconds));
    if (step.isSaveDue && !isHeld) needs.save(bodyOf(schedule, placeSeconds, durationSeconds), urgency);
  }

  function handleMedia({ type }: Event): void {
    const moment = momentByEvent[type];
    if (moment === undefined || isBetween(moment, media)) return;
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

/** Whether another device has taken over the stream, so that its position is newer. */
const isTakenOver = (code: string | undefined): boolean =>
  code === 'stream.stopped' || code === 'stream.limit';

/**
 * Whether an event is ignored: a time update during a seek or pause, a pause caused by a seek or by the end, and the
 * failure of a stream that another device has taken over.
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
  placeSeconds: number,
  durationSeconds: number | undefined,
): Omit<SaveBody, 'at'> {
  const progress = schedule.isEnded ? 1 : fractionOf(placeSeconds, durationSeconds);
  return {
    lastTime: Math.round(placeSeconds * 1_000) / 1_000,
    ...(durationSeconds !== undefined && { duration: durationSeconds }),
    ...(progress !== undefined && { progress }),
    ...(schedule.isEnded && { completed: true }),
    ...(isRestart(schedule) && { restart: true }),
  };
}
