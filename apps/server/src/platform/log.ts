import { pino, type Logger, type LoggerOptions } from 'pino';

export type Log = Logger;

/** What sealed stream addresses look like in a path; the token is the secret. */
const streamToken = /(\/api\/stream\/)[^/?#]+/g;
/** Any address but those of our own files, which a stack is made of. */
const addressCredentials = /\b(?!file:)([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]+/gi;

/** A path or message without stream tokens and without upstream addresses. */
export function redactText(text: string): string {
  return text.replace(streamToken, '$1[token]').replace(addressCredentials, '$1[oculto]');
}

/**
 * The product's logger: JSON lines in UTC on standard output, with tokens, passwords and upstream addresses taken out.
 *
 * @param destination - where lines go; standard output when absent
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

/** Type, message, stack and cause; a database error keeps its state and constraint, never its values. */
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
