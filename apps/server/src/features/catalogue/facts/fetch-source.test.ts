import { Readable } from 'node:stream';
import type { ErrorCode } from '@butaca/contract';
import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { createFetchSource, type OpenFile } from './fetch-source.ts';

const address = 'https://fuente.example/3/search/movie?api_key=secreta';

function createFetch(openFile: OpenFile, pace = { requests: 2, perMs: 1_000 }) {
  const clock = createVirtualClock();
  const closing = new AbortController();
  return { clock, closing, fetch: createFetchSource({ openFile, clock, signal: closing.signal }, pace) };
}

const failWith =
  (code: ErrorCode, retryAfterSeconds?: number): OpenFile =>
  () =>
    Promise.reject(new AppError(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }));

it.each([
  ['upstream.unauthorized', 'refused'],
  ['upstream.forbidden', 'refused'],
  ['upstream.busy', 'busy'],
  ['upstream.timeout', 'down'],
  ['upstream.unknown_host', 'down'],
  ['upstream.unreachable', 'down'],
  ['upstream.refused', 'down'],
  ['body.too_large', 'unreadable'],
] as const)('%s is the failure %s, without the address', async (code, failure) => {
  const failed = createFetch(failWith(code)).fetch({ address });
  await expect(failed).rejects.toMatchObject({ name: 'SourceError', failure });
  await expect(failed).rejects.not.toThrow(/secreta|fuente/);
});

it('a busy source says how long to wait', async () => {
  const { fetch } = createFetch(failWith('upstream.busy', 90));
  await expect(fetch({ address })).rejects.toMatchObject({ failure: 'busy', retryAfterSeconds: 90 });
});

it('what does not exist is absent, and what has not changed is unchanged', async () => {
  expect(await createFetch(failWith('upstream.gone')).fetch({ address })).toBe('absent');
  expect(await createFetch(() => Promise.resolve(undefined)).fetch({ address })).toBe('unchanged');
});

it('an answer that breaks off is a failure', async () => {
  const stream = new Readable({
    read() {
      this.destroy(new AppError('body.too_large'));
    },
  });
  const { fetch } = createFetch(() => Promise.resolve({ stream, etag: null }));
  await expect(fetch({ address })).rejects.toMatchObject({ failure: 'unreadable' });
});

it('requests beyond the pace wait for their time', async () => {
  let sent = 0;
  const { clock, fetch } = createFetch(() => {
    sent += 1;
    return Promise.resolve({ stream: Readable.from(['{}']), etag: 'a' });
  });
  await fetch({ address });
  await fetch({ address });
  const third = fetch({ address });
  await clock.advance(999);
  expect(sent).toBe(2);
  await clock.advance(1);
  expect(await third).toEqual({ body: '{}', etag: 'a' });
});

it('closing ends a request that waits for its answer, and one that waits for its time', async () => {
  let noteAsked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (noteAsked = resolve));
  const hang: OpenFile = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      noteAsked();
    });
  const { closing, fetch } = createFetch(hang, { requests: 1, perMs: 1_000 });
  const asked = Promise.allSettled([fetch({ address }), fetch({ address })]);
  await isAsked;
  closing.abort();
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
