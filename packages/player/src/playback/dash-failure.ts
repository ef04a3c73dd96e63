import {
  decisiveStatuses,
  failureFromHttp,
  type HttpRefusal,
  type PlaybackFailure,
} from './playback-failure.ts';

/** An error of shaka-player, reduced to the fields that are used in this package. */
export interface DashErrorReport {
  /** The error's `shaka.util.Error.Category`: 1 network, 2 text, 3 media, 4 manifest, 5 streaming, 6 DRM, 7 the player. */
  category: number;
  /** The error's `shaka.util.Error.Code`. */
  code: number;
  /** `false` for errors after which shaka-player itself retries, such as a failed refresh of a live manifest. */
  isFatal: boolean;
  /** The HTTP error response, if the error is a refused request. */
  refusal?: HttpRefusal | undefined;
}

const timeout = 1_003;
const interrupted: ReadonlySet<number> = new Set([7_000, 7_001, 7_003]);
/** The shaka-player error codes for manifests without any variant that this browser can decode. */
const undecodable: ReadonlySet<number> = new Set([4_012, 4_032, 4_036]);

/**
 * Maps an error of shaka-player to a playback failure.
 *
 * @returns `undefined` for errors that do not end playback: retryable, caused by opening another source, or about a subtitle
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
