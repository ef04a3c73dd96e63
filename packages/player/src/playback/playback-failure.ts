/** The origin of a failure: the connection to our server, the provider, the media, their DRM, our server, or the browser. */
export type PlaybackFailureSource = 'network' | 'upstream' | 'media' | 'drm' | 'gateway' | 'unsupported';

/** The failure codes that this package itself assigns; other codes come from the gateway and are passed on unchanged. */
export type PlaybackFailureCode =
  | 'network.unreachable'
  | 'network.timeout'
  | 'session.expired'
  | 'stream.forbidden'
  | 'stream.not_found'
  | 'stream.expired'
  | 'stream.limit'
  | 'stream.refused'
  | 'stream.unplayable'
  | 'server.unexpected'
  | 'server.unavailable'
  | 'upstream.unreachable'
  | 'upstream.timeout'
  | 'upstream.ended'
  | 'media.format'
  | 'media.codec'
  | 'media.decode'
  | 'media.no_video'
  | 'media.no_audio'
  | 'drm.unsupported'
  | 'player.unloaded';

/** Why a stream does not play; the same type for every engine. */
export interface PlaybackFailure {
  source: PlaybackFailureSource;
  /** The failure's code, `noun.reason`; it is also the key of the message shown to people. */
  code: PlaybackFailureCode | (string & Record<never, never>);
  /** The HTTP status that caused the failure; absent when no response arrived or the status is unknown. */
  httpStatus?: number;
  /** Whether playback ends; `false` for a warning. */
  fatal: boolean;
  /** How long the server asked to wait before a retry, in milliseconds. */
  retryAfterMs?: number;
}

/** An HTTP error with which the gateway answers a stream request. */
export interface HttpRefusal {
  status: number;
  /** The `code` in the JSON body, if there was one. */
  code?: string | undefined;
  /** The wait from the `retry-after` header, in milliseconds. */
  retryAfterMs?: number | undefined;
}

const codeByStatus: Readonly<Record<number, PlaybackFailureCode>> = {
  401: 'session.expired',
  403: 'stream.forbidden',
  404: 'stream.not_found',
  409: 'stream.unplayable',
  410: 'stream.expired',
  429: 'stream.limit',
  500: 'server.unexpected',
  502: 'upstream.unreachable',
  503: 'server.unavailable',
  504: 'upstream.timeout',
};

const sourceByCode: Readonly<Record<string, PlaybackFailureSource>> = {
  'stream.not_found': 'upstream',
  'stream.refused': 'upstream',
  'stream.unplayable': 'unsupported',
};

/** Creates a fatal failure from an HTTP error; the code in its body takes precedence over its status. */
export function failureFromHttp({ status, code: bodyCode, retryAfterMs }: HttpRefusal): PlaybackFailure {
  const code =
    bodyCode ?? codeByStatus[status] ?? (status >= 500 ? 'upstream.unreachable' : 'stream.refused');
  const source = sourceByCode[code] ?? (code.startsWith('upstream.') ? 'upstream' : 'gateway');
  return {
    source,
    code,
    httpStatus: status,
    fatal: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** HTTP statuses that apply to the whole URL or to the person, not to one segment: no wait or other rendition helps. */
export const decisiveStatuses: ReadonlySet<number> = new Set([401, 403, 409, 410, 429]);

/** An error of hls.js, reduced to the fields that are used in this package. */
export interface HlsErrorReport {
  /** The error's value of hls.js's `ErrorTypes`. */
  type: string;
  /** The error's value of hls.js's `ErrorDetails`. */
  details: string;
  fatal: boolean;
  refusal?: HttpRefusal | undefined;
}

const hlsCodecDetails: ReadonlySet<string> = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
  'bufferIncompatibleCodecsError',
]);
const hlsFormatDetails: ReadonlySet<string> = new Set([
  'manifestParsingError',
  'levelParsingError',
  'levelEmptyError',
  'fragParsingError',
]);

/**
 * Maps an error of hls.js to a playback failure. Errors from which hls.js recovers give `undefined`, except HTTP statuses that
 * apply to every URL of the stream: these end playback at once.
 *
 * @see https://github.com/video-dev/hls.js/blob/master/docs/API.md#errors
 */
export function failureFromHls(report: HlsErrorReport): PlaybackFailure | undefined {
  const { type, details, refusal } = report;
  if (refusal !== undefined && decisiveStatuses.has(refusal.status)) return failureFromHttp(refusal);
  if (!report.fatal) return undefined;
  if (hlsCodecDetails.has(details)) return { source: 'media', code: 'media.codec', fatal: true };
  if (hlsFormatDetails.has(details)) return { source: 'media', code: 'media.format', fatal: true };
  if (type === 'keySystemError') return { source: 'drm', code: 'drm.unsupported', fatal: true };
  if (type !== 'networkError') return { source: 'media', code: 'media.decode', fatal: true };
  if (refusal !== undefined && refusal.status >= 400) return failureFromHttp(refusal);
  if (/time-?out$/i.test(details)) return { source: 'network', code: 'network.timeout', fatal: true };
  return { source: 'network', code: 'network.unreachable', fatal: true };
}

/**
 * Maps an error event of mpegts.js to a playback failure; all such events end playback.
 *
 * @param detail - the error's value of mpegts.js's `ErrorDetails`
 * @param status - the HTTP status, present when `detail` is `HttpStatusCodeInvalid`
 * @see https://github.com/xqq/mpegts.js/blob/master/docs/api.md#mpegtserrordetails
 */
export function failureFromMpegts(detail: string, status?: number): PlaybackFailure {
  switch (detail) {
    case 'HttpStatusCodeInvalid':
      return status === undefined || status < 400
        ? { source: 'network', code: 'network.unreachable', fatal: true }
        : failureFromHttp({ status });
    case 'Exception':
      return { source: 'network', code: 'network.unreachable', fatal: true };
    case 'ConnectingTimeout':
      return { source: 'network', code: 'network.timeout', fatal: true };
    case 'EarlyEof':
    case 'UnrecoverableEarlyEof':
      return { source: 'upstream', code: 'upstream.ended', fatal: true };
    case 'FormatError':
    case 'FormatUnsupported':
      return { source: 'media', code: 'media.format', fatal: true };
    case 'CodecUnsupported':
      return { source: 'media', code: 'media.codec', fatal: true };
    default:
      return { source: 'media', code: 'media.decode', fatal: true };
  }
}

/** The result of requesting a stream's URL again after the media element failed. */
export type AddressProbe = 'reachable' | 'late' | 'unreachable' | HttpRefusal;

/**
 * Maps a native `MediaError` to a playback failure. A `MediaError` contains no HTTP status, so the probe provides it.
 *
 * @param mediaErrorCode - 1 aborted, 2 network, 3 decode, 4 source not supported
 * @see https://html.spec.whatwg.org/multipage/media.html#error-codes
 */
export function failureFromMediaError(mediaErrorCode: number, probe: AddressProbe): PlaybackFailure {
  if (typeof probe === 'object') return failureFromHttp(probe);
  if (probe === 'late') return { source: 'network', code: 'network.timeout', fatal: true };
  if (probe === 'unreachable') return { source: 'network', code: 'network.unreachable', fatal: true };
  // The gateway's URL is reachable, so the connection between the gateway and the provider ended or became too slow.
  if (mediaErrorCode <= 2) return { source: 'upstream', code: 'upstream.ended', fatal: true };
  return { source: 'media', code: mediaErrorCode === 3 ? 'media.decode' : 'media.format', fatal: true };
}

/**
 * Reads a `retry-after` header: a number of seconds, or an HTTP date.
 *
 * @returns the wait in milliseconds from `nowMs`, never negative; `undefined` for an absent or unreadable header
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const waitMs = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
