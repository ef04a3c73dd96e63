import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { probeAddress, readRefusal } from './probe-address.ts';

type Answer = (range: string, signal: AbortSignal) => Response | Promise<Response>;

let answer: Answer;
let ranges: string[];

const sizeBytes = 1_000;
const giveByte: Answer = (range) => {
  const index = Number(/^bytes=(\d+)-/.exec(range)?.[1]);
  const headers = { 'content-range': `bytes ${index}-${index}/${sizeBytes}` };
  return new Response('x', { status: 206, headers });
};
const refuse =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(body, { status, headers });

beforeEach(() => {
  ranges = [];
  vi.stubGlobal('fetch', async (_url: string, { headers, signal }: RequestInit) => {
    const range = new Headers(headers).get('range') ?? '';
    ranges.push(range);
    return answer(range, signal ?? AbortSignal.abort());
  });
});
afterEach(() => vi.unstubAllGlobals());

const probe = (fraction?: number) => probeAddress('/film', new AbortController().signal, fraction);

describe('probeAddress', () => {
  it('requests the first byte of a stream that failed at its beginning', async () => {
    answer = giveByte;
    expect(await probe()).toBe('reachable');
    expect(ranges).toEqual(['bytes=0-0']);
  });

  it.each([
    [0.5, 499],
    [1, 999],
    [7, 999],
  ])(
    'also requests the place where playback stopped: at %d of the file, byte %d',
    async (fraction, index) => {
      answer = giveByte;
      expect(await probe(fraction)).toBe('reachable');
      expect(ranges).toEqual(['bytes=0-0', `bytes=${index}-${index}`]);
    },
  );

  it('detects that the stopped place is refused although the beginning is not', async () => {
    answer = (range, signal) =>
      range === 'bytes=0-0' ? giveByte(range, signal) : refuse(403, '{"code":"trial.spent"}')(range, signal);
    expect(await probe(0.5)).toMatchObject({ status: 403, code: 'trial.spent' });
  });

  it('requests the beginning twice when the size is unknown', async () => {
    answer = () => new Response('x');
    expect(await probe(0.5)).toBe('reachable');
    expect(ranges).toEqual(['bytes=0-0', 'bytes=0-0']);
  });

  it('returns the reason when the stream is refused, without a second request', async () => {
    answer = refuse(503, '{"code":"conversion.busy"}', { 'retry-after': '4' });
    expect(await probe(0.5)).toEqual({ status: 503, code: 'conversion.busy', retryAfterMs: 4_000 });
    expect(ranges).toHaveLength(1);
  });

  it('reports that no server answers', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await probe()).toBe('unreachable');
  });

  it('reports that the answer is late', async () => {
    answer = () => Promise.reject(new DOMException('late', 'TimeoutError'));
    expect(await probe()).toBe('late');
  });

  it('aborts when another stream is opened', async () => {
    const opened = new AbortController();
    answer = (_range, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        opened.abort();
      });
    expect(await probeAddress('/film', opened.signal)).toBe('unreachable');
  });

  it('cancels the answer’s body as soon as the status is known', async () => {
    let asked: AbortSignal | undefined;
    answer = (range, signal) => {
      asked = signal;
      return giveByte(range, signal);
    };
    await probe();
    expect(asked?.aborted).toBe(true);
  });

  it('returns no error code when the body of a refusal breaks off', async () => {
    answer = () => {
      const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) });
      return new Response(body, { status: 502 });
    };
    expect(await probe()).toEqual({ status: 502, code: undefined, retryAfterMs: undefined });
  });
});

describe('readRefusal', () => {
  const codeOf = (body: string) => readRefusal(403, () => null, body).code;

  it('reads the error code and the sentence of a JSON body', () => {
    const body = '{"error":"No.","code":"plan.required"}';
    expect(readRefusal(403, () => null, body)).toMatchObject({ code: 'plan.required', sentence: 'No.' });
    expect(readRefusal(403, () => null, '{"error":7}').sentence).toBeUndefined();
  });

  it.each(['', 'no', '<html>', '{', 'null', '7', '[]', '{}', '{"code":403}', '{"code":null}'])(
    'finds no code in %j',
    (body) => {
      expect(codeOf(body)).toBeUndefined();
    },
  );

  it('reads the time to wait from retry-after', () => {
    const headers: Record<string, string> = { 'retry-after': '2' };
    expect(readRefusal(429, (name) => headers[name] ?? null, '')).toEqual({
      status: 429,
      code: undefined,
      retryAfterMs: 2_000,
    });
  });
});
