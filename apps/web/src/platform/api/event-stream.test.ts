import { startFakeServer, type FakeServer } from '@butaca/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith } from '../../../test/raw-server.ts';
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
  const account = server.memory.accounts.get('ada')!; // every fake server starts with the account `ada`
  sessionStore.start({ token: server.signIn('ada', device), user: account });
});
afterEach(async () => {
  sessionStore.end('absent');
  await server[Symbol.asyncDispose]();
});

it('readEvents yields each change of an import until it has ended', async () => {
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
    Object.assign(server.memory.imports[0]!, { status: 'done' }); // ends the uploaded list's import
  }
  expect(seen).toEqual(['running', 'done']);
  expect(server.memory.imports[0]?.options).toMatchObject(form);
});

it('readEvents ends silently when aborted, and throws when the server refuses', async () => {
  const listener = new AbortController();
  listener.abort();
  const quiet = readEvents(events, { params: { id: 'ninguna' } }, listener.signal);
  expect((await quiet.next()).done).toBe(true);
  const refused = readEvents(events, { params: { id: 'ninguna' } }, new AbortController().signal);
  await expect(refused.next()).rejects.toMatchObject({
    code: 'import.not_found',
  } satisfies Partial<ApiError>);
});

/** Collects the events of an event stream whose answer is made of the given pieces, one after the other. */
async function eventsOf(...pieces: string[]): Promise<unknown[]> {
  await answerWith({ body: pieces });
  const seen: unknown[] = [];
  const { signal } = new AbortController();
  for await (const event of readEvents(events, { params: { id: 'una' } }, signal)) seen.push(event);
  return seen;
}

it.each([
  ['one event', ['data: {"a":1}\n\n'], [{ a: 1 }]],
  ['several events in one piece', ['data: {"a":1}\n\ndata: {"a":2}\n\n'], [{ a: 1 }, { a: 2 }]],
  ['an event that is split between two pieces', ['data: {"a"', ':1}\n', '\n'], [{ a: 1 }]],
  ['an event of several lines', ['event: x\ndata: {"a":\ndata: 1}\n\n'], [{ a: 1 }]],
  ['data without a space before it', ['data:{"a":1}\n\n'], [{ a: 1 }]],
  ['keep-alives between events', [': sigue\n\n', 'data: {"a":1}\n\n: sigue\n\n'], [{ a: 1 }]],
  ['a last event that was not finished', ['data: {"a":1}\n\ndata: {"a"'], [{ a: 1 }]],
  ['nothing at all', [], []],
])('readEvents reads %s', async (_, pieces, expected) => {
  expect(await eventsOf(...pieces)).toEqual(expected);
});

it('readEvents fails with call.unreachable when the connection breaks between two events', async () => {
  await answerWith({ body: ['data: {"a":1}\n\n'], ending: 'broken' });
  const all = readEvents(events, { params: { id: 'una' } }, new AbortController().signal);
  expect((await all.next()).value).toEqual({ a: 1 });
  await expect(all.next()).rejects.toMatchObject({ status: 0, code: 'call.unreachable' });
});

it('readEvents closes the connection when the reader stops early', async () => {
  const requests = await answerWith({ body: ['data: {"a":1}\n\n'], ending: 'open' });
  for await (const event of readEvents(events, { params: { id: 'una' } }, new AbortController().signal)) {
    expect(event).toEqual({ a: 1 });
    break;
  }
  await vi.waitFor(() => expect(requests[0]?.isAbandoned).toBe(true));
});
