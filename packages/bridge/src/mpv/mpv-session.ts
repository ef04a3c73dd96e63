import { wait, type Clock } from '../base/clock.ts';
import type {
  ExternalAnswer,
  ExternalEnd,
  ExternalPlayer,
  ExternalPlayerState,
} from '../interface/external-player.ts';
import { createListeners } from '../base/listeners.ts';
import type { MpvClient, MpvSource } from './mpv-client.ts';
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
  const turns = createTurns(client, clock);

  // What mpv reports while a request to play is not answered yet belongs to what the request replaces.
  client.onTime((seconds) => {
    if (!turns.isStarting()) times.tell(seconds);
  });
  client.onEnd((end) => {
    turns.noteEnd();
    if (!turns.isStarting()) ends.tell(end);
  });
  client.onError((failure) => {
    turns.noteEnd();
    if (!turns.isStarting()) errors.tell(failure);
  });

  return {
    name: 'mpv',
    look: turns.look,
    play: (url, options) => turns.play({ url, ...options }),
    stop: turns.stop,
    seek: (time) => client.seek(time),
    set: (setting) => client.set(setting),
    onTime: times.add,
    onError: errors.add,
    onEnd: ends.add,
    onChange: (listener) => client.onChange(listener),
  };
}

/** Requests to play and to stop, of which only the newest is in force. */
interface Turns {
  play(source: MpvSource): Promise<ExternalAnswer>;
  stop(): Promise<void>;
  look(): Promise<ExternalPlayerState>;
  /** Tells that something has ended by itself. */
  noteEnd(): void;
  /** Whether a request to play has not been answered yet. */
  isStarting(): boolean;
}

function createTurns(client: MpvClient, clock: Clock): Turns {
  let turn = 0;
  let isStarting = false;
  let stoppedAt = Number.NEGATIVE_INFINITY;

  return {
    async play(source) {
      turn += 1;
      const own = turn;
      isStarting = true;
      const answer = await playAs(own, source);
      if (own === turn) isStarting = false;
      return answer;
    },
    async stop() {
      turn += 1;
      isStarting = false;
      await stopPlaying();
    },
    look,
    noteEnd: () => (stoppedAt = clock.now()),
    isStarting: () => isStarting,
  };

  async function playAs(own: number, source: MpvSource): Promise<ExternalAnswer> {
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

  async function loadWithRetries(own: number, source: MpvSource): Promise<void> {
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
