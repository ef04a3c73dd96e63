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
  it('calls back once when the buffer has been played to its end', () => {
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
  ])('calls back at once when %s', (_what, video) => {
    const whenOver = vi.fn();
    playOut(video.element, new AbortController().signal, whenOver);
    expect(whenOver).toHaveBeenCalledTimes(1);
  });

  it.each(['waiting', 'seeking'])('calls back on a %s event at a place that is not buffered', (type) => {
    const video = videoAt(10, [0, 20], [30, 60]);
    const whenOver = vi.fn();
    playOut(video.element, new AbortController().signal, whenOver);
    video.goTo(40, type);
    expect(whenOver).not.toHaveBeenCalled();
    video.goTo(25, type);
    expect(whenOver).toHaveBeenCalledTimes(1);
  });

  it('does not call back once another stream was opened', () => {
    const video = videoAt(10, [0, 20]);
    const whenOver = vi.fn();
    const opened = new AbortController();
    playOut(video.element, opened.signal, whenOver);
    opened.abort();
    video.goTo(20);
    expect(whenOver).not.toHaveBeenCalled();
  });
});
