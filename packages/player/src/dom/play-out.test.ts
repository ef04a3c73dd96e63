import { describe, expect, it, vi } from 'vitest';
import { playOut } from './play-out.ts';

/** A stand-in for a <video> that has the given ranges of seconds in its buffer. */
function videoAt(currentTime: number, ...ranges: (readonly [number, number])[]) {
  const video = Object.assign(new EventTarget(), {
    currentTime,
    buffered: {
      length: ranges.length,
      start: (index: number) => ranges[index]?.[0],
      end: (index: number) => ranges[index]?.[1],
    },
  });
  return {
    element: video as unknown as HTMLVideoElement,
    goTo(seconds: number, type = 'timeupdate') {
      video.currentTime = seconds;
      video.dispatchEvent(new Event(type));
    },
  };
}

describe('playOut', () => {
  it('is over when the buffer has been played, and says so once', () => {
    const video = videoAt(10, [0, 20]);
    const whenOver = vi.fn();
    playOut(video.element, new AbortController().signal, whenOver);
    video.goTo(15);
    video.goTo(19.6);
    expect(whenOver).not.toHaveBeenCalled();
    video.goTo(19.7);
    video.goTo(19.9);
    expect(whenOver).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['nothing is buffered', videoAt(10)],
    ['only another place is buffered', videoAt(10, [0, 5], [30, 60])],
    ['less than a few frames are left', videoAt(19.8, [0, 20])],
  ])('is over at once when %s', (_what, video) => {
    const whenOver = vi.fn();
    playOut(video.element, new AbortController().signal, whenOver);
    expect(whenOver).toHaveBeenCalledTimes(1);
  });

  it.each(['waiting', 'seeking'])(
    'is over when a %s shows that there is nothing at the new place',
    (type) => {
      const video = videoAt(10, [0, 20], [30, 60]);
      const whenOver = vi.fn();
      playOut(video.element, new AbortController().signal, whenOver);
      video.goTo(40, type);
      expect(whenOver).not.toHaveBeenCalled();
      video.goTo(25, type);
      expect(whenOver).toHaveBeenCalledTimes(1);
    },
  );

  it('says nothing once another stream was opened', () => {
    const video = videoAt(10, [0, 20]);
    const whenOver = vi.fn();
    const opened = new AbortController();
    playOut(video.element, opened.signal, whenOver);
    opened.abort();
    video.goTo(20);
    expect(whenOver).not.toHaveBeenCalled();
  });
});
