import { failureFromHttp, type HttpRefusal, type PlaybackFailure } from './playback-failure.ts';

/** What shaka-player says of an error. */
export interface DashErrorReport {
  /** `shaka.util.Error.Category`: 1 network, 2 text, 3 media, 4 manifest, 5 streaming, 6 protection, 7 the player. */
  category: number;
  /** `shaka.util.Error.Code`. */
  code: number;
  /** The answer behind a refused request. */
  refusal?: HttpRefusal | undefined;
}

const timeout = 1_003;
const interrupted: ReadonlySet<number> = new Set([7_000, 7_001]);
/** No stream that this browser plays: its codecs, or what is in it. */
const unplayable: ReadonlySet<number> = new Set([3_015, 3_016, 4_011, 4_012, 4_032]);

/**
 * Maps an error of shaka-player.
 *
 * @returns `undefined` for what is nobody's failure: another source came first, or a subtitle cannot be read
 * @see https://shaka-player-demo.appspot.com/docs/api/shaka.util.Error.html
 */
export function failureFromDash({ category, code, refusal }: DashErrorReport): PlaybackFailure | undefined {
  if (interrupted.has(code) || category === 2) return undefined;
  if (refusal !== undefined && refusal.status >= 400) return failureFromHttp(refusal);
  if (category === 1) {
    const isLate = code === timeout;
    return { source: 'network', code: isLate ? 'network.timeout' : 'network.unreachable', fatal: true };
  }
  if (category === 6) return { source: 'drm', code: 'drm.unsupported', fatal: true };
  if (unplayable.has(code)) return { source: 'media', code: 'media.codec', fatal: true };
  return { source: 'media', code: category === 4 ? 'media.format' : 'media.decode', fatal: true };
}
