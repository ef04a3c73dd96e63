import {
  decisiveStatuses,
  failureFromHttp,
  type HttpRefusal,
  type PlaybackFailure,
} from './playback-failure.ts';

/** An error of shaka-player, reduced to the fields that are used in this package. */
export interface DashErrorReport {
  /**
   * The category of the shaka-player error (`shaka.util.Error.Category`): 1 network, 2 text, 3 media, 4 manifest, 5
   * streaming, 6 DRM, 7 the player.
   */
  category: number;
  /** The code of the shaka-player error (`shaka.util.Error.Code`). */
  code: number;
  /**
   * Whether the error ends playback; `false` for one after which shaka-player itself retries, such as a failed refresh
   * of a live manifest.
   */
  isFatal: boolean;
  /** The HTTP error response, if shaka-player failed because the server refused a request. */
  refusal?: HttpRefusal | undefined;
}

const timeout = 1_003;
const interrupted: ReadonlySet<number> = new Set([7_000, 7_001, 7_003]);
/** The error codes of shaka-player for DASH manifests without any variant that this browser can decode. */
const undecodable: ReadonlySet<number> = new Set([4_012, 4_032, 4_036]);

/**
 * Translates an error of shaka-player into our own description of a playback failure.
 *
 * @returns `undefined` for errors that do not end playback: retryable ones, those caused by opening another stream, and
 * those about subtitles
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
