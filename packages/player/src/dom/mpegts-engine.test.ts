import { expect, it, onTestFinished, vi } from 'vitest';
import type { PlaybackFailure } from '../playback/playback-failure.ts';
import type { EngineHost } from './engine.ts';
import { createMpegtsEngine, type MpegtsModule } from './mpegts-engine.ts';

/** A player that, like the one of mpegts.js, uses a part of itself after it has emitted an event. */
class FakePlayer {
  part: { uses: number } | null = { uses: 0 };
  readonly listeners = new Map<string, (...told: unknown[]) => void>();
  on(event: string, listener: (...told: unknown[]) => void): void {
    this.listeners.set(event, listener);
  }
  destroy(): void {
    this.part = null;
  }
  attachMediaElement(): void {}
  load(): void {}
  tell(event: string, detail?: string): void {
    this.listeners.get(event)?.('MediaError', detail, {});
    if (this.part === null) throw new TypeError('a part is used after the player was destroyed');
    this.part.uses += 1;
  }
}

async function openFake() {
  vi.stubGlobal('document', { baseURI: 'http://butaca.ejemplo/' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const player = new FakePlayer();
  const mpegts = {
    Events: { ERROR: 'error', LOADING_COMPLETE: 'loading_complete' },
    LoggingControl: { applyConfig() {} },
    createPlayer: () => player,
  } as unknown as MpegtsModule;
  const closing = new AbortController();
  const failures: PlaybackFailure[] = [];
  const host = {
    video: {},
    reportFacts() {},
    // A failure ends the stream, as it does when the player opens the stream anew.
    reportFailure(failure: PlaybackFailure) {
      failures.push(failure);
      closing.abort();
    },
  } as unknown as EngineHost;
  await createMpegtsEngine(mpegts)(
    host,
    { url: '/api/stream/x/video.ts', expectedStreamType: 'live', startSeconds: undefined },
    closing.signal,
  );
  return { player, failures, closing };
}

it.each([
  ['error', 'MediaMSEError'],
  ['loading_complete', undefined],
])('is told of a failure only after mpegts.js is through with its event: %s', async (event, detail) => {
  const { player, failures } = await openFake();
  player.tell(event, detail);
  expect(failures).toEqual([]);
  await expect.poll(() => failures.length).toBe(1);
  expect(player.part).toBeNull();
});

it('is told of no failure of a stream that it has left', async () => {
  const { player, failures, closing } = await openFake();
  player.tell('error', 'MediaMSEError');
  closing.abort();
  await Promise.resolve();
  expect(failures).toEqual([]);
});
