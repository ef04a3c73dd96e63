import { expect, it, onTestFinished, vi } from 'vitest';
import type { PlaybackFailure } from '../playback/playback-failure.ts';
import type { EngineHost } from './engine.ts';
import type { MpegtsModule } from './load-mpegts.ts';
import { createMpegtsEngine } from './mpegts-engine.ts';

/**
 * A stand-in for the player of mpegts.js: like the real one, it still uses an inner object after it has called the
 * listener of an event, so a listener that destroys the player at once makes it throw.
 */
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
    BaseLoader: FakePlayer,
    Events: { ERROR: 'error' },
    LoggingControl: { applyConfig() {} },
    createPlayer: () => player,
  } as unknown as MpegtsModule;
  const closing = new AbortController();
  const failures: PlaybackFailure[] = [];
  const host = {
    video: {},
    reportFacts() {},
    countBytes() {},
    // Aborts the engine when it reports a failure, as `<stream-video>` does.
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

it('the mpegts engine reports a failure only after mpegts.js has finished its event', async () => {
  const { player, failures } = await openFake();
  player.tell('error', 'MediaMSEError');
  expect(failures).toEqual([]);
  await expect.poll(() => failures.length).toBe(1);
  expect(player.part).toBeNull();
});

it('the mpegts engine reports no failure of a stream that was closed', async () => {
  const { player, failures, closing } = await openFake();
  player.tell('error', 'MediaMSEError');
  closing.abort();
  await Promise.resolve();
  expect(failures).toEqual([]);
});
