import { pino, type Logger, type LoggerOptions } from 'pino';
import { systemClock } from './clock.ts';

export type Log = Logger;

/** Matches the addresses of streams on this server in a logged path; the stream token in them is secret. */
const streamToken = /(\/api\/stream\/)[^/?#]+/g;
/** Matches the token of a segment in the query of such an address. */
const segmentToken = /([?&]of=)[^&#\s]+/g;
/**
 * Matches what follows the scheme of any URL in a log message, except of the `file:` URLs of our own files, which appear
 * in stack traces. The match begins at the fixed text `://`, because a scheme of any length would be tried from each of
 * its letters, which takes time quadratic in the length of the text.
 */
const afterScheme = /(?<!\bfile):\/\/[^\s"'<>]+/gi;

/** How many characters of a request's path and query are logged. Strangers choose them, and each request is logged. */
const pathLength = 1_024;
const messageLength = 4_096;
const stackLength = 16_384;
/** How many causes of an error are logged: that of an error, its cause, and so on. */
const causesMax = 5;

/** Removes stream tokens and the addresses of providers from a path or message before it is logged. */
export function redactText(text: string): string {
  return text
    .replace(streamToken, '$1[token]')
    .replace(segmentToken, '$1[token]')
    .replace(afterScheme, '://[oculto]');
}

/** Redacts the first characters of a text. They are cut off before, so that the cost has a limit. */
const redactStart = (text: string, length: number): string =>
  text.length <= length ? redactText(text) : `${redactText(text.slice(0, length))}…`;

/**
 * Creates the product's logger: JSON lines with UTC times, without tokens, passwords and addresses of providers.
 *
 * @param destination - receives the lines; standard output by default
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${systemClock.now().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: (_line, _level, log) =>
      (log as RequestLog).reqId === undefined ? {} : { reqId: (log as RequestLog).reqId },
    redact: {
      paths: [
        'password',
        'token',
        'authorization',
        'address',
        'url_upstream',
        '*.password',
        '*.token',
        '*.authorization',
        '*.address',
        'headers.authorization',
        'headers.cookie',
      ],
      censor: '[oculto]',
    },
    serializers: {
      req: (request: { method: string; url: string; ip?: string; id?: string }) => ({
        method: request.method,
        url: redactStart(request.url, pathLength),
        ip: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: LoggedError) => serializeError(error, causesMax),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

interface RequestLog extends Log {
  reqId?: string;
}

/**
 * Creates the log of one request, whose lines carry the request's id. A child of pino has the same effect, but it
 * serialises what its lines carry when it is created, and most requests write no line.
 *
 * @param level - the lowest level of lines that a route with a level of its own writes
 */
export function createRequestLog(log: Log, reqId: string, level?: string): Log {
  if (level !== undefined) return log.child({ reqId }, { level });
  const own = Object.create(log) as RequestLog;
  own.reqId = reqId;
  return own;
}

type LoggedError = Error & { code?: unknown; constraint?: unknown };

/**
 * Converts an error for the log: type, message, stack and cause; of a database error the SQLSTATE and constraint, but
 * no values of rows.
 */
function serializeError(error: LoggedError, causes: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redactStart(error.message, messageLength),
    code: error.code,
    constraint: error.constraint,
    stack: redactStart(error.stack ?? '', stackLength),
    ...(causes > 0 && error.cause instanceof Error && { cause: serializeError(error.cause, causes - 1) }),
  };
}
