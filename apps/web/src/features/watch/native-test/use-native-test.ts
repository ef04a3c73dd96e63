import type { NativePlayer, NativePlayerEvent } from '@butaca/bridge';
import { useEffect, useRef, useState } from 'react';
import type { Sample } from './samples.ts';

/** How many reports of the player are shown, the newest first. */
const shownLines = 12;

interface Line {
  key: number;
  text: string;
}

const words: Record<NativePlayerEvent['name'], string> = {
  play: 'Reproduce',
  pause: 'En pausa',
  stop: 'Cerrado',
  seek: 'Salto',
  time: 'Posición',
  error: 'Error',
  ended: 'Terminado',
  next: 'Siguiente',
};

/**
 * Plays samples in a native player.
 *
 * @returns the failure in the words of docs/requisitos.md, R8.9, the player's reports, and what the buttons do
 */
export function useNativeTest(player: NativePlayer) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [failure, setFailure] = useState<string>();
  const last = useRef<Sample>(undefined);

  useEffect(() => {
    const undo = player.on((event) => {
      setLines((before) =>
        [{ key: (before[0]?.key ?? 0) + 1, text: describe(event) }, ...before].slice(0, shownLines),
      );
      if (event.name === 'error') setFailure(`Error del reproductor: ${event.message}`);
    });
    return () => {
      undo();
      void player.stop();
    };
  }, [player]);

  const start = async (sample: Sample, failureWords: string): Promise<void> => {
    last.current = sample;
    setFailure(undefined);
    const { success, message } = await player.play({
      url: new URL(sample.path, location.origin).href,
      title: sample.title,
      startTime: 0,
      isLive: false,
      hasNext: false,
    });
    if (!success && last.current === sample) setFailure(`${failureWords}: ${message}`);
  };
  return {
    failure,
    lines,
    play: (sample: Sample) => void start(sample, 'Error al iniciar el reproductor'),
    retry: () => void (last.current && start(last.current, 'Error al reintentar')),
    stop: () => void player.stop(),
  };
}

function describe(event: NativePlayerEvent): string {
  const word = words[event.name];
  return event.name === 'seek' || event.name === 'time' ? `${word}: ${event.time.toFixed(1)} s` : word;
}
