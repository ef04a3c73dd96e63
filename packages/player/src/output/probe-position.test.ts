import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { probeHlsAt } from './probe-position.ts';

const film = 'https://tv.ejemplo.com/api/stream/a/index.m3u8';
const segments = [1, 2, 3].flatMap((number) => ['#EXTINF:4.000,', `parte-${number}.ts`]);
const master = ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=1', '', 'b/media.m3u8'];

/** What the server answers by path; what is not here is delivered. */
let answers: Record<string, () => Response>;
let asked: string[];

const text = (lines: readonly string[]) => (): Response => new Response(['#EXTM3U', ...lines].join('\n'));
const spent = (): Response => new Response('{"code":"trial.spent"}', { status: 403 });

beforeEach(() => {
  asked = [];
  answers = { '/api/stream/a/index.m3u8': text(segments) };
  vi.stubGlobal('fetch', async (url: string, { credentials }: RequestInit) => {
    expect(credentials).toBe('omit');
    const { pathname } = new URL(url);
    asked.push(pathname);
    return answers[pathname]?.() ?? new Response('x');
  });
});
afterEach(() => vi.unstubAllGlobals());

const probe = (seconds: number) => probeHlsAt(film, seconds, new AbortController().signal);

it('finds that the part after the position is refused although the playlist is delivered', async () => {
  answers['/api/stream/a/parte-2.ts'] = spent;
  expect(await probe(3.9)).toMatchObject({ status: 403, code: 'trial.spent' });
  expect(await probe(1)).toBe('reachable');
  expect(await probe(8)).toBe('reachable');
});

it('finds the part in a rendition of the stream', async () => {
  answers['/api/stream/a/index.m3u8'] = text(master);
  answers['/api/stream/a/b/media.m3u8'] = text(segments);
  answers['/api/stream/a/b/parte-3.ts'] = spent;
  expect(await probe(7.5)).toMatchObject({ status: 403 });
});

it('says why the playlist itself is refused, and asks for no part then', async () => {
  answers['/api/stream/a/index.m3u8'] = () => new Response('{"code":"stream.limit"}', { status: 429 });
  expect(await probe(3)).toMatchObject({ status: 429, code: 'stream.limit' });
  expect(asked).toHaveLength(1);
});

it.each([
  ['the film has no part after the position', segments],
  ['the playlist has no parts', []],
])('takes the stream for reachable where %s', async (_what, lines) => {
  answers['/api/stream/a/index.m3u8'] = text(lines);
  expect(await probe(600)).toBe('reachable');
});
