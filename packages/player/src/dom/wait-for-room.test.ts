import { expect, it, vi } from 'vitest';
import { waitForRoom } from './wait-for-room.ts';

it('waits while a minute lies ahead of a video, and while the video stands before all that it has', async () => {
  const video = Object.assign(new EventTarget(), {
    currentTime: 400,
    buffered: { length: 1, start: () => 300, end: () => 461 },
  });
  const go = (seconds: number, event: string): void => {
    video.currentTime = seconds;
    video.dispatchEvent(new Event(event));
  };
  const onRoom = vi.fn<() => void>();
  const waited = waitForRoom(video as unknown as HTMLVideoElement, new AbortController().signal).then(onRoom);
  go(100, 'seeking');
  await Promise.resolve();
  await Promise.resolve();
  go(400, 'seeking');
  await Promise.resolve();
  await Promise.resolve();
  expect(onRoom).not.toHaveBeenCalled();
  go(402, 'timeupdate');
  await waited;
});
