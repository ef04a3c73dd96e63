import type { RawAnswer } from '@butaca/testing';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeFakeVideo, type FakeVideo } from '../../../../../test/fake-video.ts';
import { answerWith } from '../../../../../test/raw-server.ts';
import { useStreamCheck } from './use-stream-check.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const tenSeconds = () =>
  act(() => {
    vi.advanceTimersByTime(10_000);
  });

/**
 * Runs the hook that checks the playing stream every ten seconds, on a fake video; each request for its stream gets
 * `answer`.
 */
async function open(answer: RawAnswer, { kind = 'hls', src = '/api/stream/x/index.m3u8' } = {}) {
  const requests = await answerWith(answer);
  const video: FakeVideo = makeFakeVideo();
  Object.defineProperties(video.media, { streamKind: { value: kind }, src: { value: src } });
  const { unmount } = renderHook(() => useStreamCheck(video));
  return { requests, video, unmount };
}

it.each([
  [401, ['retry']],
  [403, ['retry']],
  [429, ['retry']],
  [200, []],
  [404, []],
  [503, []],
])('a playing stream whose playlist answers %i gets the calls %j', async (status, expected) => {
  const { requests, video } = await open({ status });
  tenSeconds();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  // When the second request has been made, the answer to the first one has been handled.
  tenSeconds();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  await vi.waitFor(() => expect(video.calls.slice(0, 1)).toEqual(expected));
});

it('the playlist is requested every ten seconds, and no longer once the video is paused', async () => {
  const { requests, video } = await open({});
  tenSeconds();
  tenSeconds();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  video.become({ status: 'paused' });
  tenSeconds();
  await act(async () => {});
  expect(requests).toHaveLength(2);
});

it.each([
  ['a file, of which a provider may allow one connection', { kind: 'file' }],
  ['a stream without an end', { kind: 'ts' }],
  ['a video that has no stream yet', { src: '' }],
])('no playlist is requested for %s', async (_, given) => {
  const { requests } = await open({ status: 403 }, given);
  tenSeconds();
  await act(async () => {});
  expect(requests).toEqual([]);
});
