import { pino, type Logger, type LoggerOptions } from 'pino';

export type Log = Logger;

/** Matches sealed stream addresses in a path; the stream token in it is secret. */
const streamToken = /(\/api\/stream\/)[^/?#]+/g;
/** Matches any URL except `file:` URLs of our own files, which appear in stack traces. */
const addressCredentials = /\b(?!file:)([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]+/gi;

/** Removes stream tokens and upstream addresses from a path or message. */
export function redactText(text: string): string {
  return text.replace(streamToken, '$1[token]').replace(addressCredentials, '$1[oculto]');
}

/**
 * Creates the product's logger: JSON lines with UTC times, without tokens, passwords and upstream addresses.
 *
 * @param destination - receives the lines; standard output by default
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
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

/**
 * Converts an error for the log: type, message, stack and cause; of a database error the SQLSTATE and constraint, but
 * no values.
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
