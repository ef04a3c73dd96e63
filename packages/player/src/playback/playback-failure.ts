/**
 * Where a playback failure comes from: the connection to our server (`network`), the provider's server (`upstream`),
 * the media, their DRM, our streaming proxy (`gateway`), or the browser (`unsupported`).
 */
export type PlaybackFailureSource = 'network' | 'upstream' | 'media' | 'drm' | 'gateway' | 'unsupported';

/**
 * The codes of playback failures that the player itself assigns; other codes come from our streaming proxy and are
 * passed on unchanged.
 */
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
  | 'upstream.gone'
  | 'media.format'
  | 'media.codec'
  | 'media.decode'
  | 'media.no_video'
  | 'media.no_audio'
  | 'drm.unsupported'
  | 'player.unloaded';

/** Why a stream does not play, in the same form for every engine (hls.js, shaka-player, mpegts.js, the browser). */
export interface PlaybackFailure {
  source: PlaybackFailureSource;
  /**
   * The code of the playback failure, `noun.reason`, such as `media.codec`; it is also the key of the message shown to
   * people.
   */
  code: PlaybackFailureCode | (string & Record<never, never>);
  /** The HTTP status that caused the playback failure; absent when no response arrived or the status is unknown. */
  httpStatus?: number;
  /** Whether the playback failure ends playback; `false` for a warning. */
  fatal: boolean;
  /** How long the server asked to wait before the stream is requested again, in milliseconds. */
  retryAfterMs?: number;
  /** The server's own sentence for people about the cause; absent when its answer had none. */
  sentence?: string;
}

/** An HTTP error with which our streaming proxy answers the request for a stream. */
export interface HttpRefusal {
  status: number;
  /** The error code in the JSON body of the HTTP error, if it has one. */
  code?: string | undefined;
  /** The sentence for people in the JSON body of the HTTP error, if it has one. */
  sentence?: string | undefined;
  /**
   * How long the server asks the player to wait before it requests the stream again, in milliseconds, from the
   * `retry-after` header.
   */
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

/**
 * Describes an HTTP error of the streaming proxy as a fatal playback failure; an error code in its body takes
 * precedence over its status.
 */
export function failureFromHttp(refusal: HttpRefusal): PlaybackFailure {
  const { status, code: bodyCode, retryAfterMs, sentence } = refusal;
  const code =
    bodyCode ?? codeByStatus[status] ?? (status >= 500 ? 'upstream.unreachable' : 'stream.refused');
  const source = sourceByCode[code] ?? (code.startsWith('upstream.') ? 'upstream' : 'gateway');
  return {
    source,
    code,
    httpStatus: status,
    fatal: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(sentence === undefined ? {} : { sentence }),
  };
}

/**
 * HTTP statuses of a media segment that apply to the whole stream or to the person, not only to this segment: neither
 * waiting nor another video quality helps.
 */
export const decisiveStatuses: ReadonlySet<number> = new Set([401, 403, 409, 410, 429]);

/**
 * Codes of our streaming proxy for causes that last until the provider or an administrator changes something: a removed
 * stream, a wrong account, a web page instead of media. A retry only delays the sentence that says so.
 */
const finalCode =
  /^upstream\.(?:blocked|certificate|forbidden|gone|page|protected|protocol|refused|unauthorized)$/;

/** Whether a failure code names a cause that no retry can remedy. */
export const isFinal = (code = ''): boolean => finalCode.test(code);

/** Whether a playback failure says that the connection, the provider or the proxy is away, so that media stop coming. */
export const isOutage = ({ source, code, httpStatus = 0 }: PlaybackFailure): boolean =>
  (source === 'network' || source === 'upstream' || source === 'gateway') &&
  (httpStatus === 0 || httpStatus >= 500) &&
  !isFinal(code);

/**
 * Whether a playback failure says that our own server, or the way to it, is away: it is closing, being started anew, or
 * not reached. Nothing is then known of the provider. An answer without a sentence is one of a proxy before our server.
 */
export const isServerAway = ({ code, httpStatus = 0, sentence }: PlaybackFailure): boolean =>
  code === 'network.unreachable' ||
  code === 'server.unavailable' ||
  code === 'server.busy' ||
  (sentence === undefined && httpStatus >= 502 && httpStatus <= 504 && !isFinal(code));

/** An error of hls.js, reduced to the fields that are used in this package. */
export interface HlsErrorReport {
  /** The type of the hls.js error, a value of hls.js's `ErrorTypes`. */
  type: string;
  /** The exact kind of the hls.js error, a value of hls.js's `ErrorDetails`. */
  details: string;
  fatal: boolean;
  refusal?: HttpRefusal | undefined;
  /** Whether the video has no buffered media left to play, as before the first segment has arrived. */
  isDry?: boolean;
  /** Whether the stream has another video quality with which hls.js may continue. */
  hasOtherLevels?: boolean;
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
 * Translates an error of hls.js into our own description of a playback failure. Errors from which hls.js recovers give
 * `undefined`, except HTTP statuses that apply to every URL of the stream, and refusals that hls.js's own retries cannot
 * remedy once there is nothing left to play: these end playback at once.
 *
 * @see https://github.com/video-dev/hls.js/blob/master/docs/API.md#errors
 */
export function failureFromHls(report: HlsErrorReport): PlaybackFailure | undefined {
  const { type, details, refusal } = report;
  if (refusal !== undefined && decisiveStatuses.has(refusal.status)) return failureFromHttp(refusal);
  if (refusal !== undefined && endsDryStream(report, refusal)) return failureFromHttp(refusal);
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
 * Whether a refused playlist or segment ends a stream that has nothing left to play: the cause is final, or the provider
 * asks for a longer wait than hls.js's own retries take. Other refusals are left to hls.js, which may continue with the
 * next refresh, the next segment or another quality.
 */
const endsDryStream = (report: HlsErrorReport, { code, retryAfterMs }: HttpRefusal): boolean =>
  report.isDry === true &&
  /^(?:frag|key|level)LoadError$/.test(report.details) &&
  (report.details !== 'levelLoadError' || report.hasOtherLevels !== true) &&
  (isFinal(code) || (code === 'upstream.busy' && retryAfterMs !== undefined));

/**
 * Translates an error event of mpegts.js into our own description of a playback failure; all such events end playback.
 *
 * @param detail - the kind of error, a value of mpegts.js's `ErrorDetails`
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

/**
 * What came of requesting a stream's URL again after the media element failed: it answers, it answers too late, it
 * cannot be reached, or the server refuses it.
 */
export type AddressProbe = 'reachable' | 'late' | 'unreachable' | HttpRefusal;

/**
 * Translates the `MediaError` of a <video> into our own description of a playback failure. A `MediaError` has no HTTP
 * status, so the stream's URL was requested again to learn it (`probe`).
 *
 * @param mediaErrorCode - 1 aborted, 2 network, 3 decode, 4 source not supported
 * @see https://html.spec.whatwg.org/multipage/media.html#error-codes
 */
export function failureFromMediaError(mediaErrorCode: number, probe: AddressProbe): PlaybackFailure {
  if (typeof probe === 'object') return failureFromHttp(probe);
  if (probe === 'late') return { source: 'network', code: 'network.timeout', fatal: true };
  if (probe === 'unreachable') return { source: 'network', code: 'network.unreachable', fatal: true };
  // After a network error of the <video>, the stream's URL on our streaming proxy still answers: so the proxy's own
  // connection to the provider's server has ended or become too slow.
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
