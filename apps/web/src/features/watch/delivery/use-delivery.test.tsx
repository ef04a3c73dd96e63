import type { Chapter, VideoDetail } from '@butaca/contract';
import type { PlaybackFailure } from '@butaca/player';
import type { RawAnswer } from '@butaca/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { answerWith } from '../../../../test/raw-server.ts';
import { queryClient } from '../../../platform/query-client.ts';
import type { Opening } from '../progress/start-position.ts';
import { channelSource } from './channel-source.ts';
import { firstForm, type VideoAnswer } from './delivery.queries.ts';
import { deliver, isAnswerFor, useDelivery } from './use-delivery.ts';

const film = (url: string | null, streamKind: string | null = 'file') =>
  ({ _id: 'faro', title: 'El faro', url, streamKind, seasons: [] }) as unknown as VideoDetail;
const chapterOf = (id: string, url: string | null, streamKind: string | null) =>
  ({ _id: id, chapterNumber: 1, title: id, url, streamKind }) as unknown as Chapter;
const series = (...chapters: Chapter[]) =>
  ({
    _id: 'marea',
    url: null,
    streamKind: null,
    seasons: [{ seasonNumber: 1, chapters }],
  }) as unknown as VideoDetail;
const answerOf = (video: VideoDetail, form: Partial<VideoAnswer['form']> = {}): VideoAnswer => ({
  video,
  form: { ...firstForm, ...form },
});
const wholeFilm: Opening = { seasonChapter: undefined, startSeconds: 90, isResumed: true, serial: 0 };
const openingOf = (chapter: Chapter): Opening => ({
  seasonChapter: { seasonNumber: 1, chapter },
  startSeconds: undefined,
  isResumed: false,
  serial: 0,
});
const failureOf = (code: string, fatal = true): PlaybackFailure => ({ source: 'media', code, fatal });
const json = (video: VideoDetail): RawAnswer => ({ body: [JSON.stringify(video)] });

afterEach(() => queryClient.clear());

/**
 * Runs the hook that chooses a video's stream on a first server answer; `answer` replies to its further requests.
 *
 * @returns `followCache`: passes the answer in the query cache to the hook, as the watch page does
 */
async function play(first: VideoAnswer, opening: Opening, answer: (path: string) => RawAnswer) {
  const requests = await answerWith(({ path }) => answer(path));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook((newest: VideoAnswer) => useDelivery(newest, opening, false), {
    wrapper,
    initialProps: first,
  });
  const followCache = () => {
    const [[, newest] = []] = queryClient.getQueriesData<VideoAnswer>({ queryKey: ['single-use'] });
    if (newest !== undefined) rerender(newest);
    return newest;
  };
  return {
    result,
    followCache,
    begin: (failure: PlaybackFailure) => act(() => result.current.conversion.begin(failure)),
    asked: () => requests.map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams)),
  };
}

describe('the server’s answer about a title', () => {
  it.each([
    ['of a film', answerOf(film('/f')), wholeFilm, true],
    [
      'of a chapter as a stream',
      answerOf(series(chapterOf('a', '/a', 'hls'))),
      openingOf(chapterOf('a', '', null)),
      true,
    ],
    [
      'of a chapter as a file',
      answerOf(series(chapterOf('a', '/a', 'file'))),
      openingOf(chapterOf('a', '', null)),
      false,
    ],
    [
      'asked for by the chapter',
      answerOf(series(chapterOf('a', '/a', 'file')), { chapter: 'a' }),
      openingOf(chapterOf('a', '', null)),
      true,
    ],
    [
      'asked for by another chapter',
      answerOf(series(chapterOf('a', '/a', 'file')), { chapter: 'b' }),
      openingOf(chapterOf('a', '', null)),
      false,
    ],
    [
      'converted for another chapter',
      answerOf(series(chapterOf('a', '/a', 'hls')), { chapter: 'b', play: 'remux' }),
      openingOf(chapterOf('a', '', null)),
      false,
    ],
  ])('%s can be played: %4$s', (_, answer, opening, expected) => {
    expect(isAnswerFor(answer, opening)).toBe(expected);
  });

  it.each([
    [film('/f.mp4'), 90, { src: '/f.mp4', kind: 'file', startSeconds: 90 }],
    [film('/f.m3u8', 'hls'), 90, { src: '/f.m3u8', kind: 'hls', startSeconds: 90 }],
    [film('/f', null), 90, { src: '/f', kind: 'file', startSeconds: 90 }],
  ])('of %j gives a source that starts at the second asked for', (video, startSeconds, expected) => {
    expect(deliver(answerOf(video), wholeFilm, startSeconds).source).toEqual({
      ...expected,
      expectedStreamType: 'on-demand',
    });
  });

  it('gives no start second where none is asked for, and no source without an address', () => {
    expect(deliver(answerOf(film('/f')), wholeFilm, undefined).source).not.toHaveProperty('startSeconds');
    expect(deliver(answerOf(film(null)), wholeFilm, 90).source).toBeUndefined();
    expect(deliver(answerOf(film('/api/videos/1?chapter=2')), wholeFilm, 90).source).toBeUndefined();
  });

  it('of a channel gives a source that is live, whatever its stream kind', () => {
    expect(channelSource({ url: '/c', streamKind: 'file' })).toEqual({
      src: '/c',
      kind: 'file',
      expectedStreamType: 'live',
    });
  });
});

describe('the delivery of a chapter whose stream kind is file', () => {
  const chapter = chapterOf('a', '/a.mp4', 'file');

  it('requests the chapter by its id first, and plays the address of that answer', async () => {
    const known = series(chapterOf('a', '/a/index.m3u8', 'hls'));
    const { result, asked, followCache } = await play(answerOf(series(chapter)), openingOf(chapter), () =>
      json(known),
    );
    expect([result.current.delivered, result.current.isLoading]).toEqual([undefined, true]);
    await waitFor(() => expect(followCache()).toBeDefined());
    expect(asked()).toMatchObject([{ chapter: 'a' }]);
    expect(result.current.delivered?.source?.src).toBe('/a/index.m3u8');
    expect(result.current.isLoading).toBe(false);
  });

  it('plays the file as it is when the request for the chapter fails', async () => {
    const { result } = await play(answerOf(series(chapter)), openingOf(chapter), () => ({ status: 500 }));
    await waitFor(() => expect(result.current.delivered?.source?.src).toBe('/a.mp4'));
  });
});

describe('the delivery of a film that fails in the browser', () => {
  it('requests the film’s other form once, and continues at the second that was reached', async () => {
    const { result, begin, asked, followCache } = await play(answerOf(film('/f.mp4')), wholeFilm, () =>
      json(film('/f/index.m3u8', 'hls')),
    );
    act(() => result.current.notePosition(120));
    begin(failureOf('media.codec'));
    begin(failureOf('media.decode'));
    await waitFor(() => expect(followCache()).toBeDefined());
    expect(asked()).toMatchObject([{ play: 'remux' }]);
    expect(result.current.delivered?.source).toMatchObject({ src: '/f/index.m3u8', startSeconds: 120 });
    expect(result.current.conversion.isOpen).toBe(false);
  });

  it.each([
    ['has no answer', { status: 500 }, true, {}],
    ['has an empty answer', { body: ['null'] }, true, {}],
    ['is still a file', json(film('/f.mp4')), true, { isNeedless: false }],
    ['is still a file, and plays though without sound', json(film('/f.mp4')), false, { isNeedless: true }],
    ['has no address', json(film(null, 'hls')), true, {}],
  ])('gives up the other form when it %s', async (_, answer, isFatal, end) => {
    const { result, begin } = await play(answerOf(film('/f.mp4')), wholeFilm, () => answer);
    expect(result.current.conversion).toMatchObject({ isOpen: true, end: undefined });
    begin(failureOf('media.no_audio', isFatal));
    await waitFor(() => expect(result.current.conversion.end).toEqual(end));
    expect(result.current.conversion.isOpen).toBe(false);
    expect(result.current.delivered?.source?.src).toBe('/f.mp4');
  });

  it('keeps playing without sound when the other form is refused, and keeps the reason', async () => {
    const { result, begin } = await play(answerOf(film('/f.mp4')), wholeFilm, (path) =>
      path.startsWith('/f/')
        ? { status: 503, body: ['{"code":"conversion.busy"}'] }
        : json(film('/f/index.m3u8', 'hls')),
    );
    begin(failureOf('media.no_audio', false));
    await waitFor(() => expect(result.current.conversion.end?.refusal).toMatch(/./));
    expect(result.current.delivered?.source?.src).toBe('/f.mp4');
  });

  it('replaces a film that plays without sound by its other form when that is available', async () => {
    const { result, begin, followCache } = await play(answerOf(film('/f.mp4')), wholeFilm, (path) =>
      path.startsWith('/f/') ? { body: ['#EXTM3U'] } : json(film('/f/index.m3u8', 'hls')),
    );
    begin(failureOf('media.no_audio', false));
    await waitFor(() => expect(followCache()).toBeDefined());
    expect(result.current.delivered?.source?.src).toBe('/f/index.m3u8');
  });
});

describe('renewing an expired stream address', () => {
  it('requests a new address in the same form', async () => {
    const { result, asked } = await play(answerOf(film('/f.m3u8', 'hls'), { play: 'remux' }), wholeFilm, () =>
      json(film('/g.m3u8', 'hls')),
    );
    expect(await result.current.renew()).toMatchObject({ src: '/g.m3u8', kind: 'hls', startSeconds: 90 });
    expect(asked()).toMatchObject([{ play: 'remux' }]);
  });

  it('fails when the new answer has no address', async () => {
    const { result } = await play(answerOf(film('/f')), wholeFilm, () => json(film(null)));
    await expect(result.current.renew()).rejects.toThrow('nothing to play');
  });
});
