import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptedMedia } from '../../test/scripted-media.ts';
import { createPlayback, type PlaybackSource } from './playback.ts';
import { failureFromHttp, failureFromMediaError, failureFromMpegts } from './playback-failure.ts';

const film: PlaybackSource = { kind: 'file', src: '/film', startSeconds: 0 };
const channel: PlaybackSource = { kind: 'ts', src: '/canal', expectedStreamType: 'live' };
const closing = failureFromHttp({
  status: 503,
  code: 'server.unavailable',
  sentence: 'El servicio no está disponible en este momento. Inténtalo en unos segundos.',
  retryAfterMs: 1000,
});
const refused = failureFromMpegts('Exception');
const unreadable = failureFromMediaError(4, 'reachable');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function open(source: PlaybackSource) {
  const media = new ScriptedMedia();
  media.startsSlowly = true;
  const playback = createPlayback(media);
  playback.open(source);
  await vi.advanceTimersByTimeAsync(0);
  /** Lets every request fail for so long. */
  const failFor = async (ms: number): Promise<void> => {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs && playback.getSnapshot().status !== 'error') {
      const openings = media.opened.length;
      media.fail(refused);
      while (media.opened.length === openings && playback.getSnapshot().status !== 'error') {
        await vi.advanceTimersToNextTimerAsync();
      }
    }
  };
  const play = (from: number): void => {
    media.readyState = 4;
    media.dispatchEvent(new Event('playing'));
    media.runTo(from + 2, 2);
  };
  return { media, playback, failFor, play };
}

describe('while our own server is started anew', () => {
  it.each([film, channel])('a stream that has not played ($src) waits for it', async (source) => {
    const { media, playback, failFor, play } = await open(source);
    media.fail(closing);
    await vi.advanceTimersByTimeAsync(999);
    expect(media.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(media.opened).toHaveLength(2);
    await failFor(30_000);
    expect(playback.getSnapshot()).toMatchObject({ status: 'loading', isServerAway: true });
    expect(playback.getSnapshot().failure).toBeUndefined();
    play(0);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isServerAway: false });
  });

  it('a stream that has not played is given up after a minute, without being requested too often', async () => {
    const { media, playback, failFor } = await open(channel);
    const sinceMs = performance.now();
    await failFor(120_000);
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: refused, isServerAway: false });
    const tookMs = performance.now() - sinceMs;
    expect([tookMs > 50_000, tookMs <= 60_000]).toEqual([true, true]);
    expect(media.opened.length).toBeLessThan(20);
  });

  it('a film that has played goes on where it was, after minutes, too', async () => {
    const { media, playback, failFor, play } = await open(film);
    play(93);
    media.fail(closing);
    await vi.advanceTimersByTimeAsync(1000);
    await failFor(200_000);
    expect(new Set(media.opened.slice(1))).toEqual(new Set(['/film@95']));
    play(95);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isReconnecting: false });
  });

  it('its error, which a media element takes for an unreadable film, is doubted once', async () => {
    const { media, playback } = await open(film);
    media.fail(unreadable);
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: unreadable });
    playback.open(film);
    await vi.advanceTimersByTimeAsync(0);
    media.fail(refused);
    await vi.advanceTimersByTimeAsync(0);
    media.fail(unreadable);
    expect(playback.getSnapshot()).toMatchObject({ status: 'loading' });
    await vi.advanceTimersByTimeAsync(1000);
    media.fail(unreadable);
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: unreadable });
    expect(media.opened).toHaveLength(4);
  });

  it('the answer of a proxy before it counts as its absence, and the answer about a provider does not', async () => {
    const bad = await open(channel);
    for (let requests = 0; requests < 5; requests += 1) {
      bad.media.fail(failureFromHttp({ status: 502 }));
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(bad.playback.getSnapshot()).toMatchObject({ status: 'loading', isServerAway: true });
    const silent = await open(channel);
    for (let requests = 0; requests < 3; requests += 1) {
      silent.media.fail(
        failureFromHttp({ status: 502, code: 'upstream.unreachable', sentence: 'No responde.' }),
      );
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(silent.playback.getSnapshot()).toMatchObject({ status: 'error', isServerAway: false });
  });

  it('requests that the engine repeats by itself tell it, too, and its absence leaves the usual retries', async () => {
    const { media, playback, play } = await open(channel);
    play(0);
    media.receive(20);
    media.interrupt(refused, false);
    media.interrupt(closing, false);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isServerAway: true });
    media.receive(30);
    expect(playback.getSnapshot()).toMatchObject({ isReconnecting: false, isServerAway: false });
    media.interrupt(failureFromHttp({ status: 502, code: 'upstream.busy', sentence: 'Ocupado.' }), false);
    media.interrupt(failureFromHttp({ status: 502, code: 'upstream.busy', sentence: 'Ocupado.' }), false);
    expect(playback.getSnapshot()).toMatchObject({ isReconnecting: true, isServerAway: false });
  });
});
