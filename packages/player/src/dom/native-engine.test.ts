import { expect, it, vi } from 'vitest';
import type { EngineHost } from './engine.ts';
import { openNative } from './native-engine.ts';

/** Opens a film in a stand-in for a <video>, and notes when the engine says that it may be played. */
function open() {
  const video = Object.assign(new EventTarget(), { src: '', error: null, duration: 300, videoWidth: 640 });
  Object.assign(video, { seekable: { length: 1, end: () => 300 } });
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
