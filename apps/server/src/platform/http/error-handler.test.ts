import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { readError } from './error-handler.ts';

const thrown = (more: object) => Object.assign(new Error('x'), more);

describe('readError for the framework’s errors', () => {
  it.each([
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'body.too_large'],
    [{ code: 'FST_REQ_FILE_TOO_LARGE', statusCode: 413 }, 'body.too_large'],
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 'body.wrong_type'],
    [{ code: 'FST_INVALID_MULTIPART_CONTENT_TYPE', statusCode: 406 }, 'body.wrong_type'],
    [{ code: 'FST_FILES_LIMIT', statusCode: 413 }, 'request.malformed'],
    [{ code: 'FST_PARTS_LIMIT', statusCode: 413 }, 'request.malformed'],
    [{ code: 'FST_FIELDS_LIMIT', statusCode: 413 }, 'request.malformed'],
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
  ])('reads %j as %s, with the original as its cause', (more, code) => {
    const error = thrown(more);
    const read = readError(error);
    expect([read.code, read.cause]).toEqual([code, error]);
    expect(read.retryAfterSeconds).toBe(code === 'server.unavailable' ? 5 : undefined);
  });

  it('returns an AppError unchanged', () => {
    const error = new AppError('channel.not_found');
    expect(readError(error)).toBe(error);
  });
});

describe('readError for connection errors', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])(
    'reads %s as server.unavailable only while connecting',
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
  ])('reads a message of the driver without a code as server.unavailable: %s', (message) => {
    expect(readError(new Error(message)).code).toBe('server.unavailable');
    expect(readError(new Error(`not: ${message}`)).code).toBe('server.unexpected');
  });

  it('reads an error that only resembles one of Postgres as server.unexpected', () => {
    expect(readError(thrown({ code: '23505' })).code).toBe('server.unexpected');
    expect(readError(thrown({ code: 23_505, severity: 'ERROR' })).code).toBe('server.unexpected');
  });
});
