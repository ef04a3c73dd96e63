import type { Clock } from '../../../../platform/clock.ts';

/**
 * How long a hardware encoder may make nothing, in ms, before it is taken for hanging: where it makes segments, of which each takes
 * seconds, and where it sends each picture as it is made. A player connects anew after eight seconds.
 */
export const encoderSilentMs = { segments: 12_000, pictures: 5_000 };

/** Watches that something comes of a hardware encoder. Disposing of it ends the watch. */
export interface EncoderWatch extends Disposable {
  /** Notes that the encoder has made something. */
  note(): void;
}

const lookEveryMs = 1_000;

/**
 * Looks each second whether a hardware encoder hangs.
 *
 * @param needs.isExcused - whether it has nothing to do now: it is paused, or its source is silent; it has all its time again
 *   afterwards
 * @param needs.onHang - called once
 */
export function watchEncoder(needs: {
  clock: Pick<Clock, 'steadyMs' | 'every'>;
  silentMs: number;
  isExcused(): boolean;
  onHang(): void;
}): EncoderWatch {
  const { clock, silentMs } = needs;
  let busySinceMs = clock.steadyMs();
  const note = (): void => {
    busySinceMs = clock.steadyMs();
  };
  const cancel = clock.every(lookEveryMs, () => {
    if (needs.isExcused()) return note();
    if (clock.steadyMs() - busySinceMs < silentMs) return;
    cancel();
    needs.onHang();
  });
  return { note, [Symbol.dispose]: cancel };
}
