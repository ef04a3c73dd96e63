import type { NativePlayer, NativePlayerEvent, PlayerAnswer } from '../interface/bridge.ts';
import { isRecord } from '../base/is-record.ts';
import type { CapacitorGlobals } from './capacitor-globals.ts';

/** The shells' own plugin that plays media in full screen. */
export const playerPlugin = 'ButacaPlayer';

const eventNames = ['play', 'pause', 'stop', 'seek', 'time', 'error', 'ended', 'next'] as const;
type EventName = NativePlayerEvent['name'];

/** What is said where the plugin has failed without a sentence. */
const unknownFailure = 'El reproductor no respondió.';

export function createNativePlayer(capacitor: CapacitorGlobals): NativePlayer {
  const ask = async (method: string, options: Record<string, unknown> = {}): Promise<PlayerAnswer> => {
    try {
      return readAnswer(await capacitor.nativePromise(playerPlugin, method, options));
    } catch (error) {
      const message = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : '';
      return { success: false, message: message || unknownFailure };
    }
  };
  return {
    async abilities() {
      const answer = await capacitor.nativePromise(playerPlugin, 'abilities');
      const abilities = isRecord(answer) ? answer['abilities'] : undefined;
      return Array.isArray(abilities) ? abilities.filter((ability) => typeof ability === 'string') : [];
    },
    play: (media) => ask('play', { ...media }),
    stop: () => ask('stop'),
    pause: () => ask('pause'),
    resume: () => ask('resume'),
    seek: (time) => ask('seek', { time }),
    on(listener) {
      const handles = eventNames.map((name) =>
        capacitor.addListener(playerPlugin, name, (data) => {
          const event = readEvent(name, data);
          if (event !== undefined && isListening) listener(event);
        }),
      );
      let isListening = true;
      return () => {
        if (!isListening) return;
        isListening = false;
        for (const handle of handles) handle.remove().catch(() => {});
      };
    },
  };
}

function readAnswer(answer: unknown): PlayerAnswer {
  if (!isRecord(answer) || typeof answer['success'] !== 'boolean')
    return { success: false, message: unknownFailure };
  const message = typeof answer['message'] === 'string' ? answer['message'] : '';
  return answer['success']
    ? { success: true, message }
    : { success: false, message: message || unknownFailure };
}

/** Reads an event of the plugin; `undefined` when it lacks what it has to say. */
function readEvent(name: EventName, data: unknown): NativePlayerEvent | undefined {
  const { time, duration, message } = isRecord(data) ? data : {};
  switch (name) {
    case 'seek':
      return isTime(time) ? { name, time } : undefined;
    case 'time':
      return isTime(time) ? { name, time, duration: isTime(duration) ? duration : undefined } : undefined;
    case 'error':
      return { name, message: typeof message === 'string' && message !== '' ? message : unknownFailure };
    default:
      return { name };
  }
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
