import { startFakeServer, type FakeServer } from '@butaca/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../session/session-store.ts';
import type { ApiError } from './api-error.ts';
import { readEvents } from './event-stream.ts';
import { startUpload } from './upload.ts';

const device = 'a'.repeat(32);
const events = 'GET /api/admin/imports/:id/events';
let server: FakeServer;

beforeEach(async () => {
  server = await startFakeServer();
  jsdom.reconfigure({ url: server.origin });
  localStorage.setItem('deviceId', device);
  const account = server.memory.accounts.get('ada')!; // an account that the fake server always has
  sessionStore.start({ token: server.signIn('ada', device), user: account });
});
afterEach(async () => {
  sessionStore.end('absent');
  await server[Symbol.asyncDispose]();
});

it('tells each change of what was uploaded without waiting, until it has ended', async () => {
  const file = new File(['#EXTINF:-1,Uno\nhttps://a.tv/1\n'], 'lenta.m3u');
  const form = { categoria: 'pelicula', subcategoria: 'POR_GENERO' } as const;
  const { importId } = await startUpload(
    'POST /api/videos/upload-text',
    { field: 'file', file, form },
    () => {},
  );
  const seen: string[] = [];
  for await (const { status } of readEvents(
    events,
    { params: { id: importId } },
    new AbortController().signal,
  )) {
    seen.push(status);
    Object.assign(server.memory.imports[0]!, { status: 'done' }); // the import that was just uploaded
  }
  expect(seen).toEqual(['running', 'done']);
  expect(server.memory.imports[0]?.options).toMatchObject(form);
});

it('ends quietly when nobody listens any more, and says what the server refuses', async () => {
  const listener = new AbortController();
  listener.abort();
  const quiet = readEvents(events, { params: { id: 'ninguna' } }, listener.signal);
  expect((await quiet.next()).done).toBe(true);
  const refused = readEvents(events, { params: { id: 'ninguna' } }, new AbortController().signal);
  await expect(refused.next()).rejects.toMatchObject({
    code: 'import.not_found',
  } satisfies Partial<ApiError>);
});
