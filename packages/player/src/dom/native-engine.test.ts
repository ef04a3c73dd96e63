import { afterEach, expect, it, vi } from 'vitest';
import type { EngineHost } from './engine.ts';
import { openNative } from './native-engine.ts';

afterEach(() => vi.useRealTimers());

/** A list of tracks as WebKit has them: empty until the test adds one. */
class TrackList extends EventTarget {
  length: number;

  constructor(length = 0) {
    super();
    this.length = length;
  }

  add(): void {
    this.length += 1;
    this.dispatchEvent(new Event('addtrack'));
  }
}

/**
 * Opens a film in a stand-in for a <video>, and notes when the engine says that it may be played.
 * @param more - what this browser's <video> has in addition
 */
function open(more: object = {}) {
  const video = Object.assign(new EventTarget(), { src: '', error: null, duration: 300, videoWidth: 640 });
  Object.assign(video, { readyState: 1, seekable: { length: 1, end: () => 300 }, ...more });
  const host = { video, reportFacts: () => undefined, reportFailure: () => undefined };
  const abort = new AbortController();
  const onReady = vi.fn();
  const source = { url: '/film.mp4', expectedStreamType: 'unknown', startSeconds: undefined } as const;
  const opened = openNative(host as unknown as EngineHost, source, abort.signal).then(onReady);
  return { video, abort, opened, onReady };
}

it('lets a file be played once its metadata have been read, because WebKitGTK may stand still otherwise', async () => {
  const { video, opened, onReady } = open();
  expect(video.src).toBe('/film.mp4');
  video.dispatchEvent(new Event('loadstart'));
  await Promise.resolve();
  expect(onReady).not.toHaveBeenCalled();
  video.dispatchEvent(new Event('loadedmetadata'));
  await opened;
});

it.each(['suspend', 'error'])('waits for no metadata after the event %s', async (type) => {
  const { video, opened } = open();
  video.dispatchEvent(new Event(type));
  await opened;
});

it('waits no longer once another stream is opened', async () => {
  const { abort, opened } = open();
  abort.abort();
  await opened;
});

it.each(['audioTracks', 'videoTracks'])(
  'lets a file be played once WebKit knows its %s, because it pauses what it learns later to have sound',
  async (name) => {
    const lists = { audioTracks: new TrackList(), videoTracks: new TrackList() };
    const { video, opened, onReady } = open(lists);
    video.dispatchEvent(new Event('loadedmetadata'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(onReady).not.toHaveBeenCalled();
    lists[name as keyof typeof lists].add();
    await opened;
  },
);

it('waits at most a second for tracks', async () => {
  vi.useFakeTimers();
  const { video, opened, onReady } = open({ audioTracks: new TrackList() });
  video.dispatchEvent(new Event('loadedmetadata'));
  await vi.advanceTimersByTimeAsync(900);
  expect(onReady).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  await opened;
});

it.each([
  ['a file whose tracks are known already', { audioTracks: new TrackList(1), videoTracks: new TrackList(1) }],
  ['a file of which nothing is read before it plays', { audioTracks: new TrackList(), readyState: 0 }],
])('waits for no tracks of %s', async (_what, more) => {
  const { video, opened } = open(more);
  video.dispatchEvent(new Event('readyState' in more ? 'suspend' : 'loadedmetadata'));
  await opened;
});

it('waits for tracks no longer once another stream is opened', async () => {
  const { video, abort, opened } = open({ audioTracks: new TrackList() });
  video.dispatchEvent(new Event('loadedmetadata'));
  await new Promise((resolve) => setTimeout(resolve));
  abort.abort();
  await opened;
});
