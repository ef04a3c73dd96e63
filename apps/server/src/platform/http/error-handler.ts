import { errorCatalogue, type ErrorBody, type ErrorCode } from '@butaca/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { readPostgresError } from './postgres-error.ts';

/** Maps error codes of Fastify and its plugins to error codes of the API. */
const byFastifyCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body.too_large',
  FST_REQ_FILE_TOO_LARGE: 'body.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body.wrong_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'body.wrong_type',
  FST_FILES_LIMIT: 'request.malformed',
  FST_PARTS_LIMIT: 'request.malformed',
  FST_FIELDS_LIMIT: 'request.malformed',
};

const byStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'route.not_found',
  413: 'body.too_large',
  415: 'body.wrong_type',
  429: 'limit.requests',
  431: 'request.headers_too_large',
  503: 'server.unavailable',
};

/** Converts any thrown value to an error of the API; unknown ones become `server.unexpected`. */
export function readError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('server.unexpected', { cause: error });
  const database = readPostgresError(error);
  if (database !== undefined) return database;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = byFastifyCode[code ?? ''] ?? byStatus[statusCode ?? 0];
  if (known !== undefined) {
    return new AppError(known, {
      cause: error,
      ...(known === 'server.unavailable' && { retryAfterSeconds: 5 }),
    });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('request.malformed', { cause: error });
  }
  return new AppError('server.unexpected', { cause: error });
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(readError(error), request, reply));
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request)
      ? sendMissingPage(request, reply)
      : sendError(new AppError('route.not_found'), request, reply),
  );
}

/** Whether a person has opened the address in a browser, and no program calls the API. */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');

/** What a browser shows of an address that does not exist; the pages of the web client are behind a `#`. */
const missingPage = `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>Esta página no existe · Butaca</title>
<h1>Esta página no existe.</h1>
<p>Comprueba la dirección, o <a href="/">vuelve al inicio</a> para seguir viendo.</p>
</html>
`;

function sendMissingPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.butacaErrorCode = 'route.not_found';
  return reply
    .code(404)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(missingPage);
}

/** Answers HTTP requests that Fastify refuses before any hook runs, such as URLs that cannot be decoded. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void sendError(readError(error), request, reply);
}

function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, sentence } = errorCatalogue[error.code];
  request.butacaErrorCode = error.code;
  // A refusal because something is in full use is expected, and may be frequent: the log gets its code without a stack.
  if (status === 503 && error.cause === undefined) request.log.warn({ code: error.code }, 'request refused');
  else if (status >= 500)
    request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
  else request.log.debug({ code: error.code }, 'request refused');
  const body: ErrorBody = {
    error: sentence,
    code: error.code,
    requestId: request.id,
    ...(error.details && { details: [...error.details] }),
    ...error.payload,
  };
  if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body);
}
