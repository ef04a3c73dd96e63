import type { StreamKind } from '../playback/source-routing.ts';
import type { OutputEvent, OutputPlayer } from './output-player.ts';

type Change =
  | { property: 'pause' | 'mute' | 'fullscreen' | 'eof-reached'; value: boolean }
  | { property: 'volume' | 'speed'; value: number }
  | { property: 'duration'; value: number | undefined }
  | { property: 'aid' | 'sid' | 'track-list'; value: unknown };

type Setting =
  | { property: 'pause' | 'mute'; value: boolean }
  | { property: 'volume' | 'speed'; value: number };

/** What is needed of a shell's external player, see `ExternalPlayer` of `packages/bridge`. */
export interface ExternalPlayerNeeds {
  play(
    url: string,
    options: { startTime: number; title: string; streamKind: StreamKind },
  ): Promise<{ success: true } | { success: false; code: string; message: string }>;
  stop(): Promise<void>;
  seek(seconds: number): Promise<void>;
  set(setting: Setting): Promise<void>;
  onTime(listener: (seconds: number) => void): () => void;
  onError(listener: (failure: { code: string; message: string }) => void): () => void;
  onEnd(listener: (end: 'ended' | 'closed') => void): () => void;
  onChange(listener: (change: Change) => void): () => void;
}

/** mpv gives its volume in percent, and amplifies beyond 100. */
const fullVolume = 100;

/** Plays in mpv, through the external player of a shell. */
export function createMpvOutput(external: ExternalPlayerNeeds): OutputPlayer {
  // A request that mpv does not get, because it has just ended, changes nothing; its end is reported as an event.
  const set = (setting: Setting): void => void external.set(setting).catch(() => {});
  return {
    notice: 'Se reproduce en mpv',
    play: ({ url, title, startSeconds, streamKind }) =>
      external.play(url, { startTime: startSeconds, title, streamKind }),
    stop: () => external.stop(),
    setPaused: (value) => set({ property: 'pause', value }),
    seek: (seconds) => void external.seek(seconds).catch(() => {}),
    setVolume: (volume) => set({ property: 'volume', value: volume * fullVolume }),
    setMuted: (value) => set({ property: 'mute', value }),
    setRate: (value) => set({ property: 'speed', value }),
    on(listener) {
      const undo = [
        external.onTime((seconds) => listener({ name: 'time', seconds })),
        external.onError((failure) => listener({ name: 'error', ...failure })),
        external.onEnd((name) => listener({ name })),
        external.onChange((change) => {
          const event = readChange(change);
          if (event !== undefined) listener(event);
        }),
      ];
      return () => undo.forEach((end) => end());
    },
  };
}

function readChange({ property, value }: Change): OutputEvent | undefined {
  switch (property) {
    case 'pause':
      return { name: 'paused', isPaused: value };
    case 'mute':
      return { name: 'muted', isMuted: value };
    case 'volume':
      return { name: 'volume', volume: Math.min(1, value / fullVolume) };
    case 'speed':
      return { name: 'rate', rate: value };
    case 'duration':
      return { name: 'duration', seconds: value };
    default:
      return undefined;
  }
}
