import { pino, type Logger, type LoggerOptions } from 'pino';

export type Log = Logger;

/** Matches the addresses of streams on this server in a logged path; the stream token in them is secret. */
const streamToken = /(\/api\/stream\/)[^/?#]+/g;
/** Matches any URL in a log message except `file:` URLs of our own files, which appear in stack traces. */
const addressCredentials = /\b(?!file:)([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]+/gi;

/** Removes stream tokens and the addresses of providers from a path or message before it is logged. */
export function redactText(text: string): string {
  return text.replace(streamToken, '$1[token]').replace(addressCredentials, '$1[oculto]');
}

/**
 * Creates the product's logger: JSON lines with UTC times, without tokens, passwords and addresses of providers.
 *
 * @param destination - receives the lines; standard output by default
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
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
        url: redactText(request.url),
        ip: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: serializeError,
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

/**
 * Converts an error for the log: type, message, stack and cause; of a database error the SQLSTATE and constraint, but
 * no values of rows.
 */
function serializeError(error: Error & { code?: unknown; constraint?: unknown }): Record<string, unknown> {
  return {
    type: error.name,
    message: redactText(error.message),
    code: error.code,
    constraint: error.constraint,
    stack: redactText(error.stack ?? ''),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) }),
  };
}
