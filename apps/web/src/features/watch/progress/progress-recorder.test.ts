import type { PlaybackFailure, PlaybackSnapshot } from '@butaca/player';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordProgress } from './progress-recorder.ts';

/**
 * Runs the recorder of the playback position on a fake player that starts at the given position.
 *
 * @returns the fake player's controls and the positions that were saved
 */
function record({
  startSeconds,
  isHeld = () => false,
}: { startSeconds?: number; isHeld?: () => boolean } = {}) {
  const media = Object.assign(new EventTarget(), {
    currentTime: startSeconds ?? 0,
    paused: false,
    played: { length: 1 } as TimeRanges,
    ended: false,
    seeking: false,
    failure: undefined as PlaybackFailure | undefined,
  });
  let snapshot = { status: 'playing', durationSeconds: 6_000 } as PlaybackSnapshot;
  const saved: (readonly [lastTime: number, urgency: 'urgent' | undefined])[] = [];
  const completed: (boolean | undefined)[] = [];
  const recorder = recordProgress({
    media,
    playback: { getSnapshot: () => snapshot },
    startSeconds,
    save({ lastTime, completed: isCompleted }, urgency) {
      saved.push([lastTime, urgency]);
      completed.push(isCompleted);
    },
    onPosition: () => undefined,
    isHeld,
  });
  return {
    media,
    saved,
    completed,
    recorder,
    say: (type: string, change: Partial<typeof media> = {}) => {
      Object.assign(media, change);
      media.dispatchEvent(new Event(type));
    },
    become: (status: PlaybackSnapshot['status']) => {
      snapshot = { ...snapshot, status };
    },
  };
}

const failureOf = (code: PlaybackFailure['code']): PlaybackFailure => ({
  source: 'network',
  code,
  fatal: true,
});

const hide = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

afterEach(() => vi.restoreAllMocks());

describe('the playback position', () => {
  it('is that of a watched film only where the player says that the film has ended', () => {
    const { say, become, completed } = record();
    say('timeupdate', { currentTime: 6 });
    become('loading');
    say('ended', { ended: true });
    expect(completed).not.toContain(true);
    become('ended');
    say('ended', { currentTime: 5_999 });
    expect(completed.at(-1)).toBe(true);
  });

  it('is saved urgently when the page is hidden or closed, and not when it is shown again', () => {
    const { saved, say } = record();
    say('timeupdate', { currentTime: 40 });
    hide('hidden');
    hide('visible');
    say('timeupdate', { currentTime: 44 });
    dispatchEvent(new Event('pagehide'));
    expect(saved).toEqual([
      [40, 'urgent'],
      [44, 'urgent'],
    ]);
  });

  it('is saved when the recorder stops, as it was before the stream was removed', () => {
    const { saved, say, recorder } = record();
    say('timeupdate', { currentTime: 90 });
    say('emptied', { currentTime: 0 });
    say('timeupdate', { currentTime: 0, paused: true });
    recorder.stop();
    expect(saved).toEqual([[90, undefined]]);
    say('timeupdate', { currentTime: 200, paused: false });
    say('pause');
    expect(saved).toHaveLength(1);
  });

  it('is saved after a jump only once the media has finished seeking', () => {
    const { saved, say } = record({ startSeconds: 100 });
    say('timeupdate', { currentTime: 101 });
    say('seeking', { currentTime: 900, seeking: true });
    say('timeupdate');
    say('timeupdate', { seeking: false });
    expect(saved).toEqual([]);
    say('seeked');
    expect(saved).toEqual([[900, undefined]]);
  });

  it('is not saved when nothing of the video has played', () => {
    const { saved, say, recorder } = record();
    say('pause', { paused: true, played: { length: 0 } as TimeRanges });
    say('error', { failure: failureOf('upstream.ended') });
    hide('hidden');
    recorder.stop();
    expect(saved).toEqual([]);
  });

  it('is saved once when the stream fails, and not again while the failure is shown', () => {
    const { saved, say, become, recorder } = record();
    say('timeupdate', { currentTime: 30 });
    become('error');
    say('error', { failure: failureOf('upstream.ended') });
    expect(saved).toEqual([[30, undefined]]);
    hide('hidden');
    recorder.stop();
    expect(saved).toHaveLength(1);
  });

  it.each(['stream.stopped', 'stream.limit'] as const)(
    'is not saved when %s ends playback, because another device has a newer position',
    (code) => {
      const { saved, say, become, recorder } = record();
      say('timeupdate', { currentTime: 30 });
      become('error');
      say('error', { failure: failureOf(code) });
      hide('hidden');
      recorder.stop();
      expect(saved).toEqual([]);
    },
  );

  it('is not saved while saving is suspended', () => {
    const held = { now: true };
    const { saved, say } = record({ isHeld: () => held.now });
    say('timeupdate', { currentTime: 30 });
    say('pause');
    expect(saved).toEqual([]);
    held.now = false;
    say('pause');
    expect(saved).toEqual([[30, undefined]]);
  });
});
