import { wait, type Clock } from '../clock.ts';
import type { ExternalAnswer, ExternalEnd, ExternalPlayer, ExternalPlayerState } from '../external-player.ts';
import { createListeners } from '../listeners.ts';
import type { MpvClient } from './mpv-client.ts';
import { MpvFailure, replaced } from './mpv-failure.ts';

/*
 * The rules by which the product uses an external player: what plays is stopped first, and a second passes before the
 * next address is opened, because a provider that allows only one connection must see the old one end. A player that
 * ends with exit code 1 could not start; it is started again after two seconds, twice at most. A later request to play
 * or to stop takes the place of one that still waits.
 */

/** How long nothing is opened after something was stopped, in milliseconds. */
const restartWaitMs = 1000;
/** How long to wait before a player that could not start is started again, in milliseconds. */
const retryWaitMs = 2000;
const maxRetries = 2;

/** Makes mpv the product's external player. */
export function createMpvSession(client: MpvClient, clock: Clock): ExternalPlayer {
  const times = createListeners<number>();
  const ends = createListeners<ExternalEnd>();
  const errors = createListeners<MpvFailure>();
  /** Counts requests to play and to stop; the newest one is in force. */
  let turn = 0;
  /** Whether a request to play has not been answered yet: what mpv reports then belongs to what it replaces. */
  let isStarting = false;
  let stoppedAt = Number.NEGATIVE_INFINITY;

  client.onTime((seconds) => {
    if (!isStarting) times.tell(seconds);
  });
  client.onEnd((end) => {
    stoppedAt = clock.now();
    if (!isStarting) ends.tell(end);
  });
  client.onError((failure) => {
    stoppedAt = clock.now();
    if (!isStarting) errors.tell(failure);
  });

  return {
    name: 'mpv',
    look,
    async play(url, options) {
      turn += 1;
      const own = turn;
      isStarting = true;
      const answer = await playAs(own, { url, ...options });
      if (own === turn) isStarting = false;
      return answer;
    },
    async stop() {
      turn += 1;
      isStarting = false;
      await stopPlaying();
    },
    seek: client.seek,
    set: client.set,
    onTime: times.add,
    onError: errors.add,
    onEnd: ends.add,
    onChange: client.onChange,
  };

  async function playAs(
    own: number,
    source: { url: string; startTime: number; title: string },
  ): Promise<ExternalAnswer> {
    try {
      await stopPlaying();
      const restMs = stoppedAt + restartWaitMs - clock.now();
      if (restMs > 0) await wait(clock, restMs);
      await loadWithRetries(own, source);
      return { success: true };
    } catch (error) {
      const failure = own === turn ? readFailure(error) : replaced();
      return { success: false, code: failure.code, message: failure.message };
    }
  }

  async function loadWithRetries(
    own: number,
    source: { url: string; startTime: number; title: string },
  ): Promise<void> {
    for (let retries = 0; ; retries += 1) {
      if (own !== turn) throw replaced();
      try {
        await client.load(source);
        return;
      } catch (error) {
        if (retries === maxRetries || own !== turn || !/\bcode: 1\b/.test(readFailure(error).message))
          throw error;
      }
      await wait(clock, retryWaitMs);
    }
  }

  async function stopPlaying(): Promise<void> {
    const wasBusy = client.isBusy();
    // Also where nothing plays: a request to play may be waiting for mpv's start. A player that fails while it is
    // stopped is gone, and its connection with it.
    await client.stop().catch(() => {});
    if (wasBusy) stoppedAt = clock.now();
  }

  async function look(): Promise<ExternalPlayerState> {
    const own = turn;
    try {
      await client.open();
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'missing' || failure.code === 'too_old') return failure.code;
      throw failure;
    }
    // Nobody needs the player that was started to look at it, unless it was asked to play meanwhile.
    if (own === turn && !client.isBusy()) await client.close();
    return 'ready';
  }
}

const readFailure = (error: unknown): MpvFailure =>
  error instanceof MpvFailure ? error : new MpvFailure('start', 'mpv no se pudo iniciar.');
