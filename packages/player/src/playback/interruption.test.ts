import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptedMedia } from '../../test/scripted-media.ts';
import { createPlayback, type PlaybackSource } from './playback.ts';
import { failureFromHttp, failureFromMpegts } from './playback-failure.ts';

const film: PlaybackSource = { kind: 'file', src: '/film', startSeconds: 0 };
const channel: PlaybackSource = { kind: 'hls', src: '/canal', expectedStreamType: 'live' };
const away = failureFromHttp({ status: 502 });
const ended = failureFromMpegts('EarlyEof');
const fiveMinutesMs = 300_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function played(source: PlaybackSource, seconds = 10) {
  const media = new ScriptedMedia();
  const playback = createPlayback(media, { isHidden: () => false });
  playback.open(source);
  await vi.advanceTimersByTimeAsync(0);
  media.receive(seconds + 20);
  media.runTo(seconds);
  return { media, playback };
}

describe('createPlayback with an interrupted stream', () => {
  it('plays the buffer on, resumes at once, and says nothing if that succeeds', async () => {
    const { media, playback } = await played(channel);
    media.interrupt(ended);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isReconnecting: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(media.resumed).toBe(1);
    media.receive(40);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isReconnecting: false });
    expect(media.opened).toEqual(['/canal@start']);
  });

  it('says that it reconnects until media arrive', async () => {
    const { media, playback } = await played(channel);
    media.interrupt(ended);
    await vi.advanceTimersByTimeAsync(0);
    media.interrupt(away);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isReconnecting: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect(media.resumed).toBe(2);
    media.runTo(12);
    expect(playback.getSnapshot().isReconnecting).toBe(true);
    media.receive(31);
    expect(playback.getSnapshot().isReconnecting).toBe(false);
  });

  it('gives up only after five minutes without media', async () => {
    const { media, playback } = await played(channel);
    for (let requests = 0; playback.getSnapshot().status !== 'error'; requests += 1) {
      expect(requests).toBeLessThan(100);
      media.interrupt(away);
      await vi.advanceTimersToNextTimerAsync();
    }
    expect(media.resumed).toBeGreaterThan(50);
    expect(playback.getSnapshot()).toMatchObject({ failure: away, isReconnecting: false });
  });

  it('never gives up on a channel that closes again and again but delivers media', async () => {
    const { media, playback } = await played(channel);
    for (let count = 1; count <= 200; count += 1) {
      media.interrupt(ended);
      await vi.advanceTimersByTimeAsync(2000);
      expect(media.resumed).toBe(count);
      media.receive(30 + count);
    }
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isReconnecting: false });
  });

  it.each([401, 403, 404, 429])('ends at once when the answer is %i', async (status) => {
    const { media, playback } = await played(channel);
    media.interrupt(failureFromHttp({ status }));
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: { httpStatus: status } });
    await vi.advanceTimersByTimeAsync(fiveMinutesMs);
    expect(media.resumed).toBe(0);
  });

  it('leaves the requests to an engine that repeats them by itself, and says so from the second on', async () => {
    const { media, playback } = await played(film);
    media.interrupt(away, false);
    expect(playback.getSnapshot().isReconnecting).toBe(false);
    media.interrupt(away, false);
    expect(playback.getSnapshot().isReconnecting).toBe(true);
    await vi.advanceTimersByTimeAsync(fiveMinutesMs);
    expect(media.resumed).toBe(0);
    media.receive(31);
    expect(playback.getSnapshot().isReconnecting).toBe(false);
  });

  it('ends the reconnection when media before the end of the buffer arrive, after seeking back', async () => {
    const { media, playback } = await played(film);
    media.interrupt(away, false);
    media.interrupt(away, false);
    Object.defineProperty(media, 'buffered', {
      configurable: true,
      value: { length: 2, start: (index: number) => [0, 5][index], end: (index: number) => [1, 30][index] },
    });
    media.dispatchEvent(new Event('progress'));
    expect(playback.getSnapshot().isReconnecting).toBe(true);
    Object.defineProperty(media, 'buffered', {
      value: { length: 1, start: () => -2, end: () => 30 },
    });
    media.dispatchEvent(new Event('progress'));
    expect(playback.getSnapshot().isReconnecting).toBe(false);
  });

  it('ignores an event without an interruption, and one of a closed stream', async () => {
    const { media, playback } = await played(film);
    media.dispatchEvent(new Event('streaminterrupted'));
    playback.close();
    media.interrupt(away);
    await vi.advanceTimersByTimeAsync(fiveMinutesMs);
    expect(media.resumed).toBe(0);
    expect(playback.getSnapshot().status).toBe('idle');
  });

  it.each(['close', 'dispose', 'open'] as const)('drops a pending request after %s', async (end) => {
    const { media, playback } = await played(channel);
    media.interrupt(ended);
    if (end === 'open') playback.open(film);
    else playback[end]();
    await vi.advanceTimersByTimeAsync(fiveMinutesMs);
    expect(media.resumed).toBe(0);
  });
});

describe('createPlayback with a stream that must be opened anew', () => {
  it('opens a film at the second where it stopped for five minutes, and says that it reconnects', async () => {
    const { media, playback } = await played(film, 95);
    media.fail(away);
    await vi.advanceTimersByTimeAsync(0);
    for (let requests = 0; requests < 20; requests += 1) {
      media.fail(away);
      expect(playback.getSnapshot()).toMatchObject({ status: 'loading', isReconnecting: true });
      await vi.advanceTimersToNextTimerAsync();
    }
    expect(new Set(media.opened.slice(1))).toEqual(new Set(['/film@95']));
    media.runTo(96, 1);
    expect(playback.getSnapshot().isReconnecting).toBe(false);
  });

  it('shows the end of a file that ends too early, after two retries', async () => {
    const { media, playback } = await played(film);
    for (const openings of [2, 3]) {
      media.fail(ended);
      await vi.advanceTimersByTimeAsync(2000);
      expect(media.opened).toHaveLength(openings);
    }
    media.fail(ended);
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: ended });
  });

  it('counts the media of a live stream from its new beginning', async () => {
    const { media, playback } = await played(channel, 95);
    media.streamType = 'live';
    media.fail(ended);
    await vi.advanceTimersByTimeAsync(0);
    media.fail(away);
    expect(playback.getSnapshot().isReconnecting).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    media.runTo(1);
    expect(playback.getSnapshot().isReconnecting).toBe(false);
  });
});

describe('createPlayback with a live stream that stalls without a failure', () => {
  const stallMs = 8000;

  async function live() {
    const opened = await played(channel);
    opened.media.streamType = 'live';
    opened.media.runTo(11);
    return opened;
  }

  it('goes to the newest media after eight seconds, and says that it reconnects', async () => {
    const { media, playback } = await live();
    await vi.advanceTimersByTimeAsync(stallMs - 1);
    expect(media.edgeVisits).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(media.edgeVisits).toBe(1);
    expect(playback.getSnapshot().isReconnecting).toBe(true);
    media.runTo(41, 12);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isReconnecting: false });
    expect(media.opened).toEqual(['/canal@start']);
  });

  it('opens the stream anew if that does not help, though the engine seeks and its buffer grows', async () => {
    const { media, playback } = await live();
    await vi.advanceTimersByTimeAsync(stallMs);
    media.currentTime = 45;
    media.receive(60);
    expect(playback.getSnapshot().isReconnecting).toBe(true);
    await vi.advanceTimersByTimeAsync(stallMs + 1);
    expect(media.opened).toEqual(['/canal@start', '/canal@start']);
    expect(playback.getSnapshot().isReconnecting).toBe(true);
    media.runTo(1);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isReconnecting: false });
  });

  it('opens it anew at once where the engine cannot go to the newest media', async () => {
    const { media } = await live();
    media.hasLiveEdge = false;
    await vi.advanceTimersByTimeAsync(stallMs + 1);
    expect(media.opened).toHaveLength(2);
  });

  it('waits for a segment that arrives slowly, and goes to the newest media once no more of it comes', async () => {
    const { media, playback } = await live();
    media.runTo(30);
    for (let second = 0; second < 30; second += 1) {
      media.receivedBytes += 1000;
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(media.edgeVisits).toBe(0);
    await vi.advanceTimersByTimeAsync(stallMs);
    expect(media.edgeVisits).toBe(1);
    media.runTo(42, 60);
    expect(playback.getSnapshot().isReconnecting).toBe(false);
  });

  it('counts no bytes while media lie ahead of a position that does not move', async () => {
    const { media } = await live();
    media.receive(60);
    for (let second = 0; second < 8; second += 1) {
      media.receivedBytes += 1000;
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(media.edgeVisits).toBe(1);
  });

  it('waits longer for the first media of a stream that was opened anew', async () => {
    const { media } = await live();
    media.hasLiveEdge = false;
    media.startsSlowly = true;
    await vi.advanceTimersByTimeAsync(stallMs + 1);
    expect(media.opened).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(media.opened).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(media.opened).toHaveLength(3);
  });

  it('keeps the wait for which a busy provider asks', async () => {
    const { media } = await live();
    media.interrupt(failureFromHttp({ status: 503, code: 'upstream.busy', retryAfterMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(59_000);
    expect([media.resumed, media.edgeVisits, media.opened.length]).toEqual([0, 0, 1]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(media.resumed).toBe(1);
  });

  it('gives up after five minutes, and no longer requests the stream', async () => {
    const { media, playback } = await live();
    await vi.advanceTimersByTimeAsync(fiveMinutesMs + 3 * stallMs);
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: { code: 'upstream.ended' } });
    expect(media.src).toBe('');
  });

  it('leaves a paused stream, a film, and a stream whose requests fail alone', async () => {
    const { media } = await live();
    media.pause();
    await vi.advanceTimersByTimeAsync(fiveMinutesMs);
    const { media: watched } = await played(film);
    await vi.advanceTimersByTimeAsync(fiveMinutesMs);
    const { media: failing } = await live();
    for (let requests = 0; requests < 20; requests += 1) {
      failing.interrupt(away);
      await vi.advanceTimersByTimeAsync(stallMs - 1);
      failing.dispatchEvent(new Event('progress'));
    }
    expect([media, watched, failing].map(({ edgeVisits, opened }) => edgeVisits + opened.length)).toEqual([
      1, 1, 1,
    ]);
  });
});
