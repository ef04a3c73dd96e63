import { text } from 'node:stream/consumers';
import { defineEndpoint, type ErrorBody } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';
import { createServeEndpoint } from './serve-endpoint.ts';

const uploadLimitBytes = 1_000;
const endpoint = defineEndpoint({
  method: 'POST',
  path: '/api/list',
  access: 'anyone',
  summary: '',
  input: {},
  file: 'list',
  form: z.object({ section: z.string().min(2).optional(), place: z.enum(['uno', 'dos']).optional() }),
  output: z.object({ fileName: z.string(), text: z.string(), isTruncated: z.boolean(), form: z.any() }),
  errors: ['list.missing', 'backup.missing'],
});
const otherEndpoint = defineEndpoint({ ...endpoint, path: '/api/backup' });

let app: FastifyInstance;
beforeAll(async () => {
  app = await createHttpServer({
    // A busy machine makes the event loop late, and is no reason to refuse a call here.
    eventLoopDelayLimitMs: 0,
    log: createLog('silent'),
    trustedProxies: [],
    isSecure: false,
    uploadLimitBytes,
  });
  const serve = createServeEndpoint<never>(app, {
    readSession: async () => undefined,
    isAdmin: () => false,
    mustChangePassword: () => false,
    headersOf: () => ({}),
    accountIdOf: () => '',
    countRequest: async () => undefined,
  });
  serve(endpoint, async (_request, { upload }) => {
    const { fileName, stream, isTruncated, form } = await upload();
    return { fileName, text: await text(stream), isTruncated: isTruncated(), form: await form() };
  });
  serve(otherEndpoint, async (_request, { upload }) => {
    const { stream, expectedBytes, isTruncated, form } = await upload('backup.missing');
    return {
      fileName: String(expectedBytes),
      text: await text(stream),
      isTruncated: isTruncated(),
      form: await form(),
    };
  });
  await app.ready();
});
afterAll(() => app.close());

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string, fileName = 'lista.m3u') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n${value}\r\n`;
const end = '--x--\r\n';

const send = (
  parts: readonly string[],
  { url = '/api/list', type = 'multipart/form-data; boundary=x' } = {},
) => app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: parts.join('') });
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  `${statusCode} ${(JSON.parse(body) as ErrorBody).code}`;

describe('an upload', () => {
  it('is read with the form fields before and after the file', async () => {
    const response = await send([
      field('section', 'Cine'),
      file('list', '#EXTM3U\n', 'mi lista.m3u'),
      field('place', 'dos'),
      end,
    ]);
    expect(response.json()).toEqual({
      fileName: 'mi lista.m3u',
      text: '#EXTM3U\n',
      isTruncated: false,
      form: { section: 'Cine', place: 'dos' },
    });
  });

  it('needs no fields, and its file may be empty', async () => {
    expect((await send([file('list', ''), end])).json()).toMatchObject({ text: '', form: {} });
  });

  it('has the size of its whole request', async () => {
    const parts = [file('list', 'x'.repeat(100)), end];
    const response = await send(parts, { url: '/api/backup' });
    expect(response.json<{ fileName: string }>().fileName).toBe(String(parts.join('').length));
  });

  it.each([
    [uploadLimitBytes, 200],
    [uploadLimitBytes + 1, 413],
  ])('of %i bytes is answered with %i', async (bytes, status) => {
    expect((await send([file('list', 'x'.repeat(bytes)), end])).statusCode).toBe(status);
  });

  it.each([
    ['no file', [field('section', 'Cine'), end], '400 list.missing'],
    ['nothing at all', [end], '400 list.missing'],
    ['a file under another name alone', [file('other', 'x'), end], '400 list.missing'],
    ['two files', [file('list', 'a'), file('list', 'b'), end], '400 request.malformed'],
    ['another file first', [file('other', 'a'), file('list', 'b'), end], '400 request.malformed'],
    [
      'a field twice',
      [field('place', 'uno'), field('place', 'dos'), file('list', 'a'), end],
      '400 request.malformed',
    ],
    [
      'a field twice, around the file',
      [field('place', 'uno'), file('list', 'a'), field('place', 'dos'), end],
      '400 request.malformed',
    ],
    [
      'a field too long',
      [field('section', 'x'.repeat(10_001)), file('list', 'a'), end],
      '400 request.malformed',
    ],
    [
      'more fields than any form has',
      [...Array.from({ length: 11 }, (_, nth) => field(`f${nth}`, 'x')), file('list', 'a'), end],
      '400 request.malformed',
    ],
    ['a field out of its list', [file('list', 'a'), field('place', 'tres'), end], '400 input.invalid'],
    ['a body that is no form', ['#EXTM3U'], '400 request.malformed'],
  ])('of %s is refused', async (_what, parts, refusal) => {
    expect(codeOf(await send(parts))).toBe(refusal);
  });

  it('is refused with the names of the invalid fields', async () => {
    const response = await send([file('list', 'a'), field('place', 'tres'), field('section', 'x'), end]);
    expect(response.json<ErrorBody>().details?.map(({ path }) => path)).toEqual(['section', 'place']);
  });

  it('without a file is refused with the error of its endpoint', async () => {
    expect(codeOf(await send([end], { url: '/api/backup' }))).toBe('400 backup.missing');
  });

  it('as a JSON body is refused with 415', async () => {
    expect(codeOf(await send(['{}'], { type: 'application/json' }))).toBe('415 body.wrong_type');
  });

  it.each([
    ['text/plain', '415 body.wrong_type'],
    ['application/octet-stream', '415 body.wrong_type'],
    ['multipart/form-data', '400 request.malformed'],
  ])('with the type %s is refused with %s', async (type, refusal) => {
    expect(codeOf(await send([file('list', 'a'), end], { type }))).toBe(refusal);
  });
});
