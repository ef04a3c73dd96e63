import type { OutputEvent, OutputPlayer } from './output-player.ts';

type NativeEvent =
  | { name: 'play' | 'pause' | 'stop' | 'ended' | 'next' }
  | { name: 'seek'; time: number }
  | { name: 'time'; time: number; duration: number | undefined }
  | { name: 'error'; message: string };

interface NativeAnswer {
  success: boolean;
  message: string;
}

/** What is needed of a shell's own player, see `NativePlayer` of `packages/bridge`. */
export interface NativePlayerNeeds {
  play(media: {
    url: string;
    title: string;
    startTime: number;
    isLive: boolean;
    hasNext: boolean;
  }): Promise<NativeAnswer>;
  stop(): Promise<NativeAnswer>;
  pause(): Promise<NativeAnswer>;
  resume(): Promise<NativeAnswer>;
  seek(time: number): Promise<NativeAnswer>;
  on(listener: (event: NativeEvent) => void): () => void;
}

/**
 * The code of every failure of the native player, which says why in a sentence only. It differs from mpv's codes: a phone
 * may play the same film converted, and mpv plays everything that the server could convert.
 */
const failed = 'native';

/** Plays in the full-screen player of a phone's shell. */
export function createNativeOutput(native: NativePlayerNeeds): OutputPlayer {
  // A request that the player does not get, because it has just been closed, changes nothing: the player tells of its
  // end with an event, and whoever asks again gets the sentence in the answer of `play`.
  const ask = (answer: Promise<NativeAnswer>): void => void answer.catch(() => {});
  return {
    notice: 'Se reproduce a pantalla completa',
    async play({ startSeconds, streamKind: _kind, ...media }) {
      const { success, message } = await native.play({ ...media, startTime: startSeconds });
      return success ? { success } : { success, code: failed, message };
    },
    stop: async () => void (await native.stop()),
    setPaused: (isPaused) => ask(isPaused ? native.pause() : native.resume()),
    seek: (seconds) => ask(native.seek(seconds)),
    on: (listener) => native.on((event) => readEvent(event).forEach(listener)),
  };
}

function readEvent(event: NativeEvent): OutputEvent[] {
  switch (event.name) {
    case 'play':
    case 'pause':
      return [{ name: 'paused', isPaused: event.name === 'pause' }];
    case 'stop':
      return [{ name: 'closed' }];
    case 'seek':
      return [{ name: 'time', seconds: event.time }];
    case 'time':
      return [
        { name: 'duration', seconds: event.duration },
        { name: 'time', seconds: event.time },
      ];
    case 'error':
      return [{ name: 'error', code: failed, message: event.message }];
    default:
      return [{ name: event.name }];
  }
}
