import { startFakeServer, type FakeServer } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith } from '../../../test/raw-server.ts';
import { sessionStore } from '../session/session-store.ts';
import { ApiError, messageOf, readErrorAnswer, reasonOf, timeoutSentence } from './api-error.ts';
import { addressOf, api, callHeaders, startCall } from './api.ts';
import { onSessionEnd } from './session-end.ts';
import { uploadFile } from './upload.ts';

const device = 'a'.repeat(32);
let server: FakeServer;

beforeEach(async () => {
  server = await startFakeServer();
  jsdom.reconfigure({ url: server.origin });
  localStorage.clear();
  localStorage.setItem('deviceId', device);
});
afterEach(async () => {
  vi.restoreAllMocks();
  sessionStore.end('absent');
  await server[Symbol.asyncDispose]();
});

function signInAs(username: string): void {
  // The account exists: all tests pass the name of an account that every fake server starts with.
  const account = server.memory.accounts.get(username)!;
  sessionStore.start({ token: server.signIn(username, device), user: account });
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof ApiError)) throw new Error(`no ApiError but ${String(failure)}`);
  return failure;
}

describe('api', () => {
  it('sends the device id on every call, and the token when somebody is signed in', async () => {
    await api('GET /api/channels/list', { query: { featured: 'true' } });
    signInAs('valentina');
    await api('GET /api/auth/me', {});
    const [visitor, person] = server.seen;
    expect(visitor?.headers).toMatchObject({ 'x-device-id': device });
    expect(visitor?.headers.authorization).toBeUndefined();
    expect(person?.headers).toMatchObject({ 'x-device-id': device });
    expect(person?.headers.authorization).toMatch(/^Bearer \S+$/);
  });

  it('sends no device id for a visitor without one, and makes none', async () => {
    localStorage.removeItem('deviceId');
    await api('GET /api/channels/list', { query: { featured: 'true' } });
    expect(server.seen[0]?.headers['x-device-id']).toBeUndefined();
    expect(localStorage.getItem('deviceId')).toBeNull();
  });

  it('fills in the path with escaped values, and leaves undefined values out of the query', () => {
    expect(addressOf('/api/channels/id/:id', { id: 'a/b' }, {})).toBe('/api/channels/id/a%2Fb');
    expect(addressOf('/api/x', {}, { section: 'Ñ & Cía', featured: undefined })).toBe(
      '/api/x?section=%C3%91+%26+C%C3%ADa',
    );
  });

  it('appends to a query in the route’s path, and replaces a missing parameter by nothing', () => {
    expect(addressOf('/api/videos?view=admin', {}, { page: '2' })).toBe('/api/videos?view=admin&page=2');
    expect(addressOf('/api/videos/:id/progress', {}, {})).toBe('/api/videos//progress');
  });

  it('makes a device id for a visitor who signs in or registers, and on no other call', () => {
    localStorage.removeItem('deviceId');
    expect(callHeaders('GET /api/home')).toEqual({});
    const made = callHeaders('POST /api/auth/login')['x-device-id'];
    expect(made).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(callHeaders('POST /api/auth/register')).toEqual({ 'x-device-id': made });
    expect(callHeaders('GET /api/home')).toEqual({ 'x-device-id': made });
  });

  it('asks the server with «Prefer: respond-async» not to wait for the end of an operation', async () => {
    const requests = await answerWith({ status: 202, body: ['{"importId":"i1"}'] });
    const accepted = await startCall('POST /api/admin/imports/:id/publish', {
      params: { id: 'i1' },
      body: { groups: [] },
    });
    expect(accepted).toEqual({ importId: 'i1' });
    expect(requests[0]?.headers['prefer']).toBe('respond-async');
  });

  it.each(['', '<h1>Hola</h1>', '{"videos":'])(
    'fails with answer.unreadable when the body of a success is %j',
    async (text) => {
      await answerWith({ body: [text] });
      const failure = await failureOf(api('GET /api/home', {}));
      expect(failure).toMatchObject({ status: 200, code: 'answer.unreadable' });
      expect(reasonOf(failure)).toBeUndefined();
    },
  );

  it('fails without a code when the answer is not JSON, and the caller’s sentence is shown', async () => {
    await answerWith({ status: 504, body: ['Gateway timeout'] });
    const failure = await failureOf(api('GET /api/home', {}));
    expect(failure).toMatchObject({ status: 504, code: '' });
    expect(messageOf(failure, 'Error al cargar.')).toBe('Error al cargar.');
  });

  it('fails with the code and the sentence of the server', async () => {
    signInAs('valentina');
    const failure = await failureOf(api('GET /api/channels/id/:id', { params: { id: 'no-existe' } }));
    expect(failure).toMatchObject({
      status: 404,
      code: 'channel.not_found',
      message: 'El canal no existe o ya no está disponible.',
    });
  });

  it('fails with call.unreachable when there is no answer, and the caller’s sentence is shown', async () => {
    await server[Symbol.asyncDispose]();
    const failure = await failureOf(api('GET /api/channels/sections', {}));
    expect(failure).toMatchObject({ status: 0, code: 'call.unreachable' });
    expect(messageOf(failure, 'Error al cargar canales.')).toBe('Error al cargar canales.');
  });

  it('fails with call.timeout and its sentence after five minutes', async () => {
    const wait = vi.spyOn(globalThis, 'setTimeout');
    const call = failureOf(api('POST /api/auth/login', { body: { username: 'lento', password: 'x' } }));
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    const [pass] = wait.mock.calls.find(([, ms]) => ms === 300_000) ?? [];
    (pass as () => void)();
    expect(await call).toMatchObject({ code: 'call.timeout', message: timeoutSentence });
  });

  it('rejects with an AbortError when the caller aborts it', async () => {
    const interest = new AbortController();
    const call = api('POST /api/auth/login', { body: { username: 'lento', password: 'x' } }, interest.signal);
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    interest.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the announcement that the session has ended', () => {
  async function endsOn(call: Promise<unknown>): Promise<boolean> {
    const listener = vi.fn<() => void>();
    const stop = onSessionEnd(listener);
    await failureOf(call);
    stop();
    return listener.mock.calls.length > 0;
  }

  it('is made when the server does not know the token', async () => {
    signInAs('valentina');
    server.memory.sessions.clear();
    expect(await endsOn(api('GET /api/channels/sections', {}))).toBe(true);
  });

  it('is made when a viewer makes a call of administrators', async () => {
    signInAs('valentina');
    expect(await endsOn(api('GET /api/admin/demo', {}))).toBe(true);
  });

  it('is not made after wrong credentials, an inactive account or a plan that is too low', async () => {
    const login = (username: string) => api('POST /api/auth/login', { body: { username, password: 'x' } });
    expect(await endsOn(login('nadie'))).toBe(false);
    expect(await endsOn(login('caido'))).toBe(false);
    signInAs('gerardo');
    expect(await endsOn(api('GET /api/channels/id/:id', { params: { id: 'liga-sur' } }))).toBe(false);
  });

  it('is not made when another session has started meanwhile', async () => {
    signInAs('valentina');
    server.memory.sessions.clear();
    const late = api('GET /api/channels/sections', {});
    signInAs('gerardo');
    expect(await endsOn(late)).toBe(false);
  });
});

describe('uploadFile', () => {
  const upload = (file: File, onPercent: (percent: number) => void = () => {}) =>
    uploadFile('POST /api/channels/admin/process-m3u', { field: 'm3uFile', file }, onPercent);

  it('sends the file with the headers of every call, and reports its progress', async () => {
    signInAs('ada');
    const percents: number[] = [];
    const result = await upload(new File(['#EXTINF:-1,Uno\nhttp://e.example/1'], 'lista.m3u'), (percent) =>
      percents.push(percent),
    );
    expect(result.added).toBe(1);
    expect(percents.at(-1)).toBe(100);
    expect(server.seen[0]?.headers).toMatchObject({ 'x-device-id': device });
  });

  it('fails with the code of the server', async () => {
    signInAs('ada');
    const failure = await failureOf(upload(new File(['nada'], 'foto.png')));
    expect(failure).toMatchObject({ status: 400, code: 'list.wrong_extension' });
  });

  it('has a timeout of ten minutes', async () => {
    signInAs('ada');
    const seen: number[] = [];
    const send = XMLHttpRequest.prototype.send;
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
      seen.push(this.timeout);
      send.call(this, body);
    });
    await upload(new File(['#EXTINF:-1,Uno\nhttp://e.example/1'], 'lista.m3u'));
    expect(seen).toEqual([600_000]);
  });
});

describe('readErrorAnswer', () => {
  it.each([
    [{ error: 'Uno.', message: 'Dos.', code: 'a.b' }, 'Uno.'],
    [{ message: 'Dos.' }, 'Dos.'],
    [{ error: '', message: 'Dos.' }, 'Dos.'],
    [{ error: { text: 'Uno.' } }, 'por defecto'],
    ['<html>', 'por defecto'],
    [undefined, 'por defecto'],
    [
      { code: 'input.invalid', error: 'Hay datos.', details: [{ path: 'username', message: 'Es corto.' }] },
      'Es corto.',
    ],
    [{ code: 'input.invalid', error: 'Hay datos.' }, 'Hay datos.'],
  ])('reads from the body %j the sentence «%s»', (body, sentence) => {
    expect(messageOf(readErrorAnswer(400, body), 'por defecto')).toBe(sentence);
  });
});
