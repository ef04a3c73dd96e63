import {
  decisiveStatuses,
  failureFromHttp,
  type HttpRefusal,
  type PlaybackFailure,
} from './playback-failure.ts';

/** What shaka-player says of an error. */
export interface DashErrorReport {
  /** `shaka.util.Error.Category`: 1 network, 2 text, 3 media, 4 manifest, 5 streaming, 6 protection, 7 the player. */
  category: number;
  /** `shaka.util.Error.Code`. */
  code: number;
  /** `false` is what it tries again by itself, such as the refresh of a live manifest. */
  isFatal: boolean;
  /** The answer behind a refused request. */
  refusal?: HttpRefusal | undefined;
}

const timeout = 1_003;
const interrupted: ReadonlySet<number> = new Set([7_000, 7_001, 7_003]);
/** Nothing in it that this browser can decode. */
const undecodable: ReadonlySet<number> = new Set([4_012, 4_032, 4_036]);

/**
 * Maps an error of shaka-player.
 *
 * @returns `undefined` for what is no failure: it goes on by itself, another source came first, or a subtitle cannot be read
 * @see https://shaka-player-demo.appspot.com/docs/api/shaka.util.Error.html
 */
export function failureFromDash(report: DashErrorReport): PlaybackFailure | undefined {
  const { category, code, refusal } = report;
  if (interrupted.has(code) || category === 2) return undefined;
  if (!report.isFatal && !decisiveStatuses.has(refusal?.status ?? 0)) return undefined;
  if (refusal !== undefined && refusal.status >= 400) return failureFromHttp(refusal);
  if (category === 1) {
    const isLate = code === timeout;
    return { source: 'network', code: isLate ? 'network.timeout' : 'network.unreachable', fatal: true };
  }
  if (category === 6) return { source: 'drm', code: 'drm.unsupported', fatal: true };
  if (undecodable.has(code)) return { source: 'media', code: 'media.codec', fatal: true };
  return { source: 'media', code: category === 4 ? 'media.format' : 'media.decode', fatal: true };
}
