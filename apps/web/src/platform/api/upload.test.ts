import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith } from '../../../test/raw-server.ts';
import { sessionStore } from '../session/session-store.ts';
import { timeoutSentence } from './api-error.ts';
import { startUpload, uploadFile } from './upload.ts';

const route = 'POST /api/videos/upload-text';
const list = () => new File(['#EXTINF:-1,Uno\nhttp://e.example/1'], 'lista.m3u');

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('deviceId', 'a'.repeat(32));
  sessionStore.start({ token: 'ficha', user: { username: 'ada', role: 'admin', plan: 'premium' } });
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStore.end('absent');
  localStorage.clear();
});

describe('uploadFile', () => {
  it('sends the text fields before the file, and leaves out those without a value', async () => {
    const requests = await answerWith({ body: ['{}'] });
    const form = { categoria: 'serie', subcategoria: undefined } as never;
    await uploadFile(route, { field: 'file', file: list(), form }, () => {});
    const body = requests[0]?.body ?? '';
    expect(body).not.toContain('subcategoria');
    expect(body.indexOf('name="categoria"')).toBeGreaterThan(0);
    expect(body.indexOf('name="categoria"')).toBeLessThan(body.indexOf('filename="lista.m3u"'));
    expect(requests[0]?.headers['prefer']).toBeUndefined();
  });

  it('fails with the code and the sentence of the server', async () => {
    await answerWith({
      status: 413,
      body: ['{"code":"body.too_large","error":"El archivo es demasiado grande."}'],
    });
    await expect(uploadFile(route, { field: 'file', file: list() }, () => {})).rejects.toMatchObject({
      status: 413,
      code: 'body.too_large',
      serverMessage: 'El archivo es demasiado grande.',
    });
  });

  it('fails with answer.unreadable when a success is not JSON', async () => {
    await answerWith({ body: ['<h1>Bienvenido</h1>'] });
    await expect(uploadFile(route, { field: 'file', file: list() }, () => {})).rejects.toMatchObject({
      status: 200,
      code: 'answer.unreadable',
    });
  });

  it('fails with call.unreachable when the connection breaks', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await answerWith({ ending: 'broken' });
    await expect(uploadFile(route, { field: 'file', file: list() }, () => {})).rejects.toMatchObject({
      status: 0,
      code: 'call.unreachable',
    });
  });

  it('fails with call.aborted at once when the person cancels it', async () => {
    const stop = new AbortController();
    await answerWith(() => {
      stop.abort();
      return { ending: 'open' };
    });
    const { signal } = stop;
    await expect(uploadFile(route, { field: 'file', file: list(), signal }, () => {})).rejects.toMatchObject({
      status: 0,
      code: 'call.aborted',
    });
  });

  it('fails with call.timeout and its sentence when it takes too long', async () => {
    const { send } = XMLHttpRequest.prototype;
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
      this.timeout = 1;
      send.call(this, body);
    });
    await answerWith({ ending: 'open' });
    await expect(uploadFile(route, { field: 'file', file: list() }, () => {})).rejects.toMatchObject({
      code: 'call.timeout',
      serverMessage: timeoutSentence,
    });
  });
});

describe('startUpload', () => {
  it('asks the server not to wait for the end of the import, and returns its id', async () => {
    const requests = await answerWith({ status: 202, body: ['{"importId":"i1"}'] });
    const percents: number[] = [];
    const answer = await startUpload(route, { field: 'file', file: list() }, (each) => percents.push(each));
    expect(answer).toEqual({ importId: 'i1' });
    expect(requests[0]?.headers['prefer']).toBe('respond-async');
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });
});
