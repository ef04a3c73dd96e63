import { describe, expect, it } from 'vitest';
import { idleSnapshot, nextSnapshot, statusOf, type MediaReading } from './playback-state.ts';

const playing: MediaReading = {
  hasSource: true,
  isStarting: false,
  hasPlayed: true,
  paused: false,
  ended: false,
  readyState: 4,
  currentTimeSeconds: 12,
  durationSeconds: 600,
  streamType: 'on-demand',
  canRewind: false,
  isSequential: false,
  isMuted: false,
  isAutoplayMuted: false,
  isReconnecting: false,
  isServerAway: false,
};
const fresh = { hasPlayed: false, readyState: 0, paused: true };
const warning = { source: 'media', code: 'media.no_audio', fatal: false } as const;
const fatal = { source: 'network', code: 'network.unreachable', fatal: true } as const;

describe('statusOf', () => {
  it.each<[string, Partial<MediaReading>, string]>([
    ['no source', { ...fresh, hasSource: false }, 'idle'],
    ['a source without data', fresh, 'loading'],
    ['data, before the browser has let it play', { ...fresh, readyState: 4, isStarting: true }, 'loading'],
    ['data that nothing plays', { ...fresh, readyState: 4 }, 'paused'],
    ['a first play that lacks data', { ...fresh, paused: false, readyState: 2 }, 'loading'],
    ['picture moving', {}, 'playing'],
    ['data run dry on the way', { readyState: 2 }, 'buffering'],
    ['a seek into nothing', { readyState: 1 }, 'buffering'],
    ['a pause', { paused: true }, 'paused'],
    ['a pause in a place without data', { paused: true, readyState: 1 }, 'paused'],
    ['the end, which is also a pause', { paused: true, ended: true }, 'ended'],
    ['a fatal failure', { failure: fatal, readyState: 0 }, 'error'],
    ['a warning', { failure: warning }, 'playing'],
    ['a retry after the picture was lost', { isStarting: true, readyState: 0 }, 'loading'],
  ])('returns the right status for %s', (_name, change, status) => {
    expect(statusOf({ ...playing, ...change })).toBe(status);
  });
});

describe('nextSnapshot', () => {
  it('returns a frozen snapshot, and the same object while nothing changes', () => {
    const first = nextSnapshot(idleSnapshot, playing);
    expect(Object.isFrozen(first)).toBe(true);
    expect(nextSnapshot(first, { ...playing })).toBe(first);
    expect(nextSnapshot(first, { ...playing, currentTimeSeconds: 13 })).not.toBe(first);
  });

  it.each([
    ['live', 600, null],
    ['live', Infinity, null],
    ['on-demand', 600, 600],
    ['unknown', Number.NaN, null],
    ['unknown', Infinity, null],
  ] as const)('gives a stream that is %s and says %d s a duration of %o', (streamType, said, expected) => {
    const snapshot = nextSnapshot(idleSnapshot, { ...playing, streamType, durationSeconds: said });
    expect(snapshot.durationSeconds).toBe(expected);
    expect(snapshot.isLive).toBe(streamType === 'live');
  });

  it('offers to turn the sound on only while it is off', () => {
    const muted = { ...playing, isAutoplayMuted: true, isMuted: true };
    expect(nextSnapshot(idleSnapshot, muted).isAutoplayMuted).toBe(true);
    expect(nextSnapshot(idleSnapshot, { ...muted, isMuted: false }).isAutoplayMuted).toBe(false);
  });

  it('keeps the position of a failure, which the media element loses', () => {
    const before = nextSnapshot(idleSnapshot, playing);
    const failed = nextSnapshot(before, { ...playing, failure: fatal, currentTimeSeconds: 0, readyState: 0 });
    expect(failed).toMatchObject({ status: 'error', currentTimeSeconds: 12, failure: fatal });
  });

  it.each<[string, Partial<MediaReading>]>([
    ['the status', { paused: true }],
    ['the place', { currentTimeSeconds: 12.5 }],
    ['the length', { durationSeconds: 601 }],
    ['the kind of stream', { streamType: 'live' }],
    ['the sound', { isMuted: true }],
    ['the browser’s mute', { isMuted: true, isAutoplayMuted: true }],
    ['a warning', { failure: warning }],
  ])('returns a new object when %s changes', (_what, change) => {
    const before = nextSnapshot(idleSnapshot, playing);
    const after = nextSnapshot(before, { ...playing, ...change });
    expect(after).not.toBe(before);
    expect(nextSnapshot(after, { ...playing, ...change })).toBe(after);
  });

  it('drops a failure that is over', () => {
    const failed = nextSnapshot(idleSnapshot, { ...playing, failure: warning });
    expect(nextSnapshot(failed, playing)).not.toHaveProperty('failure');
  });
});
