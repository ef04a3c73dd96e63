import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { readError } from './error-handler.ts';

const thrown = (more: object) => Object.assign(new Error('x'), more);

describe('what the framework throws', () => {
  it.each([
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'body.too_large'],
    [{ code: 'FST_REQ_FILE_TOO_LARGE', statusCode: 413 }, 'body.too_large'],
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 'body.wrong_type'],
    [{ code: 'FST_INVALID_MULTIPART_CONTENT_TYPE', statusCode: 406 }, 'body.wrong_type'],
    [{ code: 'FST_FILES_LIMIT', statusCode: 413 }, 'request.malformed'],
    [{ code: 'FST_PARTS_LIMIT', statusCode: 413 }, 'request.malformed'],
    [{ code: 'FST_FIELDS_LIMIT', statusCode: 413 }, 'request.malformed'],
    [{ code: 'FST_UNDER_PRESSURE', statusCode: 503 }, 'server.unavailable'],
    [{ code: 'FST_ERR_NEW', statusCode: 404 }, 'route.not_found'],
    [{ statusCode: 413 }, 'body.too_large'],
    [{ statusCode: 415 }, 'body.wrong_type'],
    [{ statusCode: 429 }, 'limit.requests'],
    [{ statusCode: 431 }, 'request.headers_too_large'],
    [{ statusCode: 503 }, 'server.unavailable'],
    [{ statusCode: 400 }, 'request.malformed'],
    [{ statusCode: 499 }, 'request.malformed'],
    [{ statusCode: 399 }, 'server.unexpected'],
    [{ statusCode: 500 }, 'server.unexpected'],
    [{ code: 'ERR_NEW' }, 'server.unexpected'],
    [{}, 'server.unexpected'],
  ])('%j is told as %s, with itself as the cause', (more, code) => {
    const error = thrown(more);
    const read = readError(error);
    expect([read.code, read.cause]).toEqual([code, error]);
    expect(read.retryAfterSeconds).toBe(code === 'server.unavailable' ? 5 : undefined);
  });

  it('is left as it is where it is an error of the API', () => {
    const error = new AppError('channel.not_found');
    expect(readError(error)).toBe(error);
  });
});

describe('a failure of a connection', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])(
    'with %s is told as a database that cannot be reached, when it was connecting',
    (code) => {
      expect(readError(thrown({ code, syscall: 'connect' })).code).toBe('server.unavailable');
      expect(readError(thrown({ code, syscall: 'open' })).code).toBe('server.unexpected');
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('that the driver tells by a sentence alone is known too: %s', (message) => {
    expect(readError(new Error(message)).code).toBe('server.unavailable');
    expect(readError(new Error(`not: ${message}`)).code).toBe('server.unexpected');
  });

  it('is not told of an error that only looks like one of the database', () => {
    expect(readError(thrown({ code: '23505' })).code).toBe('server.unexpected');
    expect(readError(thrown({ code: 23_505, severity: 'ERROR' })).code).toBe('server.unexpected');
  });
});
